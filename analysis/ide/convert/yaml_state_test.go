package convert_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/state"
)

// This file writes programs of Pulumi YAML for states, and plans the converted programs against them.

// TestYAMLStaysSame: a run of the program that a program of Pulumi YAML becomes changes nothing of what that program deployed.
func TestYAMLStaysSame(t *testing.T) {
	t.Parallel()
	checkSame(t, false, func(seed uint64, exported []byte) string { return yamlProgram(t, seed, exported) })
}

type tree = map[string]any

// yamlProgram writes a program of Pulumi YAML that deploys a state.
func yamlProgram(t *testing.T, seed uint64, exported []byte) string {
	t.Helper()
	var export struct {
		Deployment struct{ Resources []tree }
	}
	if err := yaml.Unmarshal(exported, &export); err != nil { // JSON is YAML
		t.Fatal(err)
	}
	w := yamlWriter{keys: map[string]string{}, outputs: map[string]string{}, variables: tree{}, config: tree{}, n: int(seed)}
	resources := tree{}
	versions := map[string]any{} // of default providers
	for i, r := range export.Deployment.Resources {
		urn, kind := r["urn"].(string), r["type"].(string)
		name := urn[strings.LastIndex(urn, "::")+2:]
		inputs, _ := r["inputs"].(tree)
		isProvider := strings.HasPrefix(kind, "pulumi:providers:")
		if kind == "pulumi:pulumi:Stack" || r["delete"] == true {
			continue
		}
		if isProvider && strings.HasPrefix(name, "default") {
			versions[urn] = inputs["version"]
			continue
		}
		one, options := tree{"type": kind}, tree{}
		key := name
		if i%2 == 0 || resources[key] != nil || !isPlainName(name) {
			key, one["name"] = "made-"+strconv.Itoa(i), name
		}
		properties := tree{}
		for input, v := range inputs {
			switch {
			case isProvider && input == "__internal":
			case isProvider && input == "version":
				options["version"] = v
			case isProvider:
				properties[input] = w.ofProvider(v)
			default:
				properties[input] = w.value(v)
			}
		}
		if r["external"] == true {
			one["get"] = tree{"id": r["id"]}
			delete(r, "outputs") // which others would get from another read
		} else if len(properties) > 0 {
			one["properties"] = properties
		}
		for _, flag := range []string{"protect", "retainOnDelete"} {
			if r[flag] == true {
				options[flag] = true
			}
		}
		for _, paths := range []string{"ignoreChanges", "replaceOnChanges", "additionalSecretOutputs"} {
			if r[paths] != nil {
				options[paths] = r[paths]
			}
		}
		if r["hideDiff"] != nil {
			options["hideDiffs"] = r["hideDiff"]
		}
		if trigger := r["replacementTrigger"]; trigger != nil {
			options["replacementTrigger"] = w.value(trigger)
		}
		if with := w.references(r["replaceWith"]); len(with) > 0 {
			options["replaceWith"] = with
		}
		for _, other := range []string{"parent", "deletedWith"} {
			if urn, _ := r[other].(string); w.keys[urn] != "" {
				options[other] = "${" + w.keys[urn] + "}"
			}
		}
		if id, _ := r["provider"].(string); id != "" {
			urn := id[:strings.LastIndex(id, "::")]
			if w.keys[urn] != "" {
				options["provider"] = "${" + w.keys[urn] + "}"
			} else if versions[urn] != nil {
				options["version"] = versions[urn]
			}
		}
		if timeouts, _ := r["customTimeouts"].(tree); timeouts != nil {
			durations := tree{}
			for step, seconds := range timeouts {
				durations[step] = fmt.Sprint(seconds) + "s"
			}
			options["customTimeouts"] = durations
		}
		if dependsOn := w.references(r["dependencies"]); len(dependsOn) > 0 {
			options["dependsOn"] = dependsOn
		}
		if i%3 == 0 && !isProvider && r["external"] != true {
			options["aliases"] = []any{tree{"name": "former " + name}}
		}
		if len(options) > 0 {
			one["options"] = options
		}
		resources[key] = one
		w.keys[urn] = key
		w.offer(key, r)
	}
	text, err := yaml.Marshal(tree{"name": "proj", "runtime": "yaml", "resources": resources, "variables": w.variables, "config": w.config})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func isPlainName(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r != '_' && r != '-' && (r < '0' || r > 'z') })
}

