package refactor

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the expressions that take the place of configs and outputs when what needs them
// moves out of a component.

// substitution is an expression of the outer program that takes the place of a name.
type substitution struct {
	text string
	expr hclsyntax.Expression // of the text, for what it looks like
}

// mostRepeated is how long an expression may be that stands in several places.
const mostRepeated = 60

// findSubstitutions finds them all. An expression that is needed several times becomes a local.
func (m *moveOut) findSubstitutions() error {
	m.configs, m.results = map[string]*substitution{}, map[string]*substitution{}
	results := m.usesOutside()
	uses := m.usesInside(results)
	for _, s := range m.inside {
		if s.item.Kind != syntax.KindConfig || len(uses[s.item.Name]) == 0 {
			continue
		}
		if err := m.config(s, uses, nil); err != nil {
			return err
		}
	}
	for _, s := range m.inside {
		if s.item.Kind == syntax.KindOutput && m.leaves(s) {
			if err := m.output(s, results[analysis.LogicalName(s.item.Item)]); err != nil {
				return err
			}
		}
	}
	return nil
}

// usesOutside are the places that read outputs of the component.
func (m *moveOut) usesOutside() map[string][]reference {
	results := map[string][]reference{}
	for _, s := range m.outside {
		for _, r := range s.references() {
			if r.to.Kind == analysis.ObjectComponent && r.to.Name == m.name && len(r.expr.Traversal) > 1 {
				key, _ := stepOf(r.expr.Traversal[1])
				results[textOf(key)] = append(results[textOf(key)], r)
			}
		}
	}
	return results
}

// leaves reports whether an output is not needed any more: all of it comes from outside.
func (m *moveOut) leaves(s selection) bool {
	if m.all {
		return true
	}
	moves := false
	for _, r := range s.references() {
		switch {
		case r.to.Kind == analysis.ObjectConfig:
		case m.moving[r.to.Name]:
			moves = true
		default:
			return false
		}
	}
	return moves
}

// usesInside are the places that need configs and move, or whose values do.
func (m *moveOut) usesInside(results map[string][]reference) map[string][]reference {
	uses := map[string][]reference{}
	for _, s := range m.inside {
		if m.moving[s.item.Name] && movable(s.item) || s.item.Kind == syntax.KindHook && m.all || s.item.Kind == syntax.KindOutput && m.leaves(s) && len(results[analysis.LogicalName(s.item.Item)]) > 0 {
			for _, r := range s.references() {
				if r.to.Kind == analysis.ObjectConfig {
					uses[r.to.Name] = append(uses[r.to.Name], r)
				}
			}
		}
	}
	return uses
}

// config finds what stands in for a config: what the component is given, or its default.
func (m *moveOut) config(s selection, uses map[string][]reference, above []string) error {
	name := s.item.Name
	if m.configs[name] != nil {
		return nil
	}
	if slices.Contains(above, name) {
		return change.Refuse("`%s` depends on itself", name)
	}
	body := s.item.Block().Body
	text, err := m.given(s, uses, append(above, name))
	if err != nil {
		return err
	}
	if a := body.Attributes[language.ConfigSecret]; a != nil && s.textOf(a.Expr) == "true" && !m.isGivenSecret(s) {
		text = "secret(" + text + ")"
	}
	m.configs[name] = m.substitution(text, joined(m.name, name), uses[name])
	return nil
}

// isGivenSecret reports whether what a config is given is a secret already.
func (m *moveOut) isGivenSecret(s selection) bool {
	a := m.block.item.Block().Body.Attributes[analysis.LogicalName(s.item.Item)]
	if a == nil {
		return false
	}
	taints, err := analysis.TaintsIn(m.ctx, m.outer, m.block.item)
	return err == nil && taints.Of(a.Expr).Secret()
}

// given is the value of a config as an expression outside.
func (m *moveOut) given(s selection, uses map[string][]reference, above []string) (string, error) {
	logical := analysis.LogicalName(s.item.Item)
	want, err := m.typeOfInput(logical)
	if err != nil {
		return "", err
	}
	if a := m.block.item.Block().Body.Attributes[logical]; a != nil {
		return m.block.asConverted(a.Expr, want, m.block.textOf(a.Expr), s.item.Name)
	}
	a := s.item.Block().Body.Attributes[language.ConfigDefault]
	if a == nil {
		return "null", nil
	}
	for _, r := range s.references() {
		if r.to.Kind == analysis.ObjectConfig {
			it, _ := r.to.Item()
			at := slices.IndexFunc(m.inside, func(o selection) bool { return o.item.Item == it.Item })
			if at < 0 {
				return "", change.Refuse("`%s` is not known", r.to.Name)
			}
			uses[r.to.Name] = append(uses[r.to.Name], r)
			if err := m.config(m.inside[at], uses, above); err != nil {
				return "", err
			}
		}
	}
	edits, err := m.outward(s)
	if err != nil {
		return "", err
	}
	return s.asConverted(a.Expr, want, s.rewritten(syntax.SpanOf(a.Expr), edits), s.item.Name)
}

// asConverted is the text of an expression whose value is converted to a type.
func (s selection) asConverted(e hclsyntax.Expression, want typesys.Type, text, name string) (string, error) {
	have := s.info.TypeOf(e)
	if keepsValue(typesys.Strip(want), typesys.Strip(have)) {
		return text, nil
	}
	if have := typesys.Strip(have); have.Kind() == typesys.KindConst && typesys.Strip(want).Kind() == typesys.KindString {
		if value, ok := typesys.Text(have.Value()); ok {
			return printer.Text(value), nil
		}
	}
	if typesys.Strip(have).Kind() == typesys.KindDynamic {
		return "", change.Refuse("the value of `%s` may be converted to %s", name, typesys.Strip(want))
	}
	return "", change.Refuse("the value of `%s` is converted to %s", name, typesys.Strip(want))
}

