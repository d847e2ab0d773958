package main

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

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
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

// bugReports keeps reports in a folder, one for each bug in each version.
type bugReports struct{ folder string }

// bugReports returns the folder of reports, next to the schema indexes. Without a cache
// directory there is none.
func (a *app) bugReports() bugReports {
	if a.env.cache == "" {
		return bugReports{}
	}
	return bugReports{filepath.Join(filepath.Dir(a.env.cache), "bugs")}
}

var errNoFolder = errors.New("no cache folder")

// keep writes a report that only the user can read, and returns its path. A known bug keeps
// its report. The oldest reports are removed if there are too many.
func (b bugReports) keep(doing string, f *fault.Fault) (path string, err error) {
	if b.folder == "" {
		return "", errNoFolder
	}
	build := buildVersion()
	name := bugPrefix + strings.Map(fileLetter, build.Version) + "-" + f.ID() + bugSuffix
	path = filepath.Join(b.folder, name)
	if _, err := os.Lstat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(b.folder, 0o700); err != nil {
		return "", err
	}
	if err := os.Chmod(b.folder, 0o700); err != nil { // older versions created it with other permissions
		return "", err
	}
	b.makeRoom()
	text := fmt.Sprintf("%v\nwhile: %.*s\n%s\n\n%s\n", build, longestTask, doing, f, f.Stack())
	return path, replace.One(path, []byte(text[:min(len(text), longestBug)]), 0o600)
}

func (b bugReports) makeRoom() {
	reports := b.byAge()
	for _, name := range reports[:max(0, len(reports)-mostBugs+1)] {
		_ = os.Remove(filepath.Join(b.folder, name)) // another server may have removed it
	}
}

func (b bugReports) byAge() []string {
	if b.folder == "" {
		return nil
	}
	entries, err := os.ReadDir(b.folder)
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

// internalError returns the error for a panic of a command, and keeps a report.
func (a *app) internalError(doing string, recovered any) error {
	f := fault.Of(recovered)
	said := fmt.Errorf("internal error while %s: %w\n%s", doing, f, f.Stack())
	if path, err := a.bugReports().keep("a command ran", f); err == nil {
		said = fmt.Errorf("%w\nA copy is in %s, for a bug report; it contains nothing from your files", said, path)
	}
	return said
}