// yamlWriter writes values. It takes turns with what can stand for a text.
type yamlWriter struct {
	keys              map[string]string // of resources, by URN
	outputs           map[string]string // references, by text
	variables, config tree
	n                 int
}

// offer makes the outputs of a resource available.
func (w *yamlWriter) offer(key string, r tree) {
	if id, _ := r["id"].(string); id != "" {
		w.outputs[id] = "${" + key + ".id}"
	}
	outputs, _ := r["outputs"].(tree)
	for name, v := range outputs {
		if text, is := v.(string); is && text != "" && isPlainName(name) {
			w.outputs[text] = "${" + key + "." + name + "}"
		}
	}
}

// references are those to resources that are written already.
func (w *yamlWriter) references(urns any) (found []any) {
	all, _ := urns.([]any)
	for _, urn := range all {
		if key := w.keys[urn.(string)]; key != "" {
			found = append(found, "${"+key+"}")
		}
	}
	return found
}

// ofProvider reads an input of a provider, which is JSON unless it is a text.
func (w *yamlWriter) ofProvider(v any) any {
	var read any
	if text, is := v.(string); is && yaml.Unmarshal([]byte(text), &read) == nil && read != nil && slices.Contains([]string{"{", "[", "t", "f"}, text[:1]) {
		v = read
	}
	return w.value(v)
}

func (w *yamlWriter) value(v any) any {
	switch v := v.(type) {
	case tree:
		switch v["4dabf18193072939515e22adb298388d"] {
		case state.SignatureSecret:
			return w.secret(v)
		case state.SignatureReference:
			return "${" + w.keys[v["urn"].(string)] + "}"
		case state.SignatureAsset:
			return asset(v, "Asset")
		case state.SignatureArchive:
			if assets, is := v["assets"]; is {
				return tree{"fn::assetArchive": w.value(assets)}
			}
			return asset(v, "Archive")
		}
		all := tree{}
		for key, inner := range v {
			if key != "__defaults" {
				all[key] = w.value(inner)
			}
		}
		return all
	case []any:
		all := []any{}
		for _, inner := range v {
			all = append(all, w.value(inner))
		}
		return all
	case string:
		return w.text(v)
	}
	return v
}

func (w *yamlWriter) secret(v tree) any {
	var plain any
	text, _ := v["ciphertext"].(string)
	decoded, err := base64.StdEncoding.DecodeString(text)
	if err == nil {
		err = yaml.Unmarshal(decoded, &plain)
	}
	if err != nil {
		plain = "unknown"
	}
	return tree{"fn::secret": w.value(plain)}
}

func asset(v tree, kind string) any {
	for _, from := range [][2]string{{"text", "string"}, {"path", "file"}, {"uri", "remote"}} {
		if at, is := v[from[0]]; is {
			return tree{"fn::" + from[1] + kind: at}
		}
	}
	return v
}

// text writes a text as an output of another resource that has it, as a call, a variable, a config, or itself.
func (w *yamlWriter) text(text string) any {
	w.n++
	escaped := strings.ReplaceAll(text, "${", "$${")
	var read any
	before, after, dashed := strings.Cut(text, "-")
	switch {
	case w.outputs[text] != "":
		return w.outputs[text]
	case strings.HasPrefix(text, "{") && yaml.Unmarshal([]byte(text), &read) == nil && read != nil:
		return tree{"fn::toJSON": w.value(read)}
	case dashed && w.outputs[after] != "":
		return strings.ReplaceAll(before, "${", "$${") + "-" + w.outputs[after]
	case dashed && w.n%2 == 0:
		parts := []any{}
		for part := range strings.SplitSeq(text, "-") {
			parts = append(parts, strings.ReplaceAll(part, "${", "$${"))
		}
		return tree{"fn::join": []any{"-", parts}}
	case w.n%7 == 0:
		return tree{"fn::select": []any{1, []any{"other", escaped}}}
	case w.n%11 == 0 && text != "":
		return tree{"fn::fromBase64": base64.StdEncoding.EncodeToString([]byte(text))}
	case w.n%13 == 0:
		name := "variable-" + strconv.Itoa(w.n)
		w.variables[name] = escaped
		return "${" + name + "}"
	case w.n%5 == 0:
		name := "setting-" + strconv.Itoa(w.n)
		w.config[name] = tree{"type": "string", "default": text}
		return "${" + name + "}"
	}
	return escaped
}
