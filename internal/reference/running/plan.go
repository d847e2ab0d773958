package running

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/engine"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	"github.com/pulumi/pulumi/pkg/v3/resource/stack"
	"github.com/pulumi/pulumi/pkg/v3/secrets"
	"github.com/pulumi/pulumi/pkg/v3/secrets/b64"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
	"github.com/pulumi/pulumi/sdk/v3/go/common/env"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// This file says what a run or a preview does, as recorded plans have it.

// Up runs a program in an empty stack, and exports the state.
func Up(p Program) (o changes.Outcome, state json.RawMessage) {
	d := start(p)
	if o = d.outcome(asking.Update); o.Error != "" {
		return o, nil
	}
	exported, err := stack.SerializeUntypedDeployment(context.Background(), d.snapshot, nil)
	if err != nil {
		o.Error = "state: " + err.Error()
		return o, nil
	}
	state, err = json.Marshal(exported)
	if err != nil {
		o.Error = "state: " + err.Error()
	}
	return o, state
}

// Plan previews a program in a stack with a state.
func Plan(p Program, state json.RawMessage) (o changes.Outcome) {
	d := start(p)
	var exported apitype.UntypedDeployment
	err := json.Unmarshal(state, &exported)
	if err == nil {
		d.snapshot, err = stack.DeserializeUntypedDeployment(context.Background(), &exported, keys{})
	}
	if err != nil {
		return changes.Outcome{Error: "state: " + err.Error()}
	}
	return d.outcome(asking.Preview)
}

// outcome does one step. Where the evaluator panics though the program is right, it continues as if it had not, and says so.
func (d *deployment) outcome(stage string) (o changes.Outcome) {
	d.addMadeUp()
	events, _, err := d.operate(stage)
	for d.isMixed() {
		dir, failure := os.MkdirTemp("", "mended")
		if failure != nil {
			return changes.Outcome{Error: failure.Error()}
		}
		defer os.RemoveAll(dir)
		name, failure := changes.Unmixed(d.Dir, dir, d.seen.registrations.All(), d.isNumber)
		if failure != nil {
			return changes.Outcome{Error: failure.Error()}
		}
		note := fmt.Sprintf("reference panics: range of %s mixes instances with known and unknown outputs", name)
		if name == "" || slices.Contains(o.Notes, note) {
			break
		}
		o.Notes = append(o.Notes, note)
		d.Dir = dir
		events, _, err = d.operate(stage)
	}
	if err != nil {
		o.Error = "after: " + err.Error()
	}
	for _, e := range events {
		switch told := e.Payload().(type) {
		case engine.ResourcePreEventPayload:
			o.Steps = append(o.Steps, stepOf(told.Metadata))
		case engine.DiagEventPayload:
			if told.Severity == diag.Warning || told.Severity == diag.Error {
				text := strings.TrimSpace(colors.Never.Colorize(told.Message))
				o.Messages = append(o.Messages, changes.Message{Severity: string(told.Severity), URN: string(told.URN), Message: text})
			}
		}
	}
	for _, r := range d.seen.registrations.All() {
		if !strings.Contains(r.URN, "::pulumi:providers:") || !strings.Contains(r.URN, "::default") {
			o.Registered = append(o.Registered, r)
		}
	}
	return o
}

// kinds are what a difference is called.
var kinds = map[plugin.DiffKind]string{
	plugin.DiffAdd: "add", plugin.DiffAddReplace: "add-replace", plugin.DiffDelete: "delete", plugin.DiffDeleteReplace: "delete-replace",
	plugin.DiffUpdate: "update", plugin.DiffUpdateReplace: "update-replace",
}

func stepOf(m engine.StepEventMetadata) changes.Step {
	s := changes.Step{Op: string(m.Op), URN: string(m.URN), Diffs: texts(m.Diffs), ReplaceKeys: texts(m.Keys)}
	if m.Old != nil && m.Old.URN != m.URN {
		s.Old = string(m.Old.URN)
	}
	for path, difference := range m.DetailedDiff {
		if s.Detailed == nil {
			s.Detailed = map[string]string{}
		}
		s.Detailed[path] = kinds[difference.Kind]
	}
	return s
}

func texts(keys []resource.PropertyKey) (all []string) {
	for _, k := range keys {
		all = append(all, string(k))
	}
	slices.Sort(all)
	return all
}

// Values are those of a stack's configuration, from keys as recorded programs have them.
func Values(project string, texts map[string]string) (config.Map, error) {
	values := config.Map{}
	for name, text := range texts {
		value := config.NewValue(text)
		if plain, isSecret := strings.CutPrefix(name, "secret:"); isSecret {
			ciphertext, err := config.Base64Crypter.EncryptValue(context.Background(), text)
			if err != nil {
				return nil, err
			}
			name, value = plain, config.NewSecureValue(ciphertext)
		}
		if !strings.Contains(name, ":") {
			name = project + ":" + name
		}
		key, err := config.ParseKey(name)
		if err != nil {
			return nil, err
		}
		values[key] = value
	}
	return values, nil
}

// addMadeUp adds values for configs that need one and have none. A program that does not bind needs none.
func (d *deployment) addMadeUp() {
	program, found, err := d.bind()
	if err != nil || found.HasErrors() {
		return
	}
	for key, value := range madeUpConfig(program, d.Project, d.choice(), false) {
		if _, has := d.Config[key]; !has {
			d.Config[key] = value
		}
	}
}

// versionless is a host for which a version that no schema has is like the newest.
type versionless struct{ plugin.Host }

// Provider implements [plugin.Host].
func (h versionless) Provider(ctx *plugin.Context, d workspace.PluginDescriptor, e env.Env) (plugin.Provider, error) {
	found, err := h.Host.Provider(ctx, d, e)
	if err != nil && d.Version != nil {
		d.Version = nil
		return h.Host.Provider(ctx, d, e)
	}
	return found, err
}

// keys are the managers of secrets in states. One of another type has no key: it gives the ciphertext in place of a value.
type keys struct{}

// OfType implements [secrets.Provider].
func (keys) OfType(_ context.Context, kind string, _ json.RawMessage) (secrets.Manager, error) {
	if kind == b64.Type {
		return b64.NewBase64SecretsManager(), nil
	}
	return keyless{b64.NewBase64SecretsManager()}, nil
}

type keyless struct{ secrets.Manager }

// Decrypter implements [secrets.Manager].
func (k keyless) Decrypter() config.Decrypter { return k }

// DecryptValue implements [config.Decrypter].
func (keyless) DecryptValue(_ context.Context, ciphertext string) (string, error) {
	return fmt.Sprintf("%q", ciphertext), nil
}

// BatchDecrypt implements [config.Decrypter].
func (k keyless) BatchDecrypt(ctx context.Context, ciphertexts []string) ([]string, error) {
	return config.DefaultBatchDecrypt(ctx, k, ciphertexts)
}
