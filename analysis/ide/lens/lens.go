package lens

import (
	"context"
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file lists lenses.

// Kind says what a lens tells.
type Kind uint8

// The kinds of lenses, in the order in which they stand.
const (
	References Kind = iota // how often the name is used
	Dependents             // how many others need the value, directly or not
	Missing                // which inputs must be given and are not
	kinds
)

var kindNames = [kinds]string{References: "references", Dependents: "dependents", Missing: "missing"}

// String is the name of the kind in settings.
func (k Kind) String() string { return kindNames[k] }

// Kinds are all kinds.
func Kinds() []Kind {
	all := make([]Kind, kinds)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// Shown are the kinds that somebody wants to see.
type Shown [kinds]bool

// All are all kinds: what is shown to who did not choose.
func All() Shown { return Shown{true, true, true} }

// Lens is something to be told about a declaration.
type Lens struct {
	Kind     Kind
	Name     string      // of the declaration
	NameSpan syntax.Span // in the file
	// Title is what is told; empty where that has to be counted.
	Title string
	// Crosses says that other programs may use the name: it is an input or an output of a
	// component.
	Crosses bool
}

// In are the lenses of a file, by place. Of a program that is a component inputs and
// outputs are for others, and outputs have lenses too. The error is that of the context.
func In(ctx context.Context, p *analysis.Program, path string, shown Shown, isComponent bool) ([]Lens, error) {
	f, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	var all []Lens
	for _, it := range f.All() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		crosses := isComponent && (it.Kind == syntax.KindConfig || it.Kind == syntax.KindOutput)
		if it.Name == "" || !counted(it.Kind) && !crosses {
			continue
		}
		l := Lens{Name: it.Name, NameSpan: it.NameSpan.Shift(it.Base), Crosses: crosses}
		if shown[References] {
			all = append(all, l)
		}
		if l.Kind = Dependents; shown[Dependents] && isResource(it.Kind) {
			all = append(all, l)
		}
		if !shown[Missing] || it.Kind != syntax.KindResource || it.Block == nil {
			continue
		}
		if l.Kind, l.Title = Missing, missing(it, p.ResourceOf(it.Item)); l.Title != "" {
			all = append(all, l)
		}
	}
	return all, ctx.Err()
}

// counted tells declarations that others of the program can use.
func counted(k syntax.Kind) bool {
	return isResource(k) || k == syntax.KindLocal || k == syntax.KindConfig
}

func isResource(k syntax.Kind) bool {
	return k == syntax.KindResource || k == syntax.KindRead || k == syntax.KindComponent
}

// maxNamed is how many missing inputs are named.
const maxNamed = 5

// missing names the inputs that must be given and are not; empty if there are none.
func missing(it syntax.Placed, r *schema.Resource) string {
	if r == nil {
		return ""
	}
	var names []string
	for _, p := range r.Inputs {
		if p.Required && it.Block.Body.Attributes[p.Name] == nil {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	title := counting(len(names), "input") + " missing: "
	if len(names) > maxNamed {
		return title + strings.Join(names[:maxNamed], ", ") + ", …"
	}
	return title + strings.Join(names, ", ")
}

// counting is a number of things in words.
func counting(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
