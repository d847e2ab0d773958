// This file puts the parts together behind one type.

package publish

import (
	"context"
	"iter"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// Publisher computes findings and shows them to one client. Its methods are safe for concurrent use and, except for Run and the two pulls, never wait.
type Publisher struct {
	config    Config
	focus     focus
	aliases   aliases
	open      openCache
	survey    survey
	reports   reports
	pulls     pulls
	stopped   stopped
	diagnoser *diagnoser
}

// New returns a publisher. It computes nothing before Run.
func New(config Config) *Publisher {
	if config.Trace == nil {
		config.Trace = noTrace{}
	}
	if config.Watch == nil {
		config.Watch = func(ctx context.Context, _ *analysis.Program, _ func()) (context.Context, func()) {
			return ctx, func() {}
		}
	}
	p := &Publisher{config: config}
	p.diagnoser = newDiagnoser(config)
	p.diagnoser.opened = p.openPrograms
	p.diagnoser.closed = p.closedPrograms
	p.diagnoser.keeps = p.focus.covers
	p.diagnoser.passed = func() { p.refresh(); config.Passed() }
	p.diagnoser.upToDate = p.reports.retain
	return p
}

// Run computes findings until ctx is done.
func (p *Publisher) Run(ctx context.Context) { p.diagnoser.run(ctx) }

// Done is closed when Run has returned.
func (p *Publisher) Done() <-chan struct{} { return p.diagnoser.done }

// Changed notes that something has changed that findings depend on.
func (p *Publisher) Changed() { p.diagnoser.changed() }

// Edited notes that the user works on a document. Its findings come first.
func (p *Publisher) Edited(path string) {
	p.focus.edited(path)
	p.diagnoser.changed()
}

// Closed forgets a document.
func (p *Publisher) Closed(path string) {
	p.focus.closed(path)
	p.pulls.close(path)
	p.diagnoser.changed()
}

// FilesChanged notes that files and directories on disk may have changed.
func (p *Publisher) FilesChanged() {
	p.focus.relist()
	p.diagnoser.changed()
}

// SetScope sets which programs are checked.
func (p *Publisher) SetScope(s Scope) { p.focus.setScope(s) }

// SetFolders sets the folders of the workspace. The caller must not change the slice afterwards.
func (p *Publisher) SetFolders(folders []string) { p.focus.setFolders(folders) }

// Folders returns the folders of the workspace, whatever the scope.
func (p *Publisher) Folders() []string { return p.focus.workspace().folders }

// Directories visits the directories of the workspace that may hold programs, whatever the scope, until ctx is done.
// It searches for those that are not known.
func (p *Publisher) Directories(ctx context.Context, snapshot *workspace.Snapshot) iter.Seq[string] {
	return func(yield func(string) bool) { p.survey.each(ctx, snapshot, p.focus.workspace(), yield) }
}

// FolderOf returns the innermost folder of the workspace that a directory is in, whatever the scope.
func (p *Publisher) FolderOf(dir string) (folder string, ok bool) { return p.focus.folderOf(dir) }

// ChecksFolders reports whether programs without open documents are checked.
func (p *Publisher) ChecksFolders() bool { return len(p.focus.roots().folders) > 0 }

// Covers reports whether the program in a directory is checked even if none of its documents is open.
func (p *Publisher) Covers(dir string) bool { return p.focus.covers(dir) }

// PullsDocuments notes that the client pulls the findings of open documents, so they are no longer pushed.
func (p *Publisher) PullsDocuments() error {
	return p.diagnoser.table.pullsBegin(pullsDocuments)
}

// End answers pulls that wait for a change.
func (p *Publisher) End() { p.pulls.end() }

// isOpen reports whether the client has a document open now.
func (p *Publisher) isOpen(path string) bool {
	_, _, open, ok := p.config.View().Snapshot.File(path)
	return ok && open
}
