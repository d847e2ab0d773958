package flowtest

import (
	"errors"
	"hash/fnv"
	"math"
	"strconv"
)

// This file implements runs: what declarations are worth.

// Assignment gives values to what a program does not say itself.
type Assignment struct {
	// Seed chooses the values of configs, and which outputs are known.
	Seed uint64
	// Preview leaves all outputs of resources unknown, and none fails.
	Preview bool
	// Fits reports whether the value of the range of a resource has the type that a
	// checker gives it; where it has not, what the range makes is anybody's guess, and
	// the resource fails. Nil means that all do.
	Fits func(d *Decl, over Value) bool
}

// pick chooses one of n for a name, always the same: a program that is made smaller
// has the same values.
func (a Assignment) pick(name string, n int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(strconv.FormatUint(a.Seed, 36) + " " + name))
	return int((h.Sum64() >> 7) % uint64(n))
}

var (
	errFailed   = errors.New("the evaluation fails")
	errResource = errors.New("the resource was not made")
	errBudget   = errors.New("the run takes too long")
)

// Run is one evaluation of a program.
type Run struct {
	program *Program
	given   Assignment
	inputs  map[string]Value // what a component was given, by logical name; nil for the root
	inside  string           // prefix of what is chosen for a component
	values  map[*Decl]result
	steps   *int
}

type result struct {
	value Value
	err   error
}

const maxSteps = 20_000

// Run prepares an evaluation; nothing is evaluated yet.
func (p *Program) Run(given Assignment) *Run {
	return &Run{program: p, given: given, values: map[*Decl]result{}, steps: new(int)}
}

// Value is what the name of a declaration stands for. False means that it cannot be
// evaluated in this run.
func (r *Run) Value(d *Decl) (Value, bool) {
	v, err := r.declared(d)
	return v, err == nil
}

// Exported is the value of an output.
func (r *Run) Exported(d *Decl) (Value, bool) {
	v, err := r.eval(d.Value, nil)
	return v, err == nil
}

// Input are the values of an input of a resource or component, one for each of its
// instances.
func (r *Run) Input(d *Decl, in Input) []Value {
	var values []Value
	for _, vars := range r.instances(d) {
		if v, err := r.eval(in.Value, vars); err == nil {
			values = append(values, v)
		}
	}
	return values
}

func (r *Run) declared(d *Decl) (Value, error) {
	if known, ok := r.values[d]; ok {
		return known.value, known.err
	}
	r.values[d] = result{err: errFailed} // a circle
	v, err := r.compute(d)
	r.values[d] = result{v, err}
	return v, err
}

func (r *Run) compute(d *Decl) (Value, error) {
	switch d.Kind {
	case Local:
		return r.eval(d.Value, nil)
	case Config:
		return r.config(d)
	case Resource:
		return r.resource(d)
	case Component:
		return r.component(d)
	}
	return unknown(), nil // an output has a value for those outside only
}

// config is what was given, or the default, or for a nullable one without either
// something unknown. (bindConfigVariable, pkg/pcl/runtime/interpreter.go)
func (r *Run) config(d *Decl) (Value, error) {
	own := Marks{Secret: d.Secret, deps: []string{d.Name}}
	given, ok := r.inputs[d.LogicalName()]
	switch {
	case ok: // and `secret = true` does not count (executeProgramNodes)
		return given.with(Marks{deps: own.deps}), nil
	case r.inputs == nil && (d.Value == nil && !d.Nullable || r.pick(d.Name+" given", 2) == 1):
		return r.invent(d.Shape, d.Name, false).with(own), nil
	case d.Value != nil:
		v, err := r.eval(d.Value, nil)
		if err == nil && !v.has(d.Shape) {
			err = errFailed // converted, or refused
		}
		return v.with(own), err
	case d.Nullable:
		return unknown(own), nil
	}
	return Value{}, errFailed
}

func (r *Run) pick(name string, n int) int { return r.given.pick(r.inside+name, n) }

// invent is a value of a shape. In a value that comes late members may be unknown.
func (r *Run) invent(s Shape, name string, late bool) Value {
	if late && (r.given.Preview || r.pick(name+" late", 2) == 1) {
		return unknown()
	}
	switch s.Kind {
	case TextShape:
		return text([]string{"a", "b", "c", ""}[r.pick(name, 4)])
	case NumberShape:
		return number(float64(r.pick(name, 4)))
	case BoolShape:
		return truth(r.pick(name, 2) == 1)
	case ListShape:
		all := []Value{}
		for i := range r.pick(name, 4) {
			all = append(all, r.invent(*s.Elem, name+strconv.Itoa(i), late))
		}
		return listed(all...)
	case MapShape:
		members := map[string]Value{}
		for _, key := range []string{"a", "b", "c"} {
			if r.pick(name+key, 2) == 1 {
				members[key] = r.invent(*s.Elem, name+key, late)
			}
		}
		return object(members)
	}
	members := map[string]Value{}
	for _, f := range s.Fields {
		members[f.Name] = r.invent(f.Shape, name+f.Name, late)
	}
	return object(members)
}

