// Package running runs programs with the evaluator and the engine of the reference, in this process.
package running

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/display"
	"github.com/pulumi/pulumi/pkg/v3/engine"
	lifecycle "github.com/pulumi/pulumi/pkg/v3/engine/lifecycletest/framework"
	"github.com/pulumi/pulumi/pkg/v3/pcl/runtime"
	"github.com/pulumi/pulumi/pkg/v3/resource/deploy"
	"github.com/pulumi/pulumi/pkg/v3/resource/deploy/deploytest"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	"github.com/pulumi/pulumi/pkg/v3/secrets/b64"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	codegenrpc "github.com/pulumi/pulumi/sdk/v3/proto/go/codegen"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/madeup"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
)

// The names of the stack that a program is run in, and of its organization.
const (
	Stack        = "test"
	Organization = "organization"
)

// Program is a program with all that a run of it needs.
type Program struct {
	Dir      string
	Packages *packages.Set
	Project  string
	// Config has the values of the stack's configuration. If it is nil, configs that need one get a value that is made up.
	Config config.Map
	asking.Choices
	// Seen is told where the expressions are, and what their values carry in each step, if it is there.
	Seen func(stage string, c Carried, evaluated bool)
	// ContinueOnError says that a resource that fails does not end a step.
	ContinueOnError bool
	// Plans makes providers as recorded plans have them: outputs differ between resources, and versions that no schema has are like the newest.
	Plans bool
}

// Run previews a program that binds in an empty stack, updates the stack, and updates it again.
func Run(p Program) asking.Run {
	outcome, _ := Deploy(p)
	return outcome
}

// Deployed is what is left of a program that was run.
type Deployed struct {
	// Outputs are those of the stack, by stage.
	Outputs map[string]resource.PropertyMap
	// Snapshot is the stack after the last update; nil without one.
	Snapshot *deploy.Snapshot
}

// Deploy is [Run] that tells what is left, too.
func Deploy(p Program) (asking.Run, Deployed) {
	d := start(p)
	outcome := d.deploy()
	return outcome, Deployed{d.outputs, d.snapshot}
}

// start returns an empty stack for a program.
func start(p Program) deployment {
	text := source(p.Dir)
	return deployment{Program: p, text: text, needed: packages.NewShort(text), outputs: map[string]resource.PropertyMap{}}
}

// deploy does all steps.
func (d *deployment) deploy() (outcome asking.Run) {
	if d.Config == nil {
		program, found, err := d.bind()
		if err != nil || found.HasErrors() {
			return asking.Run{Stage: asking.Preview, Evaluation: true, Message: firstOf(found, err).Error()}
		}
		d.Config = madeUpConfig(program, d.Project, d.choice(), d.Set)
	}
	if d.Stages == nil {
		d.Stages = asking.Stages()
	}
	for _, stage := range d.Stages {
		if message := d.step(stage); message != "" && outcome.Stage == "" {
			outcome = asking.Run{Stage: stage, Evaluation: d.failed, Message: message, Found: d.found}
		}
		if outcome.Stage != "" && !d.ContinueOnError {
			break
		}
	}
	outcome.Refused, outcome.Lost = d.refused, d.lost
	return outcome
}

// source is the text of a program and of its components.
func source(dir string) (all string) {
	filepath.WalkDir(dir, func(file string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(file) == ".pp" {
			text, _ := os.ReadFile(file) // the binder says why it can't be read
			all += string(text)
		}
		return nil
	})
	return all
}

// deployment is a stack, with the program that is run in it.
type deployment struct {
	Program
	stage    string // the present one
	snapshot *deploy.Snapshot
	target   deploy.Target                   // of the present step
	outputs  map[string]resource.PropertyMap // of the stack, by stage
	text     string                          // of the program and its components
	needed   *packages.Short                 // of the schemas
	failed   bool                            // the program fails by itself
	found    []asking.Diagnostic             // why
	lost     bool                            // some outputs could not be made up
	refused  []string                        // why providers would refuse inputs
	panicked string                          // the evaluator panics
	seen     *watch                          // of the current step
}

