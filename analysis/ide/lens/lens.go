package lens

import (
	"context"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file lists lenses.

// Kind is the kind of a lens.
type Kind uint8

// The kinds of lenses, in their order.
const (
	References Kind = iota // how often the name is used
	Dependents             // how many others need the value, directly or indirectly
	Missing                // which required inputs are missing
	Plan                   // what a run would do, which the caller finds out
	kinds
)

var kindNames = [kinds]string{References: "references", Dependents: "dependents", Missing: "missing", Plan: "plan"}

// String returns the name of the kind in settings.
func (k Kind) String() string { return kindNames[k] }

// Kinds returns all kinds.
func Kinds() []Kind {
	all := make([]Kind, kinds)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// Shown is a set of kinds.
type Shown [kinds]bool

// Calm returns the default: what an editor does not show by itself.
func Calm() Shown { return Shown{Dependents: true, Missing: true, Plan: true} }

// Lens is a line above a declaration.
type Lens struct {
	Kind     Kind
	Name     string      // of the declaration
	NameSpan syntax.Span // offsets in the file
	// Title is the text, or empty if it has to be counted.
	Title string
	// Crosses means that other programs may use the name: it is an input or output of a
	// component.
	Crosses bool
}

// In returns the lenses of a file, by place. In a component other programs use the inputs and
// outputs, so outputs have lenses too. The only error is the context's.
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
		if l.Kind = Plan; shown[Plan] && it.Kind != syntax.KindRead && isResource(it.Kind) {
			all = append(all, l)
		}
		if !shown[Missing] || it.Kind != syntax.KindResource || it.Block() == nil {
			continue
		}
		if l.Kind, l.Title = Missing, missing(it, p.ResourceOf(it.Item)); l.Title != "" {
			all = append(all, l)
		}
	}
	return all, ctx.Err()
}

// counted reports whether other declarations can use declarations of a kind.
func counted(k syntax.Kind) bool {
	return isResource(k) || k == syntax.KindLocal || k == syntax.KindConfig
}

func isResource(k syntax.Kind) bool {
	return k == syntax.KindResource || k == syntax.KindRead || k == syntax.KindComponent
}

// maxNamed is how many missing inputs are named.
const maxNamed = 5

// missing names the missing required inputs.
func missing(it syntax.Placed, r *schema.Resource) string {
	if r == nil {
		return ""
	}
	var names []string
	for _, p := range r.Inputs {
		if p.Required && it.Block().Body.Attributes[p.Name] == nil {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	title := prose.Counted(len(names), "input") + " missing: "
	if len(names) > maxNamed {
		return title + strings.Join(names[:maxNamed], ", ") + ", …"
	}
	return title + strings.Join(names, ", ")
}
