// This file implements what is said about files of other machines.

package lsp

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// tellForeign tells the user of a document or folder that is a file, but not one of this
// machine: nothing beside what is open is known of it. Each machine is named once.
func (s *server) tellForeign(path string) {
	if reason := foreign(path); reason != "" {
		s.tell(reason + "; only open documents are known, not the files beside them. Run the server where the files are.")
	}
}

// foreign says why the path of a file leads nowhere on this machine; empty for all others.
func foreign(path string) string {
	if rest, found := strings.CutPrefix(path, "file://"); found {
		host, _, _ := strings.Cut(rest, "/")
		if name := strings.ToLower(host); name == "wsl.localhost" || name == "wsl$" || name == "wsl%24" {
			return "The editor names files in WSL from outside (" + host + "), which this server cannot read"
		}
		return fmt.Sprintf("The editor names files on the machine %q, which this server cannot read", host)
	}
	if len(path) > 2 && path[1] == ':' && path[2] == '/' && !filepath.IsAbs(filepath.FromSlash(path)) {
		return fmt.Sprintf("The editor names files on the Windows drive %s, and this server runs on %s", path[:2], runtime.GOOS)
	}
	return ""
}
