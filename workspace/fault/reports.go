package fault

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file keeps reports of panics, for users to attach to bug reports. A report has the
// version, the task and the stack trace, and nothing of the user's files.

const (
	bugPrefix   = "bug-"
	bugSuffix   = ".txt"
	mostBugs    = 20       // the number of reports to keep
	longestBug  = 64 << 10 // bytes in a report
	longestTask = 200      // bytes for the task
)

// Reports keeps reports in a folder, one for each bug in each version.
type Reports struct {
	Folder  string // empty for none
	Version string // in the names of reports
	Build   string // the version and what else is known of the build
}

var errNoFolder = errors.New("no cache folder")

// Keep writes a report that only the user can read, and returns its path. A known bug keeps
// its report. The oldest reports are removed if there are too many.
func (r Reports) Keep(doing string, f *Fault) (path string, err error) {
	if r.Folder == "" {
		return "", errNoFolder
	}
	name := bugPrefix + strings.Map(fileLetter, r.Version) + "-" + f.ID() + bugSuffix
	path = filepath.Join(r.Folder, name)
	if _, err := os.Lstat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(r.Folder, 0o700); err != nil {
		return "", err
	}
	if err := os.Chmod(r.Folder, 0o700); err != nil { // older versions created it with other permissions
		return "", err
	}
	r.makeRoom()
	text := fmt.Sprintf("%s\nwhile: %.*s\n%s\n\n%s\n", r.Build, longestTask, doing, f, f.Stack())
	return path, replace.One(path, []byte(text[:min(len(text), longestBug)]), 0o600)
}

func (r Reports) makeRoom() {
	reports := r.byAge()
	for _, name := range reports[:max(0, len(reports)-mostBugs+1)] {
		_ = os.Remove(filepath.Join(r.Folder, name)) // another server may have removed it
	}
}

func (r Reports) byAge() []string {
	if r.Folder == "" {
		return nil
	}
	entries, err := os.ReadDir(r.Folder)
	if err != nil {
		return nil
	}
	times := map[string]time.Time{}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && info.Mode().IsRegular() && strings.HasPrefix(e.Name(), bugPrefix) && strings.HasSuffix(e.Name(), bugSuffix) {
			times[e.Name()] = info.ModTime()
		}
	}
	return slices.SortedFunc(maps.Keys(times), func(x, y string) int {
		return cmp.Or(times[x].Compare(times[y]), strings.Compare(x, y))
	})
}

// fileLetter replaces characters that are not valid in file names on every system.
func fileLetter(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
		return r
	}
	return '_'
}

// Newest returns the texts of the newest reports, and how many others there are.
func (r Reports) Newest(most int) (texts []string, omitted int) {
	all := r.byAge()
	for _, name := range slices.Backward(all) {
		text, err := os.ReadFile(filepath.Join(r.Folder, name))
		switch {
		case err != nil: // another server may have removed it
		case len(texts) < most:
			texts = append(texts, string(text))
		default:
			omitted++
		}
	}
	return texts, omitted
}