func (r *Run) resource(d *Decl) (Value, error) {
	if !r.given.Preview && r.pick(d.Name+" fails", 8) == 1 {
		return Value{}, errResource
	}
	if d.Range == nil {
		return r.instance(d, "", nil)
	}
	over, err := r.eval(d.Range, nil)
	if err != nil || over.Secret || over.Kind == Text || over.Kind == Null || r.given.Fits != nil && !r.given.Fits(d, over) {
		return Value{}, errFailed
	}
	switch over.Kind {
	case Unknown:
		return unknown(), nil
	case Bool:
		if !over.Bool {
			return unknown(), nil
		}
		return r.instance(d, "", nil)
	}
	keys, _ := over.elements()
	members, all := map[string]Value{}, []Value{}
	for i, vars := range r.instances(d) {
		key := strconv.Itoa(i)
		if over.Kind == Object {
			key = keys[i].Text
		}
		v, err := r.instance(d, key, vars)
		if err != nil {
			return Value{}, err
		}
		members[key], all = v, append(all, v)
	}
	if over.Kind == Object {
		return object(members), nil
	}
	return listed(all...), nil
}

// instance is one resource. An input comes back as the output of the same name, with its secrets, unless
// something in it is unknown: then the engine leaves it out. Some providers, and the engine for those that
// are not configured yet, give nothing back in a preview. (RegisterResource in
// pkg/resource/deploy/source_eval.go, continueExecuteStep in pkg/resource/deploy/step_executor.go)
func (r *Run) instance(d *Decl, key string, vars *scope) (Value, error) {
	own := Marks{deps: []string{d.Name}}
	members := map[string]Value{"urn": text("urn:" + d.Name + key), "id": r.invent(textShape, d.Name+key+"id", true)}
	for _, o := range outputsOf(d.Token) {
		secret := Marks{Secret: o.secret}
		members[o.name] = r.invent(o.shape, d.Name+key+o.name, true).with(secret)
	}
	for _, in := range d.Inputs {
		given, err := r.eval(in.Value, vars)
		if err != nil {
			return Value{}, err
		}
		if _, isOutput := members[in.Name]; !isOutput {
			continue
		}
		given = given.secrets()
		switch {
		case given.isWhole() && (!r.given.Preview || r.pick("configured", 2) == 1):
			members[in.Name] = given
		default:
			members[in.Name] = unknown()
		}
	}
	return object(members).with(own), nil
}

// instances are the variables of each instance. Of the range they keep no dependencies. (registerResource
// in pkg/pcl/runtime/interpreter.go)
func (r *Run) instances(d *Decl) []*scope {
	if d.Range == nil {
		return []*scope{nil}
	}
	over, err := r.eval(d.Range, nil)
	if err != nil {
		return nil
	}
	var all []*scope
	add := func(members map[string]Value) { all = append(all, &scope{"range", object(members), nil}) }
	switch over.Kind {
	case Bool:
		if over.Bool {
			return []*scope{nil}
		}
	case Number:
		for i := range int(math.Min(over.Number, 10)) {
			add(map[string]Value{"value": number(float64(i))})
		}
	case List, Object:
		keys, values := over.elements()
		for i, key := range keys {
			add(map[string]Value{"key": key, "value": values[i].secrets()})
		}
	}
	return all
}

// component is an object of the outputs of a program. Its range is ignored.
func (r *Run) component(d *Decl) (Value, error) {
	inner := &Run{program: d.Inner, given: r.given, inside: r.inside + d.Name + "/", inputs: map[string]Value{}, values: map[*Decl]result{}, steps: r.steps}
	for _, in := range d.Inputs {
		v, err := r.eval(in.Value, nil)
		if err != nil {
			return Value{}, err
		}
		inner.inputs[in.Name] = v.renamed(func(name string) string { return "../" + name })
	}
	members := map[string]Value{}
	for _, o := range d.Inner.Decls {
		if o.Kind != Output {
			continue
		}
		v, err := inner.eval(o.Value, nil)
		if err != nil {
			return Value{}, err
		}
		members[o.LogicalName()] = v.renamed(outside)
	}
	return object(members).with(Marks{deps: []string{d.Name}}), nil
}

// outside is how a name in a component is seen by those that use it: only what they
// gave comes back.
func outside(name string) string {
	if len(name) > 3 && name[:3] == "../" {
		return name[3:]
	}
	return ""
}

// renamed is the value with its dependencies renamed; those without a name go.
func (v Value) renamed(rename func(string) string) Value {
	return v.mapped(func(m Marks) Marks {
		renamed := Marks{Secret: m.Secret}
		for _, name := range m.deps {
			if to := rename(name); to != "" {
				renamed = renamed.and(Marks{deps: []string{to}})
			}
		}
		return renamed
	})
}
