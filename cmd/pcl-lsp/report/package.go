package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file shows packages and their members, as the schemas have them.

// Module is what a package has in a module.
type Module struct {
	Name      string `json:"name"`
	Resources int    `json:"resources"`
	Functions int    `json:"functions"`
	Types     int    `json:"types"`
}

// Modules returns the modules of a package, by name.
func Modules(pkg *schema.Package) (all []Module) {
	known := map[string]*Module{}
	each := func(tokens []string, count func(*Module)) {
		for _, token := range tokens {
			name := "index"
			if t, ok := schema.ParseToken(pkg.Canonical(token)); ok {
				name = t.Module
			}
			if known[name] == nil {
				known[name] = &Module{Name: name}
			}
			count(known[name])
		}
	}
	each(pkg.ResourceTokens(), func(m *Module) { m.Resources++ })
	each(pkg.FunctionTokens(), func(m *Module) { m.Functions++ })
	each(pkg.TypeTokens(), func(m *Module) { m.Types++ })
	for _, name := range slices.Sorted(maps.Keys(known)) {
		all = append(all, *known[name])
	}
	return all
}

// Member is a resource, function or type of a package.
type Member struct {
	Kind, Token, Canonical, Description, Deprecation string
	IsOverlay                                        bool
	Inputs, StateInputs, Outputs                     []*schema.Property
	Properties                                       []*schema.Property // of a type
	Return                                           typesys.Type       // of a function without outputs
	Methods                                          map[string]string
	Values                                           []schema.EnumValue
	Problems                                         []string
}

// MemberOf returns what a token denotes; nil if it denotes nothing.
func MemberOf(pkg *schema.Package, token string) *Member {
	if r := pkg.Resource(token); r != nil {
		kind := "resource"
		switch {
		case r.IsProvider:
			kind = "provider"
		case r.IsComponent:
			kind = "component"
		}
		return &Member{
			Kind: kind, Token: r.Token, Canonical: r.Canonical, Description: r.Description, Deprecation: r.Deprecation, IsOverlay: r.IsOverlay,
			Inputs: r.Inputs, StateInputs: r.StateInputs, Outputs: r.Outputs, Methods: r.Methods, Problems: r.Problems,
		}
	}
	if f := pkg.Function(token); f != nil {
		m := &Member{
			Kind: "function", Token: f.Token, Canonical: f.Canonical, Description: f.Description, Deprecation: f.Deprecation, IsOverlay: f.IsOverlay,
			Inputs: f.Inputs, Outputs: f.Outputs, Problems: f.Problems,
		}
		if f.IsMethod() {
			m.Kind = "method"
		}
		if len(f.Outputs) == 0 {
			m.Return = f.Return
		}
		return m
	}
	if o := pkg.ObjectType(token); o != nil {
		return &Member{Kind: "type", Token: o.Token, Canonical: o.Canonical, Description: o.Description, Deprecation: o.Deprecation, Properties: o.Properties()}
	}
	if e := pkg.EnumType(token); e != nil {
		return &Member{Kind: "enum", Token: e.Token, Canonical: e.Canonical, Description: e.Description, Deprecation: e.Deprecation, Values: e.Values}
	}
	return nil
}

// Titled returns a package name with its version, if known.
func Titled(name, version string) string { return strings.TrimSpace(name + " " + version) }

type packageDocument struct {
	FormatVersion int      `json:"formatVersion"`
	Name          string   `json:"name"`
	Version       string   `json:"version,omitempty"`
	Description   string   `json:"description,omitempty"`
	File          string   `json:"file,omitempty"`
	Why           string   `json:"why,omitempty"`
	Resources     int      `json:"resources"`
	Functions     int      `json:"functions"`
	Types         int      `json:"types"`
	Modules       []Module `json:"modules"`
}

// Overview describes a package, whose schema is in a file for a reason, as data for [WriteJSON] and as text.
func Overview(pkg *schema.Package, file, why string) (document any, text func(io.Writer) error) {
	doc := packageDocument{
		FormatVersion: 1, Name: pkg.Name(), Version: pkg.Version(), Description: pkg.Description(), File: file, Why: why,
		Resources: len(pkg.ResourceTokens()), Functions: len(pkg.FunctionTokens()), Types: len(pkg.TypeTokens()), Modules: Modules(pkg),
	}
	return doc, doc.write
}

