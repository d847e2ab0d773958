package typesys

import "testing"

// equations are the shapes as a document defines them, case by case, for types
// that hold nothing eventual. They are written here a second time, from the
// documents alone, to hold the views of our shapes against them.
type equations struct {
	wrapsUnions bool // PTS-2: a union has a wrapper of its own
	wrap        func(Type) Type
}

func (e equations) shape(t Type) Type {
	switch t.Kind() {
	case KindUnion:
		members := make([]Type, len(t.Elems()))
		for i, m := range t.Elems() {
			members[i] = e.shape(m)
		}
		if e.wrapsUnions && len(members) > 0 {
			return e.wrap(Union(members...))
		}
		return e.outerOfEmpty(Union(members...))
	case KindList:
		return e.wrap(List(e.shape(t.Elem())))
	case KindSet:
		return e.wrap(Set(e.shape(t.Elem())))
	case KindMap:
		return e.wrap(Map(e.shape(t.Elem())))
	case KindTuple:
		elems := make([]Type, len(t.Elems()))
		for i, m := range t.Elems() {
			elems[i] = e.shape(m)
		}
		return e.wrap(Tuple(elems...))
	case KindObject:
		var props []Property
		for _, p := range t.Properties() {
			props = append(props, Property{p.Name, e.shape(p.Type)})
		}
		return e.wrap(Object(props...))
	case KindNone:
		return None // in no document; there is nothing to wait for
	}
	return e.wrap(t)
}

// outerOfEmpty wraps the union of nothing as ours is: it is in no document.
func (e equations) outerOfEmpty(t Type) Type {
	if len(t.Elems()) == 0 && t.Kind() == KindUnion {
		return e.wrap(t)
	}
	return t
}

// literalPlain is plainShape as both documents define it: one wrapper goes, and
// what it held is not looked into.
func literalPlain(t Type) Type {
	switch t.Kind() {
	case KindPromise, KindOutput, KindInput:
		return t.Elem()
	case KindUnion:
		members := make([]Type, len(t.Elems()))
		for i, m := range t.Elems() {
			members[i] = literalPlain(m)
		}
		return Union(members...)
	case KindList:
		return List(literalPlain(t.Elem()))
	case KindSet:
		return Set(literalPlain(t.Elem()))
	case KindMap:
		return Map(literalPlain(t.Elem()))
	case KindTuple:
		elems := make([]Type, len(t.Elems()))
		for i, m := range t.Elems() {
			elems[i] = literalPlain(m)
		}
		return Tuple(elems...)
	case KindObject:
		var props []Property
		for _, p := range t.Properties() {
			props = append(props, Property{p.Name, literalPlain(p.Type)})
		}
		return Object(props...)
	}
	return t
}

// The shapes of each document are views of ours.
func TestShapesAreThoseOfTheDocuments(t *testing.T) {
	t.Parallel()
	documents := []struct {
		document Document
		input    equations
		output   equations
	}{
		{PTS1, equations{false, Input}, equations{false, Output}},
		{PTS2, equations{true, Input}, equations{true, Output}},
	}
	holdsFor(t, someTypes, func(a Type) bool {
		plain := PlainShape(a)
		for _, d := range documents {
			if d.document.View(InputShape(a)) != d.input.shape(plain) || d.document.View(OutputShape(a)) != d.output.shape(plain) {
				return false
			}
		}
		return true
	})
}

// Both documents tell to apply plainShape again and again for a fully plain type.
func TestPlainShapeIsThatOfTheDocumentsRepeated(t *testing.T) {
	t.Parallel()
	holdsFor(t, someTypes, func(a Type) bool {
		got := a
		for literalPlain(got) != got {
			got = literalPlain(got)
		}
		return got == PlainShape(a)
	})
}

// A place in our form accepts what it accepts in that of PTS-2, as well.
func TestOursAcceptsWhatPTS2Accepts(t *testing.T) {
	t.Parallel()
	holdsForPairs(t, knownTypes, func(a, b Type) bool {
		if a.ContainsEventuals() {
			return true
		}
		ours := InputShape(a)
		theirs := PTS2.View(ours)
		return Convert(ours, a) == Convert(theirs, a) && Convert(ours, b) == Convert(theirs, b) && Convert(ours, Lifted(a)) == Convert(theirs, Lifted(a))
	})
}

// With PTS-1 an output that is one of two things is in doubt everywhere.
func TestPTS1HasNoPlaceForAnOutputOfAlternatives(t *testing.T) {
	t.Parallel()
	either := typeOf(t, "union(int, list(int))")
	if got := Convert(PTS1.View(InputShape(either)), Output(either)); got != FitUnsafe {
		t.Errorf("PTS-1: got %v, want unsafe", got)
	}
	if got := Convert(PTS2.View(InputShape(either)), Output(either)); got != FitSafe {
		t.Errorf("PTS-2: got %v, want safe", got)
	}
}

// The reference has no inputs and nothing eventual inside an output.
func TestReferenceViewIsFlat(t *testing.T) {
	t.Parallel()
	holdsFor(t, someTypes, func(a Type) bool {
		for _, shaped := range []Type{a, InputType(a)} {
			if v := Reference.View(shaped); !isFlat(v, false) || Reference.View(v) != v {
				return false
			}
		}
		return true
	})
}

// isFlat reports whether t has no input, and no eventual inside an output.
func isFlat(t Type, inOutput bool) bool {
	if t.Kind() == KindInput || inOutput && (t.Kind() == KindOutput || t.Kind() == KindPromise) {
		return false
	}
	inOutput = inOutput || t.Kind() == KindOutput
	if t.Elem().IsValid() && !isFlat(t.Elem(), inOutput) {
		return false
	}
	for _, e := range t.Elems() {
		if !isFlat(e, inOutput) {
			return false
		}
	}
	for _, p := range t.Properties() {
		if !isFlat(p.Type, inOutput) {
			return false
		}
	}
	return true
}

