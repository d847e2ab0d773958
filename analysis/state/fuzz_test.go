package state_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// mark is a text that only secrets of the seeds contain.
const mark = "tell-nobody"

// ciphertext is how ciphertext begins in the files.
const ciphertext = "v1:" + mark

// Whatever a file holds, reading it ends with a state or an error, and changes nothing in the text.
//
// Invariant: ciphertext is in no result and in no error.
//
// Invariant: the plaintext of a secret is in no error, and only in values marked [value.Hidden].
func FuzzRead(f *testing.F) {
	for _, text := range states(f) {
		if len(text) < 7_000 { // longer ones take minutes to be made smaller
			f.Add(text)
			f.Add(text[:len(text)/2])
		}
	}
	secrets := []string{
		signed(secret, `"plaintext": "{\"tell-nobody\": [\"tell-nobody\"]}"`), signed(secret, `"plaintext": "tell-nobody"`), signed(secret, `"ciphertext": "tell-nobody", "plaintext": "1"`),
		signed(secret, `"plaintext": "{\"tell-nobody\": 1, \"tell-nobody\": 2}"`), signed(secret, `"plaintext": "{\"4dabf18193072939515e22adb298388d\": \"tell-nobody\"}"`),
		`{"ciphertext": "tell-nobody", "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "tell-nobody"}`,
	}
	for _, one := range secrets {
		f.Add(with(one))
		f.Add(with("[" + one + "," + one[:len(one)-1]))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, text) })
}

// Wherever something else stands in a state, it is read or refused at a place, and no secret is shown.
func TestMutated(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	others := []any{
		nil, true, -1.5, "text", []any{}, []any{1.0}, map[string]any{}, map[string]any{"a": "b"},
		map[string]any{signatureKey: secret, "plaintext": `"` + mark + `"`}, map[string]any{signatureKey: secret}, map[string]any{signatureKey: 1.0},
	}
	texts := states(t)
	refused := 0
	for i := range 1_000 {
		names := slices.Sorted(maps.Keys(texts))
		var v any
		if err := json.Unmarshal(texts[names[i%len(names)]], &v); err != nil {
			t.Fatal(err)
		}
		nodes := 0
		each(v, func(func(any)) { nodes++ })
		at := rnd.IntN(nodes)
		each(v, func(set func(any)) {
			if at--; at == -1 {
				set(others[rnd.IntN(len(others))])
			}
		})
		text, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if checkRead(t, text) != nil {
			refused++
		}
	}
	if refused < 200 || refused > 800 {
		t.Errorf("%d of 1000 are refused", refused)
	}
}

// each calls a function for each value inside another one, with a function that replaces it.
func each(v any, do func(set func(any))) {
	switch v := v.(type) {
	case []any:
		for i := range v {
			each(v[i], do)
			do(func(other any) { v[i] = other })
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			each(v[key], do)
			do(func(other any) { v[key] = other })
		}
	}
}

// checkRead reads a text and checks what must hold for all. It returns the error of reading.
func checkRead(t *testing.T, text []byte) error {
	t.Helper()
	before := string(text)
	s, err := state.Read(text)
	snippets, problem := state.Snippets(text, func([]byte) error { return nil })
	if string(text) != before {
		t.Fatal("the text was changed")
	}
	lines := strings.Split(before, "\n")
	for _, err := range []error{err, problem} {
		place := new(state.Error)
		if err != nil && (!errors.As(err, &place) || place.Line > len(lines) || place.Column > utf8.RuneCountInString(lines[place.Line-1])+1) {
			t.Errorf("%v is no place in %d lines", err, len(lines))
		}
	}
	if marked, open := places(text); marked && !open {
		for _, err := range []error{err, problem} {
			if err != nil && strings.Contains(err.Error(), mark) {
				t.Errorf("the error tells a secret: %v", err)
			}
		}
		if s != nil {
			checkHidden(t, s)
		}
	}
	for _, one := range snippets {
		for i := range len(one.Code.String()) + 1 {
			if at := one.Code.Place(i); at < 0 || at >= len(text) {
				t.Errorf("byte %d of the code of %q is at %d of %d", i, one.Name, at, len(text))
			}
		}
	}
	return err
}

// checkHidden checks that no text in the open has the mark, and that hidden values are what their marks say.
func checkHidden(t *testing.T, s *state.State) {
	var check func(path string, v cty.Value)
	check = func(path string, v cty.Value) {
		if v.HasMark(value.Hidden) {
			if text, _ := v.UnmarkDeep(); strings.Contains(text.GoString(), ciphertext) {
				t.Errorf("%s has ciphertext", path)
			}
			return
		}
		v, _ = v.Unmark()
		switch {
		case !v.IsKnown() || v.IsNull():
		case value.IsList(v):
			for _, e := range value.Elements(v) {
				check(path, e)
			}
		case value.IsMap(v):
			keys, values := value.Members(v)
			for i, key := range keys {
				if strings.Contains(key, mark) {
					t.Errorf("%s has the key %s", path, key)
				}
				check(path, values[i])
			}
		case v.Type() == cty.String && strings.Contains(v.AsString(), mark):
			t.Errorf("%s shows %s", path, v.AsString())
		}
	}
	for _, r := range s.Resources {
		check("inputs", r.Inputs)
		check("outputs", r.Outputs)
		check("the trigger", r.ReplacementTrigger)
		r.Inputs, r.Outputs, r.ReplacementTrigger = cty.NilVal, cty.NilVal, cty.NilVal
		if text, _ := json.Marshal(r); strings.Contains(string(text), mark) {
			t.Errorf("the resource shows it: %s", text)
		}
	}
}

// places tells whether a text has the mark, and whether it has it in the open: outside of secrets and files. Nothing is in
// the open in a text that is no JSON, because errors about such texts show nothing.
func places(text []byte) (marked, open bool) {
	if !strings.Contains(string(text), mark) {
		return false, false
	}
	var v any
	if json.Unmarshal(text, &v) != nil {
		return true, false
	}
	var walk func(v any, property bool)
	walk = func(v any, property bool) {
		switch v := v.(type) {
		case string:
			open = open || strings.Contains(v, mark)
		case []any:
			for _, e := range v {
				walk(e, property)
			}
		case map[string]any:
			if property && slices.Contains([]any{secret, asset, archive}, v[signatureKey]) {
				return
			}
			for key, e := range v {
				if !property && (key == "secrets_providers" || key == "config") {
					continue // they have secrets as well, and are not read
				}
				open = open || strings.Contains(key, mark)
				walk(e, property || slices.Contains([]string{"inputs", "outputs", "replacementTrigger"}, key))
			}
		}
	}
	walk(v, false)
	return true, open
}
