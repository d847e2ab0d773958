// Package running runs programs with the evaluator and the engine of the reference, in this process.
package running

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
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

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/madeup"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
)

// The names of the stack that a program is run in, and of its organization.
const (
	Stack        = "test"
	Organization = "organization"
)

// The stages of a deployment, in order. A program that gets through all of them has none.
const (
	Preview = "preview"
	Update  = "update"
	Again   = "again" // an update of what the first one made
)

// Outcome says where the deployment of a program fails.
type Outcome struct {
	Stage string `json:"stage,omitempty"`
	// Evaluation says that the program fails by itself, and not because of what the engine or a provider answers.
	Evaluation bool   `json:"evaluation,omitempty"`
	Message    string `json:"message,omitempty"`
	// Refused is why a provider would refuse an input. Those that make outputs up accept it.
	Refused string `json:"refused,omitempty"`
}

// Program is a program with all that a run of it needs.
type Program struct {
	Dir      string
	Packages *packages.Set
	Project  string
	// Config has the values of the stack's configuration. If it is nil, configs that need one get a value that is made up.
	Config config.Map
	// Seed chooses what is made up: values of configs, and outputs of packages of which only the schema is known.
	Seed uint64
	// ContinueOnError says that a resource that fails does not end a step.
	ContinueOnError bool
	// Plans makes providers as recorded plans have them: outputs differ between resources, and versions that no schema has are like the newest.
	Plans bool
}

// Run previews a program that binds in an empty stack, updates the stack, and updates it again.
func Run(p Program) Outcome {
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
func Deploy(p Program) (Outcome, Deployed) {
	d := deployment{Program: p, outputs: map[string]resource.PropertyMap{}}
	outcome := d.deploy()
	return outcome, Deployed{d.outputs, d.snapshot}
}

// deploy does all steps.
func (d *deployment) deploy() (outcome Outcome) {
	if d.Config == nil {
		program, found, err := d.bind()
		if err != nil || found.HasErrors() {
			return Outcome{Stage: Preview, Evaluation: true, Message: firstOf(found, err).Error()}
		}
		d.Config = madeUpConfig(program, d.Project, d.Seed)
	}
	for _, stage := range []string{Preview, Update, Again} {
		if message := d.step(stage); message != "" && outcome.Stage == "" {
			outcome = Outcome{Stage: stage, Evaluation: d.failed, Message: message}
		}
		if outcome.Stage != "" && !d.ContinueOnError {
			break
		}
	}
	outcome.Refused = d.refused
	return outcome
}

// deployment is a stack, with the program that is run in it.
type deployment struct {
	Program
	snapshot *deploy.Snapshot
	outputs  map[string]resource.PropertyMap // of the stack, by stage
	failed   bool                            // the program fails by itself
	panicked string                          // the evaluator panics
	refused  string                          // why a provider would refuse an input
	seen     *watch                          // of the current step
}

// step does one step and returns why it fails.
func (d *deployment) step(stage string) (message string) {
	events, log, err := d.operate(stage)
	d.outputs[stage] = outputsIn(events)
	switch {
	case err == nil:
		return ""
	case len(log.errors) > 0:
		return log.errors[0]
	}
	return err.Error()
}

// operate does one step and returns what the engine tells of it.
func (d *deployment) operate(stage string) (events []engine.Event, log log, err error) {
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
	snapshot, err := d.seen.watched(engine.Update).RunStep(plan.GetProject(), target, plan.Options, stage == Preview, others, see, stage)
	if snapshot != nil {
		d.snapshot = snapshot
	}
	return events, log, err
}

// outputsIn returns the outputs of the stack that the events of a step tell of.
func outputsIn(events []engine.Event) (outputs resource.PropertyMap) {
	for _, e := range events {
		told, is := e.Payload().(engine.ResourceOutputsEventPayload)
		if is && told.Metadata.URN.QualifiedType() == resource.RootStackType && told.Metadata.New != nil {
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
	var host plugin.Host
	program := func(info plugin.RunInfo, _ *deploytest.ResourceMonitor) error {
		return d.program(info, host.ServerAddr())
	}
	loader := func(*plugin.Context) codegenrpc.LoaderServer { return schema.NewLoaderServer(d.Packages) }
	loaders, required := d.providers()
	host = deploytest.NewPluginHostF(nil, nil, deploytest.NewLanguageRuntimeF(program, required...), loader, nil, loaders...)()
	if d.Plans {
		host = versionless{host}
	}
	return host
}

// providers are how the engine gets the providers, and the versions that it takes where the program names none.
func (d *deployment) providers() (loaders []*deploytest.ProviderLoader, required []workspace.PackageDescriptor) {
	declared := binding.Descriptors(d.Dir)
	descriptor := func(name string, version *semver.Version) workspace.PackageDescriptor {
		return workspace.PackageDescriptor{PluginDescriptor: workspace.PluginDescriptor{Name: name, Kind: apitype.ResourcePlugin, Version: version}}
	}
	for _, p := range d.Packages.All() {
		load := func() (plugin.Provider, error) {
			return d.Packages.Made(p, madeup.Run{
				Seed: d.Seed, Distinct: d.Plans, Refuse: func(why string) { d.refused = why }, Given: d.seen.given, Known: d.known,
			})
		}
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
	return loaders, required
}

// program binds and evaluates the program. A crash of the evaluator is a failure.
func (d *deployment) program(info plugin.RunInfo, engineAddress string) (err error) {
	defer func() {
		if failure := recover(); failure != nil {
			d.panicked = fmt.Sprint(failure)
			err = fmt.Errorf("panic: %v", failure)
		}
		d.failed = err != nil && !isAnswer(err.Error())
	}()
	program, found, err := d.bind()
	if err != nil || found.HasErrors() {
		return firstOf(found, err)
	}
	for _, n := range program.Nodes {
		if block, is := n.(*pcl.PulumiBlock); is && d.Plans {
			block.RequiredVersion = nil // this engine has no version
		}
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
		MonitorAddress: info.MonitorAddress, EngineAddress: engineAddress, LoaderAddress: info.LoaderAddress,
		DryRun: info.DryRun, Parallel: 1, PackageDescriptors: binding.Descriptors(d.Dir),
	}).Run(context.Background())
}

// isAnswer reports whether a failure of the evaluator is what the engine or a provider answered.
func isAnswer(message string) bool {
	return strings.Contains(message, "rpc error: ") || strings.Contains(message, "invoke failed with the following errors")
}

func (d *deployment) bind() (*pcl.Program, hcl.Diagnostics, error) {
	return pcl.BindDirectory(d.Dir, d.Packages, pcl.PreferOutputVersionedInvokes)
}

func firstOf(found hcl.Diagnostics, err error) error {
	if found.HasErrors() {
		return found
	}
	return err
}