// The worked example of the package comment, in our form and in that of each document.
func TestWorkedExampleInEachDocument(t *testing.T) {
	t.Parallel()
	in := typeOf(t, "object({a = list(string), b = union(number, promise(bool))})")
	for _, c := range []struct {
		name  string
		shape Type
		want  map[string]string
	}{
		{"inputShape", InputShape(in), map[string]string{
			"ours":      "input(object({a = input(list(input(string))), b = input(union(number, bool))}))",
			"PTS-1":     "input(object({a = input(list(input(string))), b = union(input(number), input(bool))}))",
			"PTS-2":     "input(object({a = input(list(input(string))), b = input(union(input(number), input(bool)))}))",
			"reference": "union(object({a = union(list(union(string, output(string))), output(list(string))), b = union(number, bool, output(union(number, bool)))}), output(object({a = list(string), b = union(number, bool)})))",
		}},
		{"outputShape", OutputShape(in), map[string]string{
			"ours":      "output(object({a = output(list(output(string))), b = output(union(number, bool))}))",
			"PTS-1":     "output(object({a = output(list(output(string))), b = union(output(number), output(bool))}))",
			"PTS-2":     "output(object({a = output(list(output(string))), b = output(union(output(number), output(bool)))}))",
			"reference": "output(object({a = list(string), b = union(number, bool)}))",
		}},
		{"plainShape", PlainShape(in), map[string]string{
			"ours":      "object({a = list(string), b = union(number, bool)})",
			"PTS-1":     "object({a = list(string), b = union(number, bool)})",
			"PTS-2":     "object({a = list(string), b = union(number, bool)})",
			"reference": "object({a = list(string), b = union(number, bool)})",
		}},
	} {
		got := map[string]Type{"ours": c.shape}
		for _, d := range []Document{PTS1, PTS2, Reference} {
			got[d.String()] = d.View(c.shape)
		}
		for name, want := range c.want {
			if got[name] != typeOf(t, want) {
				t.Errorf("%s, %s: got %s, want %s", c.name, name, got[name].Exact(), want)
			}
		}
	}
}

// Each kind of type in both shapes. Where a document does not look into
// a promise or output, ours does, and gives what the document gives for the plain
// type.
func TestShapesOfEveryForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ t, input1, input2, output1, output2, plain string }{
		{"string", "input(string)", "input(string)", "output(string)", "output(string)", "string"},
		{"Asset", "input(Asset)", "input(Asset)", "output(Asset)", "output(Asset)", "Asset"},
		{"enum", "input(enum)", "input(enum)", "output(enum)", "output(enum)", "enum"},
		{"list(int)", "input(list(input(int)))", "input(list(input(int)))", "output(list(output(int)))", "output(list(output(int)))", "list(int)"},
		{"map(int)", "input(map(input(int)))", "input(map(input(int)))", "output(map(output(int)))", "output(map(output(int)))", "map(int)"},
		{"set(int)", "input(set(input(int)))", "input(set(input(int)))", "output(set(output(int)))", "output(set(output(int)))", "set(int)"},
		{"tuple(int, id)", "input(tuple(input(int), input(id)))", "input(tuple(input(int), input(id)))", "output(tuple(output(int), output(id)))", "output(tuple(output(int), output(id)))", "tuple(int, id)"},
		{"object({a = int})", "input(object({a = input(int)}))", "input(object({a = input(int)}))", "output(object({a = output(int)}))", "output(object({a = output(int)}))", "object({a = int})"},
		{"union(int, id)", "union(input(int), input(id))", "input(union(input(int), input(id)))", "union(output(int), output(id))", "output(union(output(int), output(id)))", "union(int, id)"},
		{"union(int, none)", "union(input(int), none)", "input(union(input(int), none))", "union(output(int), none)", "output(union(output(int), none))", "union(int, none)"},
		{"output(int)", "input(int)", "input(int)", "output(int)", "output(int)", "int"},
		{"promise(int)", "input(int)", "input(int)", "output(int)", "output(int)", "int"},
		{"output(list(output(int)))", "input(list(input(int)))", "input(list(input(int)))", "output(list(output(int)))", "output(list(output(int)))", "list(int)"},
		{"promise(union(int, output(id)))", "union(input(int), input(id))", "input(union(input(int), input(id)))", "union(output(int), output(id))", "output(union(output(int), output(id)))", "union(int, id)"},
		{"dynamic", "dynamic", "dynamic", "output(dynamic)", "output(dynamic)", "dynamic"},
		{"none", "none", "none", "none", "none", "none"},
	} {
		in := typeOf(t, c.t)
		for _, v := range []struct {
			name string
			got  Type
			want string
		}{
			{"inputShape, PTS-1", PTS1.View(InputShape(in)), c.input1},
			{"inputShape, PTS-2", PTS2.View(InputShape(in)), c.input2},
			{"outputShape, PTS-1", PTS1.View(OutputShape(in)), c.output1},
			{"outputShape, PTS-2", PTS2.View(OutputShape(in)), c.output2},
			{"plainShape", PlainShape(in), c.plain},
		} {
			if v.got != typeOf(t, v.want) {
				t.Errorf("%s of %s: got %s, want %s", v.name, c.t, v.got.Exact(), v.want)
			}
		}
	}
	// One application of the documents' plainShape leaves what an output holds.
	if got, want := literalPlain(typeOf(t, "output(list(output(string)))")), typeOf(t, "list(output(string))"); got != want {
		t.Errorf("plainShape once: got %v, want %v", got, want)
	}
}
