package main

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

// This file implements how commands ask installed plugins for schemas.

// asker asks plugins on behalf of one command. A plugin that failed is not asked
// again, as it would fail each time somebody types a letter, nor one that the user
// did not want to wait for, until its executable or a setting has changed.
type asker struct {
	ctx   context.Context
	cache *plugins.Cache
	trust *trust

	mu     sync.Mutex // guards failed
	failed map[string]failedAsk
}

// failedAsk is what became of asking an executable in a state.
type failedAsk struct {
	state  os.FileInfo // nil if it could not be told
	answer schemas.Answer
}

// holds reports whether the executable is still in that state.
func (f failedAsk) holds(now os.FileInfo) bool {
	if f.state == nil || now == nil {
		return f.state == nil && now == nil
	}
	return os.SameFile(f.state, now) && f.state.Size() == now.Size() && f.state.ModTime().Equal(now.ModTime())
}

// withPlugins lets schemas come from plugins: those that were asked earlier always,
// new ones only if that is allowed.
func (f *schemaFlags) withPlugins(ctx context.Context, env environment, options *workspace.SchemaOptions) {
	if env.cache == "" {
		return
	}
	a := &asker{
		ctx: ctx, cache: &plugins.Cache{Dir: filepath.Join(filepath.Dir(env.cache), "plugins")}, trust: f.trust,
		failed: map[string]failedAsk{},
	}
	options.Asked, options.AskedIn, options.Forgive = a.asked, a.cache.Dir, a.forgive
	if f.allowPlugins && !f.offline {
		options.Ask = a.ask
	}
}

// request is the question to the plugin that serves a reference.
func request(ref schema.Ref, plugin schema.Plugin) plugins.Request {
	r := plugins.Request{Executable: plugin.Executable, Name: ref.Name}
	if p := ref.Parameterization; p != nil {
		r.Parameterization = &plugins.Parameterization{Name: p.Name, Version: p.Version, Value: p.Value}
	}
	return r
}

// asked is the file with what a plugin said earlier.
func (a *asker) asked(ref schema.Ref, plugin schema.Plugin) (path string, ok bool) {
	if plugin.Executable == "" {
		return "", false
	}
	s, ok := a.cache.Lookup(request(ref, plugin))
	return s.Path, ok && s.Path != ""
}

// ask asks the plugin of a decision, which takes as long as the plugin does.
func (a *asker) ask(caller schemas.Caller, d schema.Decision) schemas.Answer {
	if d.Provider.Executable == "" {
		return schemas.Answer{State: schema.Missing, Reason: "it needs a language host, and none is started for a schema"}
	}
	r := request(d.Ref, d.Provider)
	key := r.Executable
	if p := r.Parameterization; p != nil {
		key += "\x00" + p.Name + "\x00" + p.Version + "\x00" + string(p.Value)
	}
	state, _ := os.Stat(r.Executable) // before it is asked: it may be replaced meanwhile
	a.mu.Lock()
	known, failed := a.failed[key]
	a.mu.Unlock()
	if failed && known.holds(state) {
		return known.answer
	}
	var untrusted <-chan struct{}
	if d.Needs&schema.Trust != 0 {
		untrusted = a.trust.taken()
	}
	answer := a.answer(caller, r, untrusted)
	if answer.State != schema.Ready && a.ctx.Err() == nil && !isClosed(untrusted) {
		a.mu.Lock()
		a.failed[key] = failedAsk{state, answer}
		a.mu.Unlock()
	}
	return answer
}

// forgive forgets what failed.
func (a *asker) forgive() {
	a.mu.Lock()
	defer a.mu.Unlock()
	clear(a.failed)
}

// Why asking was given up.
var (
	errCancelled = errors.New("cancelled by the user")
	errUntrusted = errors.New("the workspace is not trusted any more")
)

// answer is what a plugin says, as long as the caller waits and nobody takes the trust
// that it needs.
func (a *asker) answer(caller schemas.Caller, r plugins.Request, untrusted <-chan struct{}) schemas.Answer {
	if isClosed(untrusted) { // since the question was put
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
		return schemas.Answer{State: schema.Missing, Reason: "cancelled; a change of the plugin or of a setting asks again"}
	case errors.Is(err, errUntrusted):
		return schemas.Answer{State: schema.Missing, Reason: errUntrusted.Error()}
	case err != nil:
		return schemas.Answer{State: schema.Broken, Reason: err.Error()}
	case s.Path == "":
		return schemas.Answer{State: schema.Broken, Reason: "its schema cannot be kept in " + a.cache.Dir}
	}
	return schemas.Answer{State: schema.Ready, Path: s.Path}
}

// isClosed reports whether a channel on which nothing is sent is closed; nil never is.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
