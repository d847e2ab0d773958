// This file checks everything that the server sends, in every test of this package, against the metamodel of the protocol.

package lsp

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"

	"go.lsp.dev/protocol"
)

// metamodel describes the protocol; it is a file of the protocol package.
type metamodel struct {
	requests, notifications map[string]metaMessage
	structures              map[string]structure
	enumerations            map[string]enumeration
	aliases                 map[string]metaType
	members                 sync.Map // by name of a structure, once they were asked for
}

type metaMessage struct {
	Method         string
	Params, Result *metaType
}

type structure struct {
	Name            string
	Properties      []property
	Extends, Mixins []metaType
}

type property struct {
	Name     string
	Type     metaType
	Optional bool
}

type enumeration struct {
	Name                 string
	Values               []struct{ Value any }
	SupportsCustomValues bool
}

// metaType is one node of a type; which fields are set depends on Kind.
type metaType struct {
	Kind    string
	Name    string
	Element *metaType
	Key     *metaType
	Items   []metaType
	Value   json.RawMessage
}

// loadMetamodel reads the metamodel, or returns nil where the sources of the
// protocol package cannot be found, as in a build with trimmed paths.
var loadMetamodel = sync.OnceValues(func() (*metamodel, error) {
	source, _ := runtime.FuncForPC(reflect.ValueOf(protocol.Marshal).Pointer()).FileLine(0)
	data, err := os.ReadFile(filepath.Join(filepath.Dir(source), "internal/genlsp/testdata/metaModel.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var file struct {
		Requests, Notifications []metaMessage
		Structures              []structure
		Enumerations            []enumeration
		TypeAliases             []struct {
			Name string
			Type metaType
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, err
	}
	m := &metamodel{
		requests: map[string]metaMessage{}, notifications: map[string]metaMessage{},
		structures: map[string]structure{}, enumerations: map[string]enumeration{}, aliases: map[string]metaType{},
	}
	for _, r := range file.Requests {
		m.requests[r.Method] = r
	}
	for _, n := range file.Notifications {
		m.notifications[n.Method] = n
	}
	for _, s := range file.Structures {
		m.structures[s.Name] = s
	}
	for _, e := range file.Enumerations {
		m.enumerations[e.Name] = e
	}
	for _, a := range file.TypeAliases {
		m.aliases[a.Name] = a.Type
	}
	return m, nil
})

// checkMessage checks one message of the server; method is that of the request
// it answers, or its own. Methods the protocol does not define are not checked.
func checkMessage(t *testing.T, method string, m message) {
	t.Helper()
	model, err := loadMetamodel()
	if err != nil {
		t.Error(err)
	}
	if model == nil {
		return
	}
	var what *metaType
	raw := m.Params
	if m.Method == "" {
		what, raw = model.requests[method].Result, m.Result
	} else if n, ok := model.notifications[method]; ok {
		what = n.Params
	} else {
		what = model.requests[method].Params
	}
	if what == nil || m.Error != nil {
		return
	}
	kind := checkedMessage{method: method, answer: m.Method == "", sum: sha256.Sum256(raw)}
	if _, right := rightMessages.Load(kind); right {
		return
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Errorf("%s: %v in %s", method, err, raw)
		return
	}
	if err := model.check(*what, value); err != nil {
		t.Errorf("%s is not as the protocol defines it: %v in\n%.2000s", method, err, raw)
		return
	}
	rightMessages.Store(kind, true)
}

// rightMessages caches valid messages. Most messages in these tests repeat earlier ones byte for byte, and the check takes longer than the answer.
var rightMessages sync.Map

// checkedMessage is what the validity of a message depends on.
type checkedMessage struct {
	method string
	answer bool
	sum    [sha256.Size]byte
}

// check reports how a decoded JSON value differs from a type.
func (m *metamodel) check(t metaType, value any) error {
	switch t.Kind {
	case "base":
		return checkBase(t.Name, value)
	case "reference":
		return m.checkReference(t.Name, value)
	case "array":
		return m.checkArray(*t.Element, value)
	case "map":
		var element metaType
		if err := json.Unmarshal(t.Value, &element); err != nil {
			return err
		}
		return m.checkMap(element, value)
	case "or":
		return m.checkOr(t.Items, value)
	case "tuple":
		list, ok := value.([]any)
		if !ok || len(list) != len(t.Items) {
			return fmt.Errorf("%v is no tuple of %d", value, len(t.Items))
		}
		for i, item := range t.Items {
			if err := m.check(item, list[i]); err != nil {
				return err
			}
		}
		return nil
	case "literal":
		var body structure
		if err := json.Unmarshal(t.Value, &body); err != nil {
			return err
		}
		return m.checkStructure(body, value)
	case "stringLiteral":
		if want, _ := json.Marshal(value); string(want) != string(t.Value) {
			return fmt.Errorf("%s is not %s", want, t.Value)
		}
		return nil
	}
	return fmt.Errorf("unknown kind %q in the metamodel", t.Kind)
}

func checkBase(name string, value any) error {
	ok := false
	switch name {
	case "null":
		ok = value == nil
	case "boolean":
		_, ok = value.(bool)
	case "string", "URI", "DocumentUri", "RegExp":
		_, ok = value.(string)
	case "decimal":
		_, ok = value.(float64)
	case "integer", "uinteger":
		n, number := value.(float64)
		ok = number && n == math.Trunc(n) && n <= math.MaxInt32 && (name == "integer" || n >= 0)
	}
	if !ok {
		return fmt.Errorf("%v is no %s", value, name)
	}
	return nil
}

func (m *metamodel) checkReference(name string, value any) error {
	if name == "LSPAny" || name == "LSPObject" || name == "LSPArray" {
		return nil
	}
	if alias, ok := m.aliases[name]; ok {
		return m.check(alias, value)
	}
	if e, ok := m.enumerations[name]; ok {
		for _, v := range e.Values {
			if v.Value == value {
				return nil
			}
		}
		if e.SupportsCustomValues {
			return nil
		}
		return fmt.Errorf("%v is no %s", value, name)
	}
	s, ok := m.structures[name]
	if !ok {
		return fmt.Errorf("unknown name %q in the metamodel", name)
	}
	return m.checkStructure(s, value)
}

func (m *metamodel) checkArray(element metaType, value any) error {
	list, ok := value.([]any)
	if !ok {
		return fmt.Errorf("%v is no array", value)
	}
	for i, v := range list {
		if err := m.check(element, v); err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return nil
}

func (m *metamodel) checkMap(element metaType, value any) error {
	entries, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("%v is no map", value)
	}
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		if err := m.check(element, entries[key]); err != nil {
			return fmt.Errorf("%q: %w", key, err)
		}
	}
	return nil
}

func (m *metamodel) checkOr(items []metaType, value any) error {
	var errs []error
	for _, item := range items {
		err := m.check(item, value)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// checkStructure requires every member that is not optional and allows no
// member that is not defined.
func (m *metamodel) checkStructure(s structure, value any) error {
	members, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("%v is no %s", value, s.Name)
	}
	defined := m.membersOf(s)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		p, ok := defined[name]
		if !ok {
			return fmt.Errorf("%s has no member %q", s.Name, name)
		}
		if err := m.check(p.Type, members[name]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for name, p := range defined {
		if _, ok := members[name]; !ok && !p.Optional {
			return fmt.Errorf("%s lacks the member %q", s.Name, name)
		}
	}
	return nil
}

// membersOf returns the members of a structure, including those that it extends.
func (m *metamodel) membersOf(s structure) map[string]property {
	if known, ok := m.members.Load(s.Name); ok {
		return known.(map[string]property)
	}
	defined := map[string]property{}
	m.collect(s, defined)
	if s.Name != "" { // a literal has none
		m.members.Store(s.Name, defined)
	}
	return defined
}

func (m *metamodel) collect(s structure, into map[string]property) {
	for _, parent := range slices.Concat(s.Extends, s.Mixins) {
		m.collect(m.structures[parent.Name], into)
	}
	for _, p := range s.Properties {
		into[p.Name] = p
	}
}

// TestMetamodelChecks shows that the check can fail.
func TestMetamodelChecks(t *testing.T) {
	t.Parallel()
	model, err := loadMetamodel()
	if err != nil {
		t.Fatal(err)
	}
	if model == nil {
		t.Skip("the sources of the protocol package are not there")
	}
	for _, test := range []struct {
		method, result string
		valid          bool
	}{
		{"textDocument/hover", `null`, true},
		{"textDocument/hover", `{"contents":{"kind":"markdown","value":"x"}}`, true},
		{"textDocument/hover", `{"contents":{"kind":"html","value":"x"}}`, false},
		{"textDocument/hover", `{"range":null,"contents":"x"}`, false},
		{"textDocument/hover", `{}`, false},
		{"textDocument/hover", `[]`, false},
		{"textDocument/hover", `{"contents":"x","range":{"start":{"line":0,"character":-1},"end":{"line":0,"character":0}}}`, false},
		{"textDocument/formatting", `[]`, true},
		{"textDocument/formatting", `[{"newText":"x"}]`, false},
		{"textDocument/definition", `[{"uri":"file:///x","range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}}]`, true},
		{"textDocument/completion", `{"isIncomplete":false,"items":[{"label":"x","kind":99}]}`, false},
		{"textDocument/completion", `{"isIncomplete":false,"items":[{"label":"x","kind":9,"extra":1}]}`, false},
		{"initialize", `{"capabilities":{"textDocumentSync":{"change":2}},"serverInfo":{"name":"x"}}`, true},
		{"initialize", `{"capabilities":{"textDocumentSync":{"change":7}}}`, false},
	} {
		var value any
		if err := json.Unmarshal([]byte(test.result), &value); err != nil {
			t.Fatal(err)
		}
		if err := model.check(*model.requests[test.method].Result, value); (err == nil) != test.valid {
			t.Errorf("%s %s: %v, want valid: %v", test.method, test.result, err, test.valid)
		}
	}
}
