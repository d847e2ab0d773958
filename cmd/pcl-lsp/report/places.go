package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file shows where the schemas of packages come from.

// PackageUse is one package with the programs that use it.
type PackageUse struct {
	Decision schema.Decision
	Programs []string
}

// Packages are those that programs use.
type Packages struct {
	Used     []PackageUse
	Programs int // how many programs there are
	// Shown shows a path, and InText the paths in a text.
	Shown, InText func(string) string
}

// Document is the list as data for [WriteJSON].
func (p *Packages) Document() any {
	doc := struct {
		Version  int                `json:"version"`
		Packages []decisionDocument `json:"packages"`
	}{1, []decisionDocument{}}
	for _, u := range p.Used {
		d := p.decided(u.Decision)
		d.Programs = u.Programs
		doc.Packages = append(doc.Packages, d)
	}
	return doc
}

// maxPrograms limits how many programs are named for one package.
const maxPrograms = 5

// Text writes the list for reading.
func (p *Packages) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	if len(p.Used) == 0 {
		fmt.Fprintf(out, "no packages are used in %s\n", prose.Counted(p.Programs, "program"))
	}
	for _, u := range p.Used {
		d := u.Decision
		if d.State == schema.Ready {
			fmt.Fprintf(out, "%s  %s\n    %s\n", Titled(d.Ref.Name, d.Availability.Version), p.Shown(d.Path), d.Why)
		} else {
			fmt.Fprintf(out, "%s: %s\n    %s\n", Titled(d.Ref.Name, d.Ref.SchemaVersion()), d.State, p.InText(d.Reason))
		}
		switch {
		case d.DeclaredIn != "":
			fmt.Fprintf(out, "    declared in %s: copy its package block into the program\n", p.Shown(d.DeclaredIn))
		case d.Install != "":
			fmt.Fprintf(out, "    to install its provider: %s\n", d.Install)
		}
		names := u.Programs
		if len(names) > maxPrograms {
			names = append(slices.Clone(names[:maxPrograms]), fmt.Sprintf("%d more", len(u.Programs)-maxPrograms))
		}
		fmt.Fprintf(out, "    used in %s\n", strings.Join(names, ", "))
	}
	return out.Flush()
}

// decisionDocument is a decision as JSON. Schema list prints it too.
type decisionDocument struct {
	Name       string          `json:"name"`
	Wanted     string          `json:"wanted,omitempty"`
	Plugin     string          `json:"plugin,omitempty"`
	State      string          `json:"state"`
	Schema     string          `json:"version,omitempty"`
	File       string          `json:"file,omitempty"`
	Why        string          `json:"why,omitempty"`
	Problem    string          `json:"problem,omitempty"`
	Install    string          `json:"install,omitempty"`
	DeclaredIn string          `json:"declaredIn,omitempty"`
	Provider   *providerPart   `json:"provider,omitempty"`
	Considered []placeDocument `json:"considered"`
	Programs   []string        `json:"programs,omitempty"`
}

type providerPart struct {
	From       string `json:"from"`
	Version    string `json:"version,omitempty"`
	Dir        string `json:"dir"`
	Executable string `json:"executable,omitempty"`
}

type placeDocument struct {
	Kind    string `json:"kind"`
	Path    string `json:"path"`
	Version string `json:"version,omitempty"`
	Taken   bool   `json:"taken"`
	Why     string `json:"why"`
}

func (p *Packages) decided(d schema.Decision) decisionDocument {
	doc := decisionDocument{
		Name: d.Ref.Name, Wanted: d.Ref.SchemaVersion(), State: d.State.String(), Schema: d.Availability.Version,
		File: p.Shown(d.Path), Why: d.Why, Problem: p.InText(d.Reason), Install: d.Install, DeclaredIn: p.Shown(d.DeclaredIn),
		Considered: []placeDocument{},
	}
	if plugin := d.Ref.PluginName(); plugin != d.Ref.Name {
		doc.Plugin = Titled(plugin, d.Ref.Version)
	}
	if by := d.Provider; by.From != 0 {
		doc.Provider = &providerPart{by.From.String(), by.Version, p.Shown(by.Dir), p.Shown(by.Executable)}
	}
	for _, at := range d.Considered {
		doc.Considered = append(doc.Considered, placeDocument{at.Kind.String(), p.Shown(at.Path), at.Version, at.Taken, p.InText(at.Why)})
	}
	return doc
}

// Where tells, as data for [WriteJSON] and as text, which places were considered for the schema of a package.
func (p *Packages) Where(d schema.Decision) (document any, text func(io.Writer) error) {
	document = struct {
		Version int              `json:"version"`
		Package decisionDocument `json:"package"`
	}{1, p.decided(d)}
	return document, func(w io.Writer) error { return p.places(w, d) }
}

func (p *Packages) places(w io.Writer, d schema.Decision) error {
	out := bufio.NewWriter(w)
	if d.State == schema.Ready {
		fmt.Fprintln(out, Titled(d.Ref.Name, d.Availability.Version))
	} else {
		fmt.Fprintf(out, "%s: %s\n", Titled(d.Ref.Name, d.Ref.SchemaVersion()), d.State)
	}
	table := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, at := range d.Considered {
		mark := "-"
		if at.Taken {
			mark = "+"
		}
		fmt.Fprintf(table, "  %s %s\t%s\t%s\t%s\n", mark, at.Kind, at.Version, p.Shown(at.Path), p.InText(at.Why))
	}
	table.Flush()
	if len(d.Considered) == 0 && d.Ref.Name == schema.BuiltinPackage {
		fmt.Fprintln(out, "  + built in")
	} else if len(d.Considered) == 0 {
		fmt.Fprintln(out, "  no place has a schema for it")
	}
	return out.Flush()
}
