package running

import (
	"context"
	"log/slog"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/pkg/v3/display"
	"github.com/pulumi/pulumi/pkg/v3/engine"
	lifecycle "github.com/pulumi/pulumi/pkg/v3/engine/lifecycletest/framework"
	"github.com/pulumi/pulumi/pkg/v3/resource/deploy"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/logging"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// This file watches the engine while it works: what is registered, and what the program gives to resources that a provider only reads.

// watch is what was seen of one step.
type watch struct {
	mu         sync.Mutex
	registered []changes.Registered
	inputs     map[string]chan resource.PropertyMap // by URN
}

func newWatch() *watch { return &watch{inputs: map[string]chan resource.PropertyMap{}} }

// watched is an operation of the engine whose events are seen as soon as they occur, and whose log is read.
func (w *watch) watched(operation lifecycle.TestOp) lifecycle.TestOp {
	return func(info engine.UpdateInfo, ctx *engine.Context, opts engine.UpdateOptions, dryRun bool) (*deploy.Plan, display.ResourceChanges, error) {
		logging.SetSinkHandler(w)
		defer logging.SetSinkHandler(nil)
		all, mine := ctx.Events, make(chan engine.Event)
		done := make(chan struct{})
		go func() {
			defer close(done)
			for e := range mine {
				w.event(e)
				all <- e
			}
		}()
		defer func() {
			close(mine)
			<-done
		}()
		own := *ctx
		own.Events = mine
		return operation(info, &own, opts, dryRun)
	}
}

// event keeps the inputs that the program gives to a resource that is about to be read.
func (w *watch) event(e engine.Event) {
	step, is := e.Payload().(engine.ResourcePreEventPayload)
	if !is {
		return
	}
	switch step.Metadata.Op {
	case deploy.OpImport, deploy.OpImportReplacement, deploy.OpRead, deploy.OpReadReplacement:
		select {
		case w.of(string(step.Metadata.URN)) <- step.Metadata.New.State.Inputs:
		default: // nobody has read the ones before
		}
	}
}

func (w *watch) of(urn string) chan resource.PropertyMap {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.inputs[urn] == nil {
		w.inputs[urn] = make(chan resource.PropertyMap, 1)
	}
	return w.inputs[urn]
}

// given waits for the inputs of a resource that is read: its step begins before.
func (w *watch) given(urn string) (*structpb.Struct, error) {
	return plugin.MarshalProperties(<-w.of(urn), marshaling)
}

var marshaling = plugin.MarshalOptions{KeepUnknowns: true, KeepSecrets: true, KeepResources: true}

// known are the outputs that the state has of a resource that was registered, maybe by an alias.
func (d *deployment) known(urn string) (*structpb.Struct, error) {
	if used := d.seen.used(urn); used != "" {
		urn = used
	}
	if d.snapshot == nil {
		return nil, nil
	}
	for _, r := range d.snapshot.Resources {
		if string(r.URN) == urn {
			return plugin.MarshalProperties(r.Outputs, marshaling)
		}
	}
	return nil, nil
}

func (w *watch) used(urn string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.registered {
		if r.URN == urn {
			return r.Used
		}
	}
	return ""
}

// Handle implements [slog.Handler]: the engine logs the aliases that it computes, and the one that it finds in the state.
func (w *watch) Handle(_ context.Context, r slog.Record) error {
	generated, matched := strings.HasPrefix(r.Message, "Generated aliases for"), strings.HasPrefix(r.Message, "Matched alias")
	if !generated && !matched {
		return nil
	}
	var values []any
	r.Attrs(func(a slog.Attr) bool {
		values = append(values, a.Value.Any())
		return true
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	if matched {
		used, _ := values[0].(resource.URN)
		w.registered[len(w.registered)-1].Used = string(used)
		return nil
	}
	urn, _ := values[0].(resource.URN)
	one := changes.Registered{URN: string(urn)}
	aliases, _ := values[1].([]resource.URN)
	for _, alias := range aliases {
		one.Aliases = append(one.Aliases, string(alias))
	}
	w.registered = append(w.registered, one)
	return nil
}

// Enabled implements [slog.Handler].
func (w *watch) Enabled(_ context.Context, level slog.Level) bool { return level == slog.LevelInfo }

// WithAttrs implements [slog.Handler].
func (w *watch) WithAttrs([]slog.Attr) slog.Handler { return w }

// WithGroup implements [slog.Handler].
func (w *watch) WithGroup(string) slog.Handler { return w }
