// This file lists the findings of a program, file by file. Files that an edit leaves alone keep their entries.

package publish

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// listing is the findings in the files of a program, in the order of its report. It is immutable.
//
// Why: a program may have hundreds of files, and each keystroke changes the findings of one. Comparing two lists of pointers costs nothing beside looking
// up, converting and comparing each file.
type listing struct {
	files  []*listed
	edited string // the document that comes first
}

var nothing = &listing{}

// alone returns the listing of a file that is in no program, or of nothing if the file is gone.
func alone(f findings, ok bool) *listing {
	if !ok {
		return nothing
	}
	return &listing{files: []*listed{{findings: f}}}
}

// open returns the listing without closed files.
func (l *listing) open() *listing {
	return &listing{files: lists.Where(l.files, func(f *listed) bool { return f.open() }), edited: l.edited}
}

// listed is the findings in one file and everything that they were made of.
type listed struct {
	findings
	from    workspace.FileReport
	missing bool // the file is gone
	spelled bool // the client has a spelling of its own
	steady  bool // no finding has a related place in another file
}

// list lists the findings of a report. It takes over what it can from a listing made before, which may be nil. If
// that is everything, it returns that listing.
func (p *Publisher) list(v View, r *workspace.Report, before *listing, edited string) (*listing, error) {
	var places *place.Files
	l := &listing{files: make([]*listed, len(r.Files)), edited: edited}
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
		l.files[i] = &listed{file, f, !ok, spelled, !slices.ContainsFunc(f.Found.Diagnostics, analysis.Diagnostic.LeadsAway)}
	}
	if before != nil && slices.Equal(before.files, l.files) {
		return before, nil
	}
	return l, nil
}

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

// since returns the findings that differ from those of another listing. Whole says that these are all, since the
// listings are not about the same files. The edited document comes first, then open documents, then the others.
func (l *listing) since(base *listing) (changed []findings, whole bool) {
	if base == nil || len(base.files) != len(l.files) {
		return l.urgentFirst(l.files), true
	}
	var differ []*listed
	for i, now := range l.files {
		before := base.files[i]
		if now == before {
			continue
		}
		if now.path != before.path || now.missing != before.missing {
			return l.urgentFirst(l.files), true
		}
		differ = append(differ, now)
	}
	return l.urgentFirst(differ), false
}

// urgentFirst returns the findings of files in the order in which to show them.
func (l *listing) urgentFirst(files []*listed) []findings {
	sorted := make([]findings, 0, len(files))
	for urgency := range 3 {
		for _, f := range files {
			if !f.missing && f.urgency(l.edited) == urgency {
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
