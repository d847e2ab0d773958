package complete

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
)

// This file completes the comment that says what a file of inputs is for.

var operationDetails = map[syntax.Operation]string{
	syntax.OperationCreate: "inputs of a new resource; this is the default",
	syntax.OperationUpsert: "inputs of a resource that may exist",
	syntax.OperationPatch:  "some inputs of a resource that exists",
	syntax.OperationList:   "a query for existing resources",
}

// purpose offers tokens, and behind a token what is done with the inputs. It returns false if
// the cursor is not in such a comment.
func (c *completer) purpose() bool {
	in := c.Item.Inputs
	if in == nil || !in.HasComment || c.Offset < in.Comment.Start || c.Offset > in.Comment.End {
		return false
	}
	before := c.Item.Text[in.Comment.Start:c.Offset]
	start := in.Comment.Start + strings.LastIndexAny(before, " \t") + 1
	end := c.Offset
	if n := strings.IndexAny(c.Item.Text[end:in.Comment.End], " \t"); n >= 0 {
		end += n
	} else {
		end = in.Comment.End
	}
	c.Cursor.Word = syntax.Span{Start: start, End: end}
	if len(strings.Fields(c.Item.Text[in.Comment.Start:start])) > 0 {
		for i, o := range syntax.Operations {
			c.add(Item{Label: string(o), Kind: KindKeyword, Detail: operationDetails[o], Sort: sortText(rankBest, string(rune('a'+i)))})
		}
		c.add(Item{Label: syntax.StatelessFlag, Kind: KindKeyword, Detail: "ask the provider directly, without a stack", Sort: sortText(rankFit, "stateless")})
		return true
	}
	c.Cursor.Form = cursor.FormQuoted // a token is usually completed in quotes
	c.tokens(c.resourceTokens())
	if strings.Contains(c.Item.Text[start:c.Offset], ":") {
		c.tokens(functionTokens())
	}
	for i := range c.items {
		item := &c.items[i]
		item.Insert, item.Plain = strings.TrimSuffix(item.Insert, `"`), strings.TrimSuffix(item.Plain, `"`)
		item.Also = nil // nothing declares packages here
	}
	return true
}
