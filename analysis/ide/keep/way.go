package keep

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file says which declaration became which.

// Step is a declaration of a program, or one instance of it.
type Step struct {
	// Dir is the directory of the program, and Name is what the declaration is called there.
	Dir, Name string
	// Key is the key of an instance; empty for the only one.
	Key string
	// Each means what all instances of a range have in common, whatever the range is.
	Each bool
}

// Way leads to a registration: through the components around it, the outermost first, to its own
// declaration.
type Way []Step

// Becomes says where a way leads after a change; to nothing if the registration goes.
type Becomes func(Way) Way

// Rule is a part of a way that becomes another. The last step takes the key with it.
type Rule struct{ From, To Way }

// Rules apply to every part of a way, the longest that fits first. A way that ends with something
// that becomes nothing leads to nothing.
func Rules(rules ...Rule) Becomes {
	rules = slices.Clone(rules)
	lists.SortStable(rules, func(a, b Rule) int { return len(b.From) - len(a.From) })
	return func(w Way) Way {
		var next Way
		for at := 0; at < len(w); {
			i := slices.IndexFunc(rules, func(r Rule) bool { return r.fits(w[at:]) })
			if i < 0 {
				next = append(next, w[at])
				at++
				continue
			}
			r := rules[i]
			if len(r.To) == 0 {
				return nil
			}
			last := w[at+len(r.From)-1]
			next = append(next, r.To...)
			next[len(next)-1].Key, next[len(next)-1].Each = last.Key, last.Each
			at += len(r.From)
		}
		return next
	}
}

// Unmoved says that every declaration stays where it is.
func Unmoved(w Way) Way { return w }

func (r Rule) fits(w Way) bool {
	return len(w) >= len(r.From) && slices.EqualFunc(r.From, w[:len(r.From)], func(a, b Step) bool { return a.Dir == b.Dir && a.Name == b.Name })
}

// key is a text that only this way has.
func (w Way) key() string {
	var b strings.Builder
	for _, s := range w {
		b.WriteString(s.Dir + "\x00" + s.Name + "\x00" + s.Key + "\x00")
		if s.Each {
			b.WriteString("*")
		}
	}
	return b.String()
}

// wayTo leads to a registration.
func wayTo(r *eval.Registration, each bool) Way {
	var w Way
	for at := r; at != nil; at = at.Within {
		w = append(w, Step{Dir: at.Program.Dir, Name: at.Item.Name, Key: at.Key, Each: each && at == r})
	}
	slices.Reverse(w)
	return w
}
