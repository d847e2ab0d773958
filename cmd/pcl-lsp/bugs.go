package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file keeps reports of panics, for users to send to those who mend them. A report
// says which build of the program did what at which place of its source, and nothing of
// what it worked on.

const (
	bugPrefix   = "bug-"
	bugSuffix   = ".txt"
	mostBugs    = 20       // reports that are kept
	longestBug  = 64 << 10 // bytes of one
	longestTask = 200      // bytes of what was being done
)

// bugReports keeps reports in a folder, one for each mistake of each build.
type bugReports struct{ folder string }

// bugReports are beside the indexes of schemas; nowhere if those are nowhere.
func (a *app) bugReports() bugReports {
	if a.env.cache == "" {
		return bugReports{}
	}
	return bugReports{filepath.Join(filepath.Dir(a.env.cache), "bugs")}
}

var errNoFolder = errors.New("there is no folder for it")

// keep keeps a report that only the user can read and gives its path. Of a mistake that
// is known there is one already. The oldest ones go when there are too many.
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
	if err := os.Chmod(b.folder, 0o700); err != nil { // it may be older than this rule
		return "", err
	}
	b.makeRoom()
	text := fmt.Sprintf("%v\nwhile: %.*s\n%s\n\n%s\n", build, longestTask, doing, f, f.Stack())
	return path, replace.One(path, []byte(text[:min(len(text), longestBug)]), 0o600)
}

// makeRoom removes the oldest reports so that there is room for one more.
func (b bugReports) makeRoom() {
	entries, err := os.ReadDir(b.folder)
	if err != nil {
		return
	}
	type aged struct {
		name string
		time int64
	}
	var reports []aged
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), bugPrefix) && strings.HasSuffix(e.Name(), bugSuffix) {
			reports = append(reports, aged{e.Name(), info.ModTime().UnixNano()})
		}
	}
	slices.SortFunc(reports, func(x, y aged) int {
		if x.time != y.time {
			return int(max(-1, min(1, x.time-y.time)))
		}
		return strings.Compare(x.name, y.name)
	})
	for _, r := range reports[:max(0, len(reports)-mostBugs+1)] {
		_ = os.Remove(filepath.Join(b.folder, r.name)) // another server may have done it
	}
}

// fileLetter keeps what can stand in names of files everywhere.
func fileLetter(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
		return r
	}
	return '_'
}

// internalError is what is said of a panic of a command, whose report is kept.
func (a *app) internalError(doing string, recovered any) error {
	f := fault.Of(recovered)
	said := fmt.Errorf("internal error while %s: %w\n%s", doing, f, f.Stack())
	if path, err := a.bugReports().keep("a command ran", f); err == nil {
		said = fmt.Errorf("%w\nThis is also in %s, for a bug report; nothing of your files is in it", said, path)
	}
	return said
}
