package flowtest

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// This file evaluates expressions.

// scope is one variable inside an expression.
type scope struct {
	name  string
	value Value
	outer *scope
}

func (s *scope) find(name string) (Value, bool) {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s.value, true
		}
	}
	return Value{}, false
}

func (r *Run) eval(e *Expr, vars *scope) (Value, error) {
	if *r.steps++; *r.steps > maxSteps {
		return Value{}, errBudget
	}
	switch e.Op {
	case OpText:
		return text(e.Text), nil
	case OpNumber:
		return number(e.Number), nil
	case OpBool:
		return truth(e.Text == "true"), nil
	case OpRef:
		return r.ref(e.Text, vars)
	case OpWrap:
		return r.eval(e.Kids[0], vars)
	case OpTemplate:
		return r.template(e.Kids, vars)
	case OpTextIf, OpCond:
		return r.conditional(e, vars)
	case OpTextFor:
		all, err := r.loop(e, vars)
		if err != nil || all.isUnknown() {
			return all, err
		}
		return joined(all.List, "", all.Marks)
	case OpTuple:
		all, err := r.evalAll(e.Kids, vars)
		return listed(all...), err
	case OpObject:
		return r.object(e, vars)
	case OpUnary, OpBinary:
		return r.operator(e, vars)
	case OpFor, OpForMap:
		return r.loop(e, vars)
	case OpIndex, OpAttr:
		return r.step(e, vars)
	case OpSplat, OpDots:
		return r.splat(e, vars)
	case OpCall:
		return r.call(e, vars)
	}
	return Value{}, nil // null
}