// keepsValue reports whether a value of one type stays what it is when it is converted to another.
func keepsValue(want, have typesys.Type) bool {
	want, have = typesys.Strip(want), typesys.Strip(have)
	switch have.Kind() {
	case typesys.KindEnum:
		return keepsValue(want, have.Elem())
	case typesys.KindConst:
		return want == have || keepsValue(want, have.Elem()) || want.Kind() == typesys.KindInt && have.Elem().Kind() == typesys.KindNumber && have.Value().AsBigFloat().IsInt()
	case typesys.KindUnion:
		return !slices.ContainsFunc(have.Elems(), func(t typesys.Type) bool { return !keepsValue(want, t) })
	case typesys.KindNone:
		return true
	}
	switch want.Kind() {
	case typesys.KindDynamic:
		return true
	case typesys.KindUnion:
		return slices.ContainsFunc(want.Elems(), func(t typesys.Type) bool { return keepsValue(t, have) })
	case typesys.KindString, typesys.KindID:
		return have.Kind() == typesys.KindString || have.Kind() == typesys.KindID
	case typesys.KindNumber:
		return have.Kind() == typesys.KindNumber || have.Kind() == typesys.KindInt
	case typesys.KindList:
		return have.Kind() == typesys.KindList && keepsValue(want.Elem(), have.Elem()) ||
			have.Kind() == typesys.KindTuple && !slices.ContainsFunc(have.Elems(), func(t typesys.Type) bool { return !keepsValue(want.Elem(), t) })
	case typesys.KindMap:
		return have.Kind() == typesys.KindMap && keepsValue(want.Elem(), have.Elem()) ||
			have.Kind() == typesys.KindObject && have.Source() == nil && !slices.ContainsFunc(have.Properties(), func(p typesys.Property) bool { return !keepsValue(want.Elem(), p.Type) })
	case typesys.KindObject:
		return want == have || have.Kind() == typesys.KindObject && keepsMembers(want, have)
	}
	return want == have
}

// keepsMembers compares the members of objects.
func keepsMembers(want, have typesys.Type) bool {
	members := map[string]typesys.Type{}
	for _, p := range have.Properties() {
		members[p.Name] = p.Type
	}
	for _, p := range want.Properties() {
		if t, ok := members[p.Name]; !ok && !typesys.IsOptional(p.Type) || ok && !keepsValue(p.Type, t) {
			return false
		}
		delete(members, p.Name)
	}
	return len(members) == 0
}

// output finds what stands in for an output.
func (m *moveOut) output(s selection, uses []reference) error {
	name := analysis.LogicalName(s.item.Item)
	a := s.item.Block().Body.Attributes[language.OutputValue]
	if len(uses) == 0 || a == nil {
		if !m.all {
			m.results[name] = &substitution{}
		}
		return nil
	}
	edits, err := m.outward(s)
	if err != nil {
		return err
	}
	m.results[name] = m.substitution(s.rewritten(syntax.SpanOf(a.Expr), edits), joined(m.name, s.item.Name), uses)
	return nil
}

// substitution takes an expression, or makes a local of it.
func (m *moveOut) substitution(text, name string, uses []reference) *substitution {
	in := newSubstitution(text)
	if in.expr != nil && !in.needsLocal(uses) {
		return in
	}
	local := m.freeName(name)
	m.locals = append(m.locals, local+" = "+text)
	return newSubstitution(local)
}

func newSubstitution(text string) *substitution {
	expr, problems := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if problems.HasErrors() {
		return &substitution{text: text}
	}
	return &substitution{text, expr}
}

// needsLocal reports whether an expression cannot stand where it is needed.
func (sub *substitution) needsLocal(uses []reference) bool {
	if strings.ContainsAny(sub.text, "\n#") || strings.Contains(sub.text, "<<") || strings.Contains(sub.text, "//") || strings.Contains(sub.text, "/*") {
		return true
	}
	_, isName := sub.expr.(*hclsyntax.ScopeTraversalExpr)
	if len(uses) > 1 && !isName && (!constant(sub.expr) || len(sub.text) > mostRepeated) {
		return true
	}
	names := lists.SetOf(syntax.FreeNamesIn(sub.expr), func(ref syntax.Ref) string { return ref.Name })
	return slices.ContainsFunc(uses, func(r reference) bool {
		after := r.upTo(r.steps())
		return r.captured(names) != "" || !isName && (r.hasSteps(after) || r.isInTemplate())
	})
}

// steps is how many steps of a reference the expression replaces: the name of a config, and the
// name of a component with that of its output.
func (r reference) steps() int {
	if r.to.Kind == analysis.ObjectComponent {
		return 2
	}
	return 1
}

func (r reference) isInTemplate() bool {
	switch r.parent().(type) {
	case *hclsyntax.TemplateExpr, *hclsyntax.TemplateWrapExpr:
		return true
	}
	return false
}

// at puts the expression in the place of a reference.
func (sub *substitution) at(r reference) change.Edit {
	span := r.upTo(r.steps())
	text := sub.text
	if r.needsParentheses(span, sub.expr) {
		text = "(" + text + ")"
	}
	return r.replace(span, text)
}
