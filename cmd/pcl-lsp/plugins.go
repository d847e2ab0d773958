package main

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/plugins"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file implements how commands ask installed plugins for schemas.

// asker asks plugins on behalf of one command. A plugin that failed is not asked
// again: it would fail each time somebody types a letter.
type asker struct {
	ctx   context.Context
	cache *plugins.Cache

	mu     sync.Mutex // guards failed
	failed map[string]schemas.Answer
}

// withPlugins lets schemas come from plugins: those that were asked earlier always,
// new ones only if that is allowed.
func (f *schemaFlags) withPlugins(ctx context.Context, env environment, options *workspace.SchemaOptions) {
	if env.cache == "" {
		return
	}
	a := &asker{
		ctx: ctx, cache: &plugins.Cache{Dir: filepath.Join(filepath.Dir(env.cache), "plugins")},
		failed: map[string]schemas.Answer{},
	}
	options.Asked = a.asked
	if f.allowPlugins {
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
func (a *asker) ask(d schema.Decision) schemas.Answer {
	if d.Provider.Executable == "" {
		return schemas.Answer{State: schema.Missing, Reason: "it needs a language host, and none is started for a schema"}
	}
	r := request(d.Ref, d.Provider)
	key := r.Executable
	if p := r.Parameterization; p != nil {
		key += "\x00" + p.Name + "\x00" + p.Version + "\x00" + string(p.Value)
	}
	a.mu.Lock()
	known, failed := a.failed[key]
	a.mu.Unlock()
	if failed {
		return known
	}
	answer := a.answer(r)
	if answer.State != schema.Ready && a.ctx.Err() == nil {
		a.mu.Lock()
		a.failed[key] = answer
		a.mu.Unlock()
	}
	return answer
}

func (a *asker) answer(r plugins.Request) schemas.Answer {
	s, err := a.cache.Ask(a.ctx, r)
	switch {
	case err != nil:
		return schemas.Answer{State: schema.Broken, Reason: err.Error()}
	case s.Path == "":
		return schemas.Answer{State: schema.Broken, Reason: "its schema cannot be kept in " + a.cache.Dir}
	}
	return schemas.Answer{State: schema.Ready, Path: s.Path}
}