func (r *Run) evalAll(all []*Expr, vars *scope) ([]Value, error) {
	values := make([]Value, len(all))
	for i, e := range all {
		var err error
		if values[i], err = r.eval(e, vars); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func (r *Run) ref(name string, vars *scope) (Value, error) {
	if v, ok := vars.find(name); ok {
		return v, nil
	}
	if d := r.program.decl(name); d != nil {
		return r.declared(d)
	}
	return Value{}, errFailed
}

func (r *Run) template(parts []*Expr, vars *scope) (Value, error) {
	all, err := r.evalAll(parts, vars)
	if err != nil {
		return Value{}, err
	}
	return joined(all, "", Marks{})
}

// joined is one text of all values.
func joined(all []Value, separator string, marks Marks) (Value, error) {
	texts := make([]string, len(all))
	isKnown := true
	for i, v := range all {
		marks = marks.and(v.deep())
		if v.isUnknown() {
			isKnown = false
			continue
		}
		var err error
		if texts[i], err = asText(v); err != nil {
			return Value{}, err
		}
	}
	if !isKnown {
		return unknown(marks), nil
	}
	return text(strings.Join(texts, separator)).with(marks), nil
}

func asText(v Value) (string, error) {
	switch v.Kind {
	case Text:
		return v.Text, nil
	case Number:
		return strconv.FormatFloat(v.Number, 'f', -1, 64), nil
	case Bool:
		return strconv.FormatBool(v.Bool), nil
	}
	return "", errFailed
}

func asNumber(v Value) (float64, error) {
	if v.Kind == Number {
		return v.Number, nil
	}
	if v.Kind == Text {
		if n, err := strconv.ParseFloat(v.Text, 64); err == nil {
			return n, nil
		}
	}
	return 0, errFailed
}

func asBool(v Value) (bool, error) {
	switch {
	case v.Kind == Bool:
		return v.Bool, nil
	case v.Kind == Text && (v.Text == "true" || v.Text == "false"):
		return v.Text == "true", nil
	}
	return false, errFailed
}

// conditional evaluates both branches, and the result has the marks of both: only what
// fails in the other one is passed over. (hclsyntax, ConditionalExpr.Value)
func (r *Run) conditional(e *Expr, vars *scope) (Value, error) {
	condition, err := r.eval(e.Kids[0], vars)
	if err != nil {
		return Value{}, err
	}
	yes, failsYes := r.eval(e.Kids[1], vars)
	no, failsNo := r.eval(e.Kids[2], vars)
	marks := condition.Marks.and(yes.Marks).and(no.Marks)
	if errors.Is(failsYes, errBudget) || errors.Is(failsNo, errBudget) {
		return Value{}, errBudget
	}
	if condition.isUnknown() {
		return unknown(marks), nil
	}
	isTrue, err := asBool(condition)
	switch {
	case err != nil:
		return Value{}, err
	case isTrue:
		return yes.with(marks), failsYes
	}
	return no.with(marks), failsNo
}

func (r *Run) object(e *Expr, vars *scope) (Value, error) {
	members := map[string]Value{}
	var own Marks
	isKnown, at := true, 0
	for _, name := range e.Keys {
		if name == "" {
			key, err := r.eval(e.Kids[at], vars)
			if err != nil {
				return Value{}, err
			}
			at++
			own = own.and(key.Marks)
			if key.isUnknown() {
				isKnown = false
			} else if name, err = asText(key); err != nil {
				return Value{}, err
			}
		}
		v, err := r.eval(e.Kids[at], vars)
		if err != nil {
			return Value{}, err
		}
		at++
		members[name] = v
	}
	if !isKnown {
		return unknown(), nil // and the marks of keys are lost (hclsyntax, ObjectConsExpr.Value)
	}
	return object(members).with(own), nil
}

func (r *Run) operator(e *Expr, vars *scope) (Value, error) {
	all, err := r.evalAll(e.Kids, vars)
	if err != nil {
		return Value{}, err
	}
	var marks Marks
	isKnown := true
	for _, v := range all {
		marks = marks.and(v.deep())
		isKnown = isKnown && v.isWhole()
	}
	if e.Text == "&&" || e.Text == "||" {
		return logical(all, e.Text == "||", marks)
	}
	if !isKnown {
		return unknown(marks), nil
	}
	v, err := operate(e.Text, all)
	return v.with(marks), err
}

// logical is decided by any operand that decides.
func logical(all []Value, deciding bool, marks Marks) (Value, error) {
	isKnown := true
	for _, v := range all {
		if v.isUnknown() {
			isKnown = false
			continue
		}
		b, err := asBool(v)
		if err != nil {
			return Value{}, err
		}
		if b == deciding {
			return truth(deciding).with(marks), nil
		}
	}
	if !isKnown {
		return unknown(marks), nil
	}
	return truth(!deciding).with(marks), nil
}

func operate(op string, all []Value) (Value, error) {
	switch {
	case op == "==":
		return truth(same(all[0], all[1])), nil
	case op == "!=":
		return truth(!same(all[0], all[1])), nil
	case op == "!":
		b, err := asBool(all[0])
		return truth(!b), err
	}
	a, err := asNumber(all[0])
	if err != nil {
		return Value{}, err
	}
	if len(all) == 1 {
		return number(-a), nil
	}
	b, err := asNumber(all[1])
	switch op {
	case "+":
		return number(a + b), err
	case "-":
		return number(a - b), err
	case "*":
		return number(a * b), err
	case "/":
		return number(a / b), err
	case "%":
		return number(math.Mod(a, b)), err
	case "<":
		return truth(a < b), err
	}
	return truth(a >= b), err
}

// loop is a for expression. What it is made of by looking, the collection, the keys
// and the conditions, marks the whole; the values stay by themselves, and so do the
// elements that are visited. (hclsyntax, ForExpr.Value)
func (r *Run) loop(e *Expr, vars *scope) (Value, error) {
	over, err := r.eval(e.Kids[0], vars)
	if err != nil || over.isUnknown() {
		return unknown(over.Marks), err
	}
	if over.Kind != List && over.Kind != Object {
		return Value{}, errFailed
	}
	made := made{group: e.Group, own: over.Marks, members: map[string]Value{}, list: []Value{}}
	keys, values := over.elements()
	for i, key := range keys {
		inner := &scope{e.Var, values[i], vars}
		if e.KeyVar != "" {
			inner = &scope{e.KeyVar, key, inner}
		}
		if err := r.turn(e, inner, &made); err != nil {
			return Value{}, err
		}
	}
	switch {
	case made.unknown:
		return unknown(made.own), nil
	case e.Op == OpForMap:
		return object(made.members).with(made.own), nil
	}
	return listed(made.list...).with(made.own), nil
}

// made is what a loop has made so far.
type made struct {
	own            Marks
	unknown, group bool
	list           []Value
	members        map[string]Value
}

// turn is one turn of a loop.
func (r *Run) turn(e *Expr, vars *scope, m *made) error {
	rest := e.Kids[1:]
	var keyed *Expr
	if e.Op == OpForMap {
		keyed, rest = rest[0], rest[1:]
	}
	if len(rest) > 1 {
		condition, err := r.eval(rest[1], vars)
		if err != nil {
			return err
		}
		m.own = m.own.and(condition.Marks)
		if condition.isUnknown() {
			m.unknown = true
			return nil
		}
		if yes, err := asBool(condition); err != nil || !yes {
			return err
		}
	}
	name := ""
	if keyed != nil {
		key, err := r.eval(keyed, vars)
		if err != nil {
			return err
		}
		m.own = m.own.and(key.Marks)
		if key.isUnknown() {
			m.unknown = true
			return nil
		}
		if name, err = asText(key); err != nil {
			return err
		}
	}
	v, err := r.eval(rest[0], vars)
	if err != nil {
		return err
	}
	_, twice := m.members[name]
	switch {
	case keyed == nil:
		m.list = append(m.list, v)
	case m.group:
		m.members[name] = listed(append(append([]Value{}, m.members[name].List...), v)...)
	case twice:
		return errFailed
	default:
		m.members[name] = v
	}
	return nil
}

func (r *Run) step(e *Expr, vars *scope) (Value, error) {
	whole, err := r.eval(e.Kids[0], vars)
	if err != nil {
		return Value{}, err
	}
	key := text(e.Text)
	if e.Op == OpIndex {
		if key, err = r.eval(e.Kids[1], vars); err != nil {
			return Value{}, err
		}
	}
	if whole.isUnknown() || key.isUnknown() {
		return unknown(whole.Marks), nil // without those of the key (hcl, Index)
	}
	v, err := member(whole, key)
	return v.with(whole.Marks, key.Marks), err
}

// member is a member as it lies in the whole.
func member(whole, key Value) (Value, error) {
	switch whole.Kind {
	case List:
		n, err := asNumber(key)
		if i := int(n); err == nil && i >= 0 && i < len(whole.List) && float64(i) == n {
			return whole.List[i], nil
		}
	case Object:
		name, err := asText(key)
		if v, ok := whole.Members[name]; err == nil && ok {
			return v, nil
		}
	}
	return Value{}, errFailed
}

// splat visits elements as a loop does. (hclsyntax, SplatExpr.Value)
func (r *Run) splat(e *Expr, vars *scope) (Value, error) {
	source, err := r.eval(e.Kids[0], vars)
	if err != nil || source.isUnknown() {
		return unknown(source.Marks), err
	}
	elements := source.List
	if source.Kind != List {
		elements = []Value{source}
	}
	all := make([]Value, len(elements))
	for i, v := range elements {
		for _, name := range e.Tail {
			if v.isUnknown() {
				break
			}
			inner, err := member(v, text(name))
			if err != nil {
				return Value{}, err
			}
			v = inner.with(v.Marks)
		}
		all[i] = v
	}
	return listed(all...).with(source.Marks), nil
}
