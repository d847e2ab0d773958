package complete

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file completes comments: those that suppress findings, and the one that says what a file of inputs is for.

var (
	suppressionWord = lazy.Regexp(`(?:#|//|/\*)[ \t]*pcl-lsp:([a-z-]*)$`)
	suppressionCode = lazy.Regexp(`pcl-lsp:ignore(?:-block|-file)?[ \t]+(?:[\w.*-]+[ \t]*,[ \t]*)*([\w.*-]*)$`)
)

var extentDetails = map[string]string{
	"ignore": "the next line", "ignore-block": "the definition, block or value that begins on the next line", "ignore-file": "the file",
}

// suppression offers the codes of a suppression comment, first those of findings at its
// target.
func (c *completer) suppression() error {
	before := c.File.Slice(syntax.Span{Start: c.File.LineStart(c.File.Line(c.Offset)), End: c.Offset})
	if m := suppressionWord.Get().FindStringSubmatch(before); m != nil {
		for _, word := range syntax.ExtentWords() {
			c.add(Item{Label: word, Kind: KindKeyword, Detail: extentDetails[word], Replace: c.around(m[1]), Next: NextItems, Insert: word + " ", Plain: word + " "})
		}
		return nil
	}
	m := suppressionCode.Get().FindStringSubmatch(before)
	if m == nil || strings.HasPrefix(m[1], "--") {
		return nil
	}
	it, _ := c.File.ItemAt(c.Offset)
	for _, s := range it.Item.Suppressions() {
		if s.Span.Shift(it.Base).Touches(c.Offset) {
			return c.suppressedCodes(s, it.Base, m[1])
		}
	}
	return nil
}

func (c *completer) suppressedCodes(s syntax.Suppression, base int, typed string) error {
	here := map[codes.Code]bool{}
	if s.Extent != syntax.ExtentFile && s.Target.Start >= 0 {
		target := s.Target.Shift(base)
		found, err := c.p.FindingsAt(c.ctx, c.File.Path, target)
		if err != nil {
			return err
		}
		for _, d := range found {
			here[d.Code] = here[d.Code] || target.Touches(d.Span.Start)
		}
	}
	replace := c.around(typed)
	for _, d := range codes.All() {
		if !d.Code.Suppressible() {
			continue
		}
		text := d.Code.Text()
		item := Item{Label: string(d.Code), Kind: KindValue, Detail: text.Title, Doc: text.Explanation, Replace: replace}
		if here[d.Code] {
			item.Sort = sortText(rankBest, item.Label)
		}
		c.add(item)
	}
	for _, p := range codes.SuppressiblePatterns() {
		if strings.HasSuffix(p, ".*") {
			c.add(Item{Label: p, Kind: KindValue, Detail: "all codes of the family", Replace: replace, Sort: sortText(rankOther, p)})
		}
	}
	return nil
}

// around returns the span of the typed word and the rest of it after the cursor.
func (c *completer) around(typed string) syntax.Span {
	end := c.Offset
	for rest := c.File.Slice(syntax.Span{Start: end, End: c.File.LineEnd(c.File.Line(end))}); rest != "" && strings.IndexByte("abcdefghijklmnopqrstuvwxyz.-*", rest[0]) >= 0; rest = rest[1:] {
		end++
	}
	return syntax.Span{Start: c.Offset - len(typed), End: end}
}

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
