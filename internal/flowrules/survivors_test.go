package flowrules

// survivors are the rules that no test notices, each with the reason why it is there all the same.
var survivors = map[string]string{
	"flowexpr.go set: p.named = make([]flowPart, 0, more)":           "it only spares allocations",
	"flowexpr.go stepsInto: return flow.flat()":                      "the parser makes no step without a key",
	"flowexpr.go splat: own.within = nil":                            "without it the whole is said to have what its elements have",
	"flowinvoke.go invoked: joinBoth own.secret":                     "no program of the tests has a secret option at a call of a function without outputs",
	"flowinvoke.go invoked: union arguments.params":                  "no program of the tests passes what a resource reads back to a function, and the result out of a component",
	"flowitems.go passedBy: params m.params":                         "no program of the tests passes what a resource reads back through a local, and out of a component",
	"flowitems.go configFlow: return Flow{own: own}":                 "a config without a block is broken",
	"flowitems.go outside: within leave(m.within)":                   "no program of the tests exports what is secret in an unknown member",
	"flowitems.go outside: within secret (2)":                        "what is read back is a whole member in the programs of the tests",
	"flowoutputs.go shown: return o.res.Outputs":                     "without it resources are said to have their inputs too, which nobody can read",
	"flowitems.go outside: exposed leave(m.exposed)":                 "no program of the tests exports what a component reveals",
	"flowinvoke.go waits: unknown arguments.unknown":                 "without it only the way to the origin is shorter",
	"flowinvoke.go waitsFor: return m.unknown.unsure()":              "without it only the way to the origin is shorter",
	"flowoutputs.go listsAsWhole: return t.Elem()":                   "no map of the tests has lists with secrets among its members",
	"flowoutputs.go settings: o.rest = Flow{}":                       "a provider has the outputs of its schema and no others",
	"flowoutputs.go change: o.rest = either(o.rest, change(o.rest))": "it is for blocks with more attributes than a flow has members",
	"flowoutputs.go listsAsWhole: t = typesys.Strip(t)":              "the inputs of the tests have plain types",
	"flowoutputs.go echo: within m.within.via(here)":                 "no program of the tests gives an input what is secret in an unknown member",
}
