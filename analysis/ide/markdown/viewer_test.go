package markdown

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// This file reads Markdown like an editor that renders it.

var viewer = goldmark.New(goldmark.WithExtensions(extension.GFM))

// unsafeIn returns the first thing in a Markdown text that documentation must not contain:
// HTML, an image, or a link that does not lead to the web.
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

// leadsIntoWeb reports whether an address leads to the web. GitHub's Markdown makes links of
// www. and ftp addresses by itself.
func leadsIntoWeb(address string) bool {
	lower := strings.ToLower(address)
	for _, start := range []string{"http://", "https://", "ftp://", "www."} {
		if strings.HasPrefix(lower, start) {
			return true
		}
	}
	return false
}
