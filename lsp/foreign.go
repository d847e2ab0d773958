// This file handles files of other machines.

package lsp

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// tellForeign tells the user that a document or folder is on another machine. It names each machine once.
func (l *link) tellForeign(path string) {
	if reason := foreign(path); reason != "" {
		l.tell(reason + "; it checks open documents without the files next to them. Run the server where the files are.")
	}
}

// foreign explains why the path of a file leads nowhere on this machine. It returns an empty string for other paths.
func foreign(path string) string {
	if rest, found := strings.CutPrefix(path, "file://"); found {
		host, _, _ := strings.Cut(rest, "/")
		if name := strings.ToLower(host); name == "wsl.localhost" || name == "wsl$" || name == "wsl%24" {
			return "The editor refers to files inside WSL (" + host + "), which this server cannot read"
		}
		return fmt.Sprintf("The editor refers to files on the machine %q, which this server cannot read", host)
	}
	if len(path) > 2 && path[1] == ':' && path[2] == '/' && !filepath.IsAbs(filepath.FromSlash(path)) {
		return fmt.Sprintf("The editor refers to files on the Windows drive %s, but this server runs on %s", path[:2], runtime.GOOS)
	}
	return ""
}
