// Package lens computes what editors show beside the text of a program: code lenses above declarations (how often a
// name is used, how many resources depend on it, and which inputs are missing), and inlay hints (the types of locals,
// values that are secret or unknown where that is easy to overlook, and the number of instances of a range).
//
// The package knows no protocol. The caller says which kinds of lenses and hints to show.
//
// Listing lenses neither counts nor checks anything, because editors request all lenses of a
// document as soon as it opens. [Count] computes the numbers, which editors request when a
// lens becomes visible.
//
// Invariant: hints are sorted by their places, and each stands inside or directly behind the item
// that it is about.
package lens

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file lists and counts lenses, and detects changes in how other programs use a component.

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
func Kinds() []Kind { return below(kinds) }

// below returns the kinds before one.
func below[K ~uint8](end K) []K {
	all := make([]K, end)
	for i := range all {
		all[i] = K(i)
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

// Use is a use of a name.
type Use = analysis.Use

// mostFollowed is how many items are looked at for one number. Each of the lenses of a long file has one.
const mostFollowed = 10_000

// Counted returns the title of a lens whose uses the caller found, as for a lens that crosses.
func Counted(uses []Use) string { return prose.Counted(len(uses), "reference") }

// Count returns the title of a lens that has none yet and, for references, the uses in the
// program. It knows nothing of plans. The only error is the context's.
func Count(ctx context.Context, p *analysis.Program, l Lens) (title string, uses []Use, err error) {
	switch l.Kind {
	case References:
		uses = p.UsesOf(l.Name)
		return Counted(uses), uses, ctx.Err()
	case Dependents:
		n := 0
		all := p.EachDependent(l.Name, mostFollowed, func(it *syntax.Item) {
			if isResource(it.Kind) {
				n++
			}
		})
		title = prose.Counted(n, "dependent")
		if !all {
			title = "more than " + title
		}
		return title, nil, ctx.Err()
	}
	return l.Title, nil, ctx.Err()
}

// Counts returns how often a program uses each name. If it is unchanged, so are the numbers of
// all lenses. The only error is the context's.
func Counts(ctx context.Context, p *analysis.Program) (map[string]int, error) {
	counts := map[string]int{}
	for _, f := range p.Files {
		for _, it := range f.All() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, r := range p.Uses(it) {
				counts[r.Name]++
			}
		}
	}
	return counts, nil
}

// maxPath is how much text after a component's name is read.
const maxPath = 80

// Outside returns what a program writes to the inputs and reads from the outputs of the
// component in a directory. If it is unchanged, so are the lenses of that directory. It checks
// nothing. The only error is the context's.
func Outside(ctx context.Context, user *analysis.Program, dir string) (string, error) {
	var out strings.Builder
	names := map[string]bool{}
	for _, f := range user.Files {
		for _, it := range f.All() {
			if it.Kind != syntax.KindComponent || it.Block() == nil {
				continue
			}
			if found, ok := user.ComponentDir(it.Item); ok && found == dir {
				names[it.Name] = true
				fmt.Fprintln(&out, it.Name, slices.Sorted(maps.Keys(it.Block().Body.Attributes)))
			}
		}
	}
	if len(names) == 0 {
		return "", ctx.Err()
	}
	for _, f := range user.Files {
		for _, it := range f.All() {
			if err := ctx.Err(); err != nil {
				return "", err
			}
			for _, r := range user.Uses(it) {
				if names[r.Name] {
					fmt.Fprintln(&out, r.Name, pathBehind(it.Text, r.Span.End))
				}
			}
		}
	}
	return out.String(), nil
}

// pathBehind returns the steps that may follow a name.
func pathBehind(text string, offset int) string {
	rest := text[offset:min(len(text), offset+maxPath)]
	if end := strings.IndexAny(rest, " \t\r\n,;(){}+-/"); end >= 0 {
		return rest[:end]
	}
	return rest
}