// step does one step and returns why it fails.
func (d *deployment) step(stage string) (message string) {
	events, log, err := d.operate(stage)
	d.outputs[stage] = outputsIn(events)
	switch {
	case err == nil && stage != asking.Preview:
		err = storable(d.snapshot)
	case err != nil && len(log.errors) > 0:
		return log.errors[0]
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// operate does one step and returns what the engine tells of it.
func (d *deployment) operate(stage string) (events []engine.Event, log log, err error) {
	d.stage = stage
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("%v", failure)
		}
	}()
	plan := &lifecycle.TestPlan{
		Project: d.Project, Stack: Stack, Runtime: "pcl", Config: d.Config, Decrypter: b64.NewBase64SecretsManager().Decrypter(),
		Options: lifecycle.TestUpdateOptions{
			UpdateOptions: engine.UpdateOptions{ContinueOnError: d.ContinueOnError, Parallel: 1}, T: &log, SkipDisplayTests: true, HostF: d.host,
		},
	}
	see := func(_ workspace.Project, _ deploy.Target, _ engine.JournalEntries, told []engine.Event, err error) error {
		events = told
		return err
	}
	d.seen, d.panicked = newWatch(), ""
	target := plan.GetTarget(&log, d.snapshot)
	target.Organization = Organization
	d.target, target.Snapshot = target, nil
	_, err = d.seen.watched(d.update).RunStep(plan.GetProject(), target, plan.Options, stage == asking.Preview, others, see, stage)
	return events, log, err
}

// update is a step that keeps the state once, at its end. The framework, which does not see that state, writes one after each resource, in three
// ways that it compares.
func (d *deployment) update(info engine.UpdateInfo, ctx *engine.Context, o engine.UpdateOptions, dryRun bool) (*deploy.Plan, display.ResourceChanges, error) {
	info.Target = &d.target
	if dryRun {
		return engine.Update(info, ctx, o, dryRun)
	}
	journal := engine.NewTestJournal()
	ctx.SnapshotManager = journal
	plan, changes, err := engine.Update(info, ctx, o, dryRun)
	journal.Close()
	snapshot, lost := journal.Snap(d.target.Snapshot)
	if lost == nil {
		snapshot.SecretsManager = b64.NewBase64SecretsManager()
		d.snapshot = snapshot
	}
	return plan, changes, errors.Join(err, lost)
}

// outputsIn returns the outputs of the stack that the events of a step tell of.
func outputsIn(events []engine.Event) (outputs resource.PropertyMap) {
	for _, e := range events {
		told, is := e.Payload().(engine.ResourceOutputsEventPayload)
		if is && told.Metadata.Type == resource.RootStackType && told.Metadata.New != nil {
			outputs = told.Metadata.New.Outputs
		}
	}
	return outputs
}

// others answers what programs ask about other stacks: there are, and they have no outputs.
var others = &deploytest.BackendClient{
	GetStackOutputsF:         func(context.Context, string, func(error) error) (property.Map, error) { return property.Map{}, nil },
	GetStackResourceOutputsF: func(context.Context, string) (property.Map, error) { return property.Map{}, nil },
}

// host makes what the engine calls: the providers, the schemas and the program.
func (d *deployment) host() plugin.Host {
	program := func(info plugin.RunInfo, _ *deploytest.ResourceMonitor) error { return d.program(info) }
	loader := func(*plugin.Context) codegenrpc.LoaderServer { return schema.NewLoaderServer(d.Packages) }
	loaders, required := d.providers()
	host := deploytest.NewPluginHostF(nil, nil, deploytest.NewLanguageRuntimeF(program, required...), loader, nil, loaders...)()
	if d.Plans {
		return versionless{host}
	}
	return host
}

