package markdown

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// This file looks at Markdown as an editor does that renders it.

var viewer = goldmark.New(goldmark.WithExtensions(extension.GFM))

// unsafeIn is the first thing in a Markdown text that must not be in documentation: HTML, an
// image, or a link that leads elsewhere than into the web; empty if there is none.
func unsafeIn(markdown string) (found string) {
	source := []byte(markdown)
	_ = ast.Walk(viewer.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.RawHTML, *ast.HTMLBlock, *ast.Image:
			found = fmt.Sprintf("a node of kind %v", n.Kind())
		case *ast.Link:
			if to := string(n.Destination); !leadsIntoWeb(to) {
				found = fmt.Sprintf("a link to %q", to)
			}
		case *ast.AutoLink:
			if to := string(n.URL(source)); n.AutoLinkType == ast.AutoLinkURL && !leadsIntoWeb(to) {
				found = fmt.Sprintf("a link to %q", to)
			}
		}
		if found != "" {
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return found
}

// leadsIntoWeb says so of an address; www. is what GitHub's Markdown makes a link of by
// itself, as it does of ftp addresses.
func leadsIntoWeb(address string) bool {
	lower := strings.ToLower(address)
	for _, start := range []string{"http://", "https://", "ftp://", "www."} {
		if strings.HasPrefix(lower, start) {
			return true
		}
	}
	return false
}
