// This file lists the findings of a program, file by file. Files that an edit leaves alone keep their entries.

package publish

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// listing is the findings in the files of a program, in the order of its report. It is immutable.
//
// Why: a program may have hundreds of files, and each keystroke changes the findings of one. Comparing two lists of pointers costs nothing beside looking
// up, converting and comparing each file.
type listing struct{ files []*listed }

// listed is the findings in one file and everything that they were made of.
type listed struct {
	findings
	from    workspace.FileReport
	missing bool // the file is gone
	spelled bool // the client has a spelling of its own
	steady  bool // no finding has a related place in another file
}

// list lists the findings of a report. It takes over what it can from a listing made before, which may be nil.
func (p *Publisher) list(v View, r *workspace.Report, before *listing) (*listing, error) {
	var places *place.Files
	l := &listing{files: make([]*listed, len(r.Files))}
	for i, f := range r.Files {
		if before != nil && i < len(before.files) && before.files[i].holds(v, f) {
			l.files[i] = before.files[i]
			continue
		}
		if places == nil {
			places = v.Files()
		}
		found, err := p.reports.of(v, places, f)
		if err != nil {
			return nil, err
		}
		file, ok := fileFindings(v, f.Found.Path, found)
		_, spelled := v.Spellings[file.path]
		l.files[i] = &listed{file, f, !ok, spelled, !slices.ContainsFunc(f.Found.Diagnostics, leadsAway)}
	}
	return l, nil
}

// leadsAway reports whether a finding has a related place in another file.
func leadsAway(d analysis.Diagnostic) bool {
	return slices.ContainsFunc(d.Related, func(r analysis.Related) bool { return r.Path != d.Path })
}

// holds reports whether an entry is right for a report of a file.
func (l *listed) holds(v View, f workspace.FileReport) bool {
	if l.from != f || l.missing || !l.steady {
		return false
	}
	if spelled, is := v.Spellings[l.path]; is != l.spelled || is && spelled != l.uri {
		return false
	}
	version, open := v.Snapshot.Version(l.path)
	return open == l.open() && (!open || l.version == protocol.NewOptional(int32(version)))
}

// all returns the findings of all files. The edited document comes first, then open documents, then the others.
func (l *listing) all(edited string) []findings { return urgentFirst(l.files, edited) }

// since returns the findings that differ from those of another listing, in the same order. It returns false if the listings are not about the same files.
func (l *listing) since(base *listing, edited string) (changed []findings, comparable bool) {
	if base == nil || len(base.files) != len(l.files) {
		return nil, false
	}
	var differ []*listed
	for i, now := range l.files {
		before := base.files[i]
		if now == before {
			continue
		}
		if now.path != before.path || now.missing != before.missing {
			return nil, false
		}
		differ = append(differ, now)
	}
	return urgentFirst(differ, edited), true
}

// urgentFirst returns the findings of files in the order in which to show them.
func urgentFirst(files []*listed, edited string) []findings {
	sorted := make([]findings, 0, len(files))
	for urgency := range 3 {
		for _, f := range files {
			if !f.missing && f.urgency(edited) == urgency {
				sorted = append(sorted, f.findings)
			}
		}
	}
	return sorted
}

func (l *listed) urgency(edited string) int {
	switch {
	case l.path == edited:
		return 0
	case l.open():
		return 1
	}
	return 2
}

// result returns what to show of a listing when another one, which may be nil, is shown already.
func (l *listing) result(shown *listing, edited string) result {
	changed, comparable := l.since(shown, edited)
	if !comparable {
		return result{files: l.all(edited), token: l}
	}
	if len(changed) == 0 {
		l = shown
	}
	return result{files: changed, base: shown, all: func() []findings { return l.all(edited) }, token: l}
}
