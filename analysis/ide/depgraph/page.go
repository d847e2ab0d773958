package depgraph

import (
	"crypto/sha256"
	_ "embed" // the script and the style
	"encoding/base64"
	"encoding/json"
	"html"
	"path"
	"strings"
)

// This file writes a graph as a page that needs no network. The extension of VS Code shows the
// same page; its script is built from editors/vscode/src/webview by `npm run page`.

//go:embed page/graph.js
var pageScript string

//go:embed page/graph.css
var pageStyle string

// The page may run only its own script, has only its own style, and loads nothing. Pictures are those that the script makes.
const pageText = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src blob:; style-src 'SUM OF STYLE'; script-src 'SUM OF SCRIPT'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>TITLE</title>
<style>STYLE</style>
</head>
<body>
<script type="application/json" id="graph">GRAPH</script>
<script>SCRIPT</script>
</body>
</html>
`

// page returns the page of a document. Its texts are data: escaped in JSON, so none ends the element around it.
func page(dir string, doc *Document) string {
	graph, _ := json.Marshal(doc) // strings and numbers can always be encoded
	return strings.NewReplacer(
		"SUM OF STYLE", sum(pageStyle), "SUM OF SCRIPT", sum(pageScript),
		"TITLE", html.EscapeString("Dependencies of "+printable(path.Base(dir))), "STYLE", pageStyle, "GRAPH", string(graph), "SCRIPT", pageScript,
	).Replace(pageText)
}

// sum names a text in a Content-Security-Policy.
func sum(text string) string {
	hash := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(hash[:])
}
