package state_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/state"
)

// A file that cannot be read is refused with the line and column of what is wrong.
//
// Invariant: an error contains no text of a property. (Such texts are hidden here.)
func TestErrors(t *testing.T) {
	t.Parallel()
	resource := func(fields string) string {
		return `{"version": 3, "deployment": {"resources": [` + "\n" + `  {"urn": "urn:pulumi:s::p::a:b:C::n", "type": "a:b:C", ` + fields + `}]}}`
	}
	inputs := func(value string) string { return resource("\n" + `"inputs": {"é": ` + value + `}`) }
	special := func(signature, members string) string {
		return inputs(`{"4dabf18193072939515e22adb298388d": "` + signature + `"` + members + `}`)
	}
	const secret, reference, float = "1b47061264138c4ac30d75fd1eb44270", "5cf8f73096256a8f31e491e813e4eb8e", "8ad145fe-0d11-4827-bfd7-1abcbf086f5c"
	for _, test := range []struct{ text, want string }{
		{"", "line 1, column 1: this is not the export of a stack: the file is empty"},
		{" \n", "line 1, column 1: this is not the export of a stack: the file is empty"},
		{"\x1f\x8b\b", "line 1, column 1: this file is compressed; unpack it with gunzip"},
		{"\xff\xfe{\x00", "line 1, column 1: this file is in UTF-16; `pulumi stack export --file FILE` writes UTF-8"},
		{"[]", "line 1, column 1: this is not the export of a stack: it is a list, not an object"},
		{"null", "line 1, column 1: this is not the export of a stack: it is null, not an object"},
		{"name: x", "line 1, column 2: this is not valid JSON"},
		{`{"name": "web"}`, "line 1, column 1: this is not the export of a stack: it has no `deployment`, and no `checkpoint`; `pulumi stack export --file FILE` writes an export"},
		{"{\n  \"version\": 3,\n  \"deployment\": {", "line 3, column 18: the JSON text ends too early; export the stack again"},
		{"{\n  \"version\": 3,,\n", "line 2, column 16: this is not valid JSON"},
		{`{"version": 3, "deployment": {}} {}`, "line 1, column 34: more text follows the end of the JSON text; remove it"},
		{`{"version": 3, "version": 3, "deployment": {}}`, "line 1, column 16: this name stands twice in one object; remove one"},
		{`{"version": 3, "deployment": ` + strings.Repeat("[", 10_001), "line 1, column 30: `deployment` must be an object, not a list"},
		{`{"version": 3, "deployment": {"x": ` + strings.Repeat("[", 10_001), "line 1, column 10034: the JSON text is nested too deeply"},

		{`{"deployment": {}}`, "line 1, column 1: the state has no `version`; export the stack again"},
		{`{"checkpoint": {}}`, "line 1, column 1: the state has no `version`; export the stack again"},
		{special(secret, `, "ciphertext": "c"`), "line 3, column 17: this secret is encrypted, but nothing in the state says how, so a run refuses it; export the stack again"},
		{`{"version": 0, "deployment": {}}`, "line 1, column 13: the state has version 0, which is too old: versions 1 to 4 can be read; export the stack again"},
		{`{"deployment": {"resources": 1}, "version": -1}`, "line 1, column 45: the state has version -1, which is too old: versions 1 to 4 can be read; export the stack again"},
		{`{"deployment": {"resources": 1}, "version": 5}`, "line 1, column 45: the state has version 5, which is too new: this version of pcl-lsp reads versions 1 to 4"},
		{`{"version": 3.5, "deployment": {}}`, "line 1, column 13: `version` must be a whole number from 1 to 4"},
		{`{"version": "3", "deployment": {}}`, "line 1, column 13: `version` must be a number, not a string"},
		{`{"version": 4, "features": ["taint", "x", "y"], "deployment": {}}`, "line 1, column 28: the state uses features that this version of pcl-lsp does not know: x, y"},

		{`{"version": 3, "deployment": {"resources": {}}}`, "line 1, column 44: `resources` must be a list, not an object"},
		{`{"version": 3, "deployment": {"resources": [1]}}`, "line 1, column 45: a resource must be an object, not a number"},
		{`{"version": 3, "deployment": {"resources": [null]}}`, "line 1, column 45: this resource has no `urn`"},
		{`{"version": 3, "deployment": {"resources": [{"urn": "n", "type": "a:b:C"}]}}`, "line 1, column 45: the `urn` of this resource is not a URN: a URN starts with `urn:pulumi:`"},
		{`{"version": 3, "deployment": {"resources": [{"urn": "urn:pulumi:s::p::a:b:C::n"}]}}`, "line 1, column 45: this resource has no `type`"},
		{`{"version": 3, "deployment": {"pending_operations": [{"type": "creating"}]}}`, "line 1, column 54: this operation has no `resource`"},
		{resource(`"protect": "yes"`), "line 2, column 68: `protect` must be a bool, not a string"},
		{resource(`"id": 1`), "line 2, column 63: `id` must be a string, not a number"},
		{resource(`"aliases": [true]`), "line 2, column 69: `aliases` must be a string, not a bool"},
		{resource(`"propertyDependencies": {"x": "y"}`), "line 2, column 87: `propertyDependencies` must be a list, not a string"},
		{resource(`"inputs": []`), "line 2, column 67: `inputs` must be an object, not a list"},
		{resource(`"inputs": {}},` + "\n" + `{"urn": "urn:pulumi:s::p::a:b:C::n", "type": "a:b:C"`), "line 3, column 1: a second resource has the URN `urn:pulumi:s::p::a:b:C::n`, and neither is marked with `delete`: a run refuses such a state"},

		{resource(`"inputs": {"4dabf18193072939515e22adb298388d": "hidden"}`), "line 2, column 67: `inputs` must be an object of properties, not one with a signature"},
		{inputs("1e999"), "line 3, column 17: this number is too large"},
		{inputs(`{"hidden": 1, "hidden": 2}`), "line 3, column 31: this name stands twice in one object; remove one"},
		{special("hidden", ""), "line 3, column 17: this value has a signature that this version of pcl-lsp does not know"},
		{special(secret, ""), "line 3, column 17: a secret must have one of `ciphertext` and `plaintext`"},
		{special(secret, `, "ciphertext": "hidden", "plaintext": "1"`), "line 3, column 17: a secret must have one of `ciphertext` and `plaintext`"},
		{special(secret, `, "plaintext": "hidden"`), "line 3, column 17: the plaintext of this secret is not JSON"},
		{special(secret, `, "plaintext": "1 hidden"`), "line 3, column 17: the plaintext of this secret is not JSON"},
		{special(secret, `, "plaintext": ""`), "line 3, column 17: the plaintext of this secret is not JSON"},
		{special(secret, `, "plaintext": "{\"hidden\": 1, \"hidden\": 2}"`), "line 3, column 17: the plaintext of this secret is not JSON"},
		{special(reference, `, "id": "hidden"`), "line 3, column 17: a reference to a resource must have a `urn`"},
		{special(float, `, "value": "hidden"`), "line 3, column 17: this number cannot be read"},
	} {
		s, err := state.Read([]byte(test.text))
		switch place := new(state.Error); {
		case err == nil:
			t.Errorf("%.200s: %d resources; want the error %s", test.text, len(s.Resources), test.want)
		case err.Error() != test.want:
			t.Errorf("%.200s:\n got %s\nwant %s", test.text, err, test.want)
		case strings.Contains(err.Error(), "hidden"), strings.Contains(err.Error(), "é"):
			t.Errorf("%.200s: the error shows a property: %s", test.text, err)
		case !errors.As(err, &place):
			t.Errorf("%.200s: the error has no place", test.text)
		}
	}
}

// Null is as good as nothing, fields of other versions are passed, and the order of members is free.
func TestLenient(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"version": 3, "deployment": null}`, `{"version": 3, "checkpoint": {"stack": "s"}}`, `{"version": 3, "checkpoint": null}`, `{"latest": null}`,
		`{"deployment": {"resources": null, "pending_operations": null, "secrets_providers": null}, "features": ["x"], "version": 3}`,
		"\xef\xbb\xbf" + `{"version": 3, "deployment": {"resources": [], "later": [{}]}, "later": {}}`,
	} {
		s, err := state.Read([]byte(text))
		if err != nil || len(s.Resources) > 0 || s.Stack != "" {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
	s, err := state.Read([]byte("\xef\xbb\xbf" + `{"deployment": {"resources": [{"type": "a:b:C", "parent": null, "inputs": null, "urn": "urn:pulumi:s::p::a:b:C::n"}]}, "version": 3}`))
	if err != nil || len(s.Resources) != 1 || s.Resources[0].Name != "n" || s.Stack != "s" || s.Project != "p" {
		t.Errorf("%v, %v", s, err)
	}
}
