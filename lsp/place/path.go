// This file implements the conversion of URIs to paths.

package place

import (
	"path"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"
)

// longestURI bounds URIs, since the workspace looks at every folder above a file. The longest path has 4096 bytes, and escaping triples a byte.
const longestURI = 16 << 10

// Path returns the path of the file that a URI names. A URI that does not name a file of this machine is its own path. The workspace never looks for such
// a path on disk.
func Path(spelled string) (string, error) {
	if spelled == "" {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the document has no URI")
	}
	if len(spelled) > longestURI {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the URI %.200q… is longer than %d bytes", spelled, longestURI)
	}
	u, err := uri.Parse(spelled)
	if err != nil {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "URI %.200q: %v", spelled, err)
	}
	switch {
	case u.IsFile() && u.Authority() == "localhost":
		return path.Clean(u.Path()), nil
	case u.IsFile() && u.Authority() == "":
		return path.Clean(uri.FsPathFor(u, uri.PlatformPOSIX, false)), nil
	}
	return u.String(), nil
}
