package running

import (
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
	registrations changes.Registrations
	mu            sync.Mutex
	inputs        map[string]chan resource.PropertyMap // by URN
}

func newWatch() *watch { return &watch{inputs: map[string]chan resource.PropertyMap{}} }

// watched is an operation of the engine whose events are seen as soon as they occur, and whose log is read.
func (w *watch) watched(operation lifecycle.TestOp) lifecycle.TestOp {
	return func(info engine.UpdateInfo, ctx *engine.Context, opts engine.UpdateOptions, dryRun bool) (*deploy.Plan, display.ResourceChanges, error) {
		logging.SetSinkHandler(&w.registrations)
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
	for _, r := range d.seen.registrations.All() {
		if r.URN == urn && r.Used != "" {
			urn = r.Used
		}
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