// providers are how the engine gets the providers, and the versions that it takes where the program names none.
func (d *deployment) providers() (loaders []*deploytest.ProviderLoader, required []workspace.PackageDescriptor) {
	declared := binding.Descriptors(d.Dir)
	descriptor := func(name string, version *semver.Version) workspace.PackageDescriptor {
		return workspace.PackageDescriptor{PluginDescriptor: workspace.PluginDescriptor{Name: name, Kind: apitype.ResourcePlugin, Version: version}}
	}
	run := madeup.Run{Choice: d.choice(), Distinct: d.Plans, Kind: d.Kind, Refuse: d.refuse, Given: d.seen.given, Known: d.known}
	for _, p := range d.Packages.All() {
		if own := declared[p.Name]; !d.Plans && own != nil && own.Version != nil && own.Parameterization == nil && own.Version.NE(p.Version) {
			continue // it is not the version that the program declares
		}
		load := func() (plugin.Provider, error) { return d.Packages.Made(p, d.needed, run) }
		var options []deploytest.ProviderOption
		if p.Provider != nil { // behind a connection, as outside of tests, what a provider does not implement has a default
			options = append(options, deploytest.WithGrpc)
		}
		loaders = append(loaders, deploytest.NewProviderLoader(tokens.Package(p.Name), p.Version, load, options...))
		if !d.Plans {
			required = append(required, descriptor(p.Name, &p.Version))
		} else if !slices.ContainsFunc(required, func(r workspace.PackageDescriptor) bool { return r.Name == p.Name }) {
			var version *semver.Version // the program may say which one
			if declared := declared[p.Name]; declared != nil {
				version = declared.Version
			}
			required = append(required, descriptor(p.Name, version))
		}
		if of := declared[p.Name]; d.Plans && of != nil && of.Parameterization != nil && of.Version != nil {
			loaders = append(loaders, deploytest.NewProviderLoader(tokens.Package(of.Name), *of.Version, load))
		}
	}
	for _, of := range declared {
		if p, made := d.Packages.Parameterized(of); made && !d.Plans {
			load := func() (plugin.Provider, error) { return d.Packages.Made(p, d.needed, run) }
			loaders = append(loaders, deploytest.NewProviderLoader(tokens.Package(of.Name), *of.Version, load))
		}
	}
	return loaders, required
}

func (d *deployment) refuse(why string) {
	if !slices.Contains(d.refused, why) {
		d.refused = append(d.refused, why)
	}
}

// program binds and evaluates the program. A crash of the evaluator is a failure.
func (d *deployment) program(info plugin.RunInfo) (err error) {
	defer func() {
		if failure := recover(); failure != nil {
			d.panicked = fmt.Sprint(failure)
			err = fmt.Errorf("panic: %v", failure)
		}
		d.failed = err != nil && !isAnswer(err.Error())
		var found hcl.Diagnostics
		if d.failed && errors.As(err, &found) {
			d.found = binding.Diagnostics(found, d.Dir)
		}
	}()
	program, found, err := d.bind()
	if err != nil || found.HasErrors() {
		return firstOf(found, err)
	}
	engine, err := engineAddress()
	if err != nil {
		return err
	}
	values, secrets := map[string]string{}, []string{}
	for key, value := range info.Config {
		values[key.String()] = value
	}
	for _, key := range info.ConfigSecretKeys {
		secrets = append(secrets, key.String())
	}
	at := d.Dir
	if d.Plans { // what programs say of where they are is the same for all
		if at = "."; os.Chdir(d.Dir) != nil {
			return fmt.Errorf("%s cannot be entered", d.Dir)
		}
	}
	return runtime.NewInterpreter(program, runtime.RunInfo{
		Project: info.Project, Stack: info.Stack, Organization: info.Organization,
		RootDirectory: at, ProgramDir: d.Dir, WorkingDir: at,
		Config: values, ConfigSecrets: secrets,
		MonitorAddress: info.MonitorAddress, EngineAddress: engine, LoaderAddress: info.LoaderAddress,
		DryRun: info.DryRun, Parallel: 1, PackageDescriptors: binding.Descriptors(d.Dir),
	}).Run(context.Background())
}

// isAnswer reports whether a failure of the evaluator is what the engine or a provider answered.
func isAnswer(message string) bool {
	return strings.Contains(message, "rpc error: ") || strings.Contains(message, "invoke failed with the following errors")
}

func (d *deployment) bind() (*pcl.Program, hcl.Diagnostics, error) {
	program, found, err := pcl.BindDirectory(d.Dir, d.Packages, pcl.PreferOutputVersionedInvokes)
	if d.Seen != nil && program != nil && !found.HasErrors() {
		w := watcher{func(c Carried, evaluated bool) { d.Seen(d.stage, c, evaluated) }, map[any]model.Expression{}, false}
		w.program(program, d.Dir)
	}
	return program, found, err
}

func firstOf(found hcl.Diagnostics, err error) error {
	if found.HasErrors() {
		return found
	}
	return err
}