func (d packageDocument) write(w io.Writer) error {
	out := &lines{w: w}
	out.printf("package %s", Titled(d.Name, d.Version))
	out.prose(d.Description)
	if d.File != "" {
		out.printf("  %s", d.File)
	}
	out.printf("  %s", d.Why)
	out.printf("")
	out.printf("%s, %s, %s", prose.Counted(d.Resources, "resource"), prose.Counted(d.Functions, "function"), prose.Counted(d.Types, "type"))
	if len(d.Modules) > 0 {
		out.printf("\nmodules:")
	}
	width := 0
	for _, m := range d.Modules {
		width = max(width, len(m.Name))
	}
	for _, m := range d.Modules {
		var has []string
		for _, part := range []struct {
			n     int
			thing string
		}{{m.Resources, "resource"}, {m.Functions, "function"}, {m.Types, "type"}} {
			if part.n > 0 {
				has = append(has, prose.Counted(part.n, part.thing))
			}
		}
		out.printf("  %-*s  %s", width, m.Name, strings.Join(has, ", "))
	}
	return out.err
}

// memberDocument is a resource, function or type, as JSON.
type memberDocument struct {
	FormatVersion int                `json:"formatVersion"`
	Kind          string             `json:"kind"`
	Token         string             `json:"token"`
	Canonical     string             `json:"canonical"`
	Package       string             `json:"package"`
	Version       string             `json:"version,omitempty"`
	Description   string             `json:"description,omitempty"`
	Deprecated    string             `json:"deprecated,omitempty"`
	Overlay       bool               `json:"overlay,omitempty"`
	Inputs        []propertyDocument `json:"inputs,omitempty"`
	StateInputs   []propertyDocument `json:"stateInputs,omitempty"`
	Outputs       []propertyDocument `json:"outputs,omitempty"`
	Properties    []propertyDocument `json:"properties,omitempty"`
	Returns       string             `json:"returns,omitempty"`
	Methods       map[string]string  `json:"methods,omitempty"`
	Values        []valueDocument    `json:"values,omitempty"`
	Problems      []string           `json:"problems,omitempty"`
}

type propertyDocument struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Required    bool     `json:"required"`
	Plain       bool     `json:"plain,omitempty"`
	Secret      bool     `json:"secret,omitempty"`
	Replaces    bool     `json:"replacesOnChange,omitempty"`
	ByProvider  bool     `json:"replacedByProvider,omitempty"` // rather than by the engine
	Const       string   `json:"const,omitempty"`
	Default     string   `json:"default,omitempty"`
	DefaultEnv  []string `json:"defaultEnvironment,omitempty"`
	Deprecated  string   `json:"deprecated,omitempty"`
	Description string   `json:"description,omitempty"`

	typ typesys.Type
}

type valueDocument struct {
	Value       string `json:"value"`
	Name        string `json:"name,omitempty"`
	Deprecated  string `json:"deprecated,omitempty"`
	Description string `json:"description,omitempty"`
}

// Describe describes a member of a package as data for [WriteJSON] and as text.
func (m *Member) Describe(pkg *schema.Package) (document any, text func(io.Writer) error) {
	doc := &memberDocument{
		FormatVersion: 1, Kind: m.Kind, Token: m.Token, Canonical: m.Canonical, Package: pkg.Name(), Version: pkg.Version(),
		Description: m.Description, Deprecated: m.Deprecation, Overlay: m.IsOverlay,
		Inputs: properties(m.Inputs), StateInputs: properties(m.StateInputs), Outputs: properties(m.Outputs),
		Properties: properties(m.Properties), Methods: m.Methods, Problems: m.Problems,
	}
	if m.Return.IsValid() {
		doc.Returns = m.Return.String()
	}
	for _, v := range m.Values {
		doc.Values = append(doc.Values, valueDocument{typesys.FormatValue(v.Value), v.Name, v.Deprecation, v.Description})
	}
	return doc, doc.write
}

func properties(props []*schema.Property) []propertyDocument {
	var docs []propertyDocument
	for _, p := range props {
		docs = append(docs, propertyDocument{
			Name: p.Name, Type: p.Plain.String(), Required: p.Required, Plain: p.IsPlain, Secret: p.Secret, Replaces: p.Replaces(),
			ByProvider: p.Replaces() && !p.ReplaceOnChanges,
			Const:      schemadiff.Constant(p.Const), Default: schemadiff.Constant(p.Default), DefaultEnv: p.DefaultEnv,
			Deprecated: p.Deprecation, Description: p.Description, typ: p.Plain,
		})
	}
	return docs
}

