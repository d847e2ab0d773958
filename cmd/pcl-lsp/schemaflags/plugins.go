package schemaflags

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/plugins"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file implements how commands ask installed plugins for schemas, and remembers whether the user trusts the
// workspace: by a flag, or through an editor while the server runs. Nothing in the workspace can grant trust.

// asker asks plugins on behalf of one command. It does not ask a plugin again that
// failed or that the user canceled, until the plugin's executable or a setting
// changes. Otherwise the plugin would start, and fail, at every keystroke.
type asker struct {
	ctx   context.Context
	cache *plugins.Cache
	trust *Trust

	mu     sync.Mutex // guards failed
	failed map[string]failure
}

// failure is the answer of a plugin that failed, with the state of its executable.
type failure struct {
	state  os.FileInfo // nil if unknown
	answer schemas.Answer
}

// holds reports whether the executable is still the same.
func (f failure) holds(now os.FileInfo) bool {
	if f.state == nil || now == nil {
		return f.state == nil && now == nil
	}
	return os.SameFile(f.state, now) && f.state.Size() == now.Size() && f.state.ModTime().Equal(now.ModTime())
}

// withPlugins adds plugins to the sources of schemas. Cached answers are always used;
// new questions are asked only if the flags allow it.
func (f *Flags) withPlugins(ctx context.Context, cache string, options *workspace.SchemaOptions) {
	if cache == "" {
		return
	}
	a := &asker{
		ctx: ctx, cache: &plugins.Cache{Dir: filepath.Join(filepath.Dir(cache), "plugins")}, trust: f.Trust,
		failed: map[string]failure{},
	}
	options.Asked, options.AskedIn, options.Forgive = a.asked, a.cache.Dir, a.forgive
	if f.AllowPlugins && !f.Offline {
		options.Ask = a.ask
	}
}

// request returns the question to the plugin that serves a reference.
func request(ref schema.Ref, plugin schema.Plugin) plugins.Request {
	r := plugins.Request{Executable: plugin.Executable, Name: ref.Name}
	if p := ref.Parameterization; p != nil {
		r.Parameterization = &plugins.Parameterization{Name: p.Name, Version: p.Version, Value: p.Value}
	}
	return r
}

// asked returns the file with a plugin's earlier answer.
func (a *asker) asked(ref schema.Ref, plugin schema.Plugin) (path string, ok bool) {
	if plugin.Executable == "" {
		return "", false
	}
	s, ok := a.cache.Lookup(request(ref, plugin))
	return s.Path, ok && s.Path != ""
}

// ask asks the plugin of a decision. It takes as long as the plugin does.
func (a *asker) ask(caller schemas.Caller, d schema.Decision) schemas.Answer {
	if d.Provider.Executable == "" {
		return schemas.Answer{State: schema.Missing, Reason: "it needs a language host, and pcl-lsp does not start one to get a schema"}
	}
	r := request(d.Ref, d.Provider)
	key := r.Executable
	if p := r.Parameterization; p != nil {
		key += "\x00" + p.Name + "\x00" + p.Version + "\x00" + string(p.Value)
	}
	state, _ := os.Stat(r.Executable) // before asking: the file may be replaced in the meantime
	a.mu.Lock()
	known, failed := a.failed[key]
	a.mu.Unlock()
	if failed && known.holds(state) {
		return known.answer
	}
	var untrusted <-chan struct{}
	if d.Needs&schema.Trust != 0 {
		untrusted = a.trust.withdrawn()
	}
	answer := a.answer(caller, r, untrusted)
	if answer.State != schema.Ready && a.ctx.Err() == nil && !isClosed(untrusted) {
		a.mu.Lock()
		a.failed[key] = failure{state, answer}
		a.mu.Unlock()
	}
	return answer
}

// forgive forgets all failures.
func (a *asker) forgive() {
	a.mu.Lock()
	defer a.mu.Unlock()
	clear(a.failed)
}

// The reasons to stop asking.
var (
	errCancelled = errors.New("cancelled by the user")
	errUntrusted = errors.New("the workspace is not trusted any more")
)

// answer asks the plugin. It gives up when the caller stops waiting or when the user
// withdraws the trust that the plugin needs.
func (a *asker) answer(caller schemas.Caller, r plugins.Request, untrusted <-chan struct{}) schemas.Answer {
	if isClosed(untrusted) { // withdrawn since the caller asked
		return schemas.Answer{State: schema.Missing, Reason: errUntrusted.Error()}
	}
	ctx, cancel := context.WithCancelCause(a.ctx)
	var waiting sync.WaitGroup
	waiting.Go(func() {
		select {
		case <-caller.Cancelled:
			cancel(errCancelled)
		case <-untrusted:
			cancel(errUntrusted)
		case <-ctx.Done():
		}
	})
	defer waiting.Wait()
	defer cancel(nil)
	if caller.Progress != nil {
		r.Progress = func(s plugins.Stage) { caller.Progress(string(s)) }
	}
	s, err := a.cache.Ask(ctx, r)
	switch {
	case errors.Is(err, errCancelled):
		return schemas.Answer{State: schema.Missing, Reason: "cancelled; it is asked again when the plugin or a setting changes"}
	case errors.Is(err, errUntrusted):
		return schemas.Answer{State: schema.Missing, Reason: errUntrusted.Error()}
	case err != nil:
		return schemas.Answer{State: schema.Broken, Reason: err.Error()}
	case s.Path == "":
		return schemas.Answer{State: schema.Broken, Reason: "its schema cannot be stored in " + a.cache.Dir}
	}
	return schemas.Answer{State: schema.Ready, Path: s.Path}
}

// isClosed reports whether a channel that carries no values is closed. A nil channel
// never is.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// Trust is the user's latest answer. It is safe for concurrent use once the flags have
// been parsed.
type Trust struct {
	flag bool

	mu      sync.Mutex // guards the fields below
	granted bool       // by the editor
	dirs    []string   // the folders of the editor
	until   chan struct{}
}

// Another is the answer of another user, with the same flags.
func (t *Trust) Another() *Trust { return &Trust{flag: t.flag} }

// Set records what the editor says: whether the user trusts the workspace, and which
// folders the workspace has.
func (t *Trust) Set(granted bool, folders []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case granted && !t.granted:
		t.until = make(chan struct{})
	case !granted && t.granted:
		close(t.until)
	}
	t.granted, t.dirs = granted, folders
}

// withdrawn returns a channel that is closed when the user withdraws trust. It is
// already closed if there is no trust now, and nil if trust cannot be withdrawn.
func (t *Trust) withdrawn() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.flag:
		return nil
	case t.until == nil:
		none := make(chan struct{})
		close(none)
		return none
	}
	return t.until
}

// Given reports whether plugins of the workspace may run, and links out of it may be followed. The directory of the
// program does not matter: trust covers all folders or none.
func (t *Trust) Given(string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.flag || t.granted
}

// Folders returns the folders of the workspace that the editor has named.
func (t *Trust) Folders() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.dirs
}