// write prints a member in the syntax of the language.
func (d *memberDocument) write(w io.Writer) error {
	out := &lines{w: w}
	out.printf("%s %s  (%s)", d.Kind, d.Canonical, Titled(d.Package, d.Version))
	if d.Token != d.Canonical {
		out.printf("  declared as %s", d.Token)
	}
	if d.Deprecated != "" {
		out.wrapped("  ", "deprecated: "+d.Deprecated)
	}
	if d.Overlay {
		out.printf("  replaced by hand-written code in other languages")
	}
	out.prose(d.Description)
	for _, problem := range d.Problems {
		out.printf("  not understood: %s", problem)
	}
	out.properties("inputs", d.Inputs)
	out.properties("found by, besides id", d.StateInputs)
	out.properties("outputs", d.Outputs)
	out.properties("properties", d.Properties)
	if d.Returns != "" {
		out.printf("\nreturns %s", d.Returns)
	}
	if len(d.Methods) > 0 {
		out.printf("\nmethods:")
		for _, name := range slices.Sorted(maps.Keys(d.Methods)) {
			out.printf("  %s  %s", name, d.Methods[name])
		}
	}
	if len(d.Values) > 0 {
		out.printf("\nvalues:")
	}
	for _, v := range d.Values {
		out.printf("  %s", strings.TrimSpace(v.Value+"  "+notes(v.Name, note("deprecated: ", v.Deprecated))))
	}
	return out.err
}

// notes joins short notes into a comment; empty for none.
func notes(statements ...string) string {
	statements = slices.DeleteFunc(statements, func(s string) bool { return s == "" })
	if len(statements) == 0 {
		return ""
	}
	return "# " + strings.Join(statements, ", ")
}

// note returns a text with a label; empty for no text.
func note(what, text string) string {
	if text == "" {
		return ""
	}
	return what + strings.Join(strings.Fields(text), " ")
}

func (p propertyDocument) notes() string {
	flag := func(set bool, word string) string {
		if set {
			return word
		}
		return ""
	}
	return notes(flag(p.Plain, "plain"), flag(p.Secret, "secret"), flag(p.Replaces && !p.ByProvider, "replaces"), flag(p.ByProvider, "replaced by the provider"), note("always ", p.Const), note("default ", p.Default),
		note("from ", strings.Join(p.DefaultEnv, " or ")), note("deprecated: ", p.Deprecated))
}

const typeWidth = 70

type lines struct {
	w   io.Writer
	err error
}

func (l *lines) printf(format string, args ...any) {
	if l.err == nil {
		_, l.err = fmt.Fprintf(l.w, strings.TrimRight(format, " ")+"\n", args...)
	}
}

// properties writes properties like the attributes of a body, required ones first.
func (l *lines) properties(title string, props []propertyDocument) {
	if len(props) == 0 {
		return
	}
	l.printf("\n%s:", title)
	props = slices.Clone(props)
	slices.SortStableFunc(props, func(a, b propertyDocument) int {
		switch {
		case a.Required == b.Required:
			return 0
		case a.Required:
			return -1
		}
		return 1
	})
	width := 0
	for _, p := range props {
		width = max(width, len(p.Name))
	}
	for _, p := range props {
		text := fmt.Sprintf("  %-*s = %s", width, p.Name, typesys.Short(p.typ, typeWidth))
		l.printf("%s", strings.TrimRight(text+"  "+p.notes(), " "))
	}
}

const lineWidth = 96

// prose writes the first paragraph of a documentation text.
func (l *lines) prose(documentation string) {
	l.wrapped("  ", markdown.Plain(markdown.Paragraph(documentation).Markdown()))
}

func (l *lines) wrapped(indent, text string) {
	line := indent
	for _, word := range strings.Fields(text) {
		if len(line) > len(indent) && len(line)+len(word) > lineWidth {
			l.printf("%s", strings.TrimRight(line, " "))
			line = indent
		}
		line += word + " "
	}
	if len(line) > len(indent) {
		l.printf("%s", strings.TrimRight(line, " "))
	}
}
