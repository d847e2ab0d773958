package report

import (
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
)

// This file writes what a change does to the names of resources.

// Names is what becomes of the names of the resources of one program.
type Names struct {
	// Program is the name of the program's directory, and From what it was compared with.
	Program string `json:"program"`
	From    string `json:"from"`
	// Summary counts the resources by fate.
	Summary map[planview.Fate]int `json:"summary"`
	// Resources are those that need attention first.
	Resources []NamedResource `json:"resources"`
}

// NamedResource is what becomes of the name of one resource.
type NamedResource struct {
	planview.NameEntry
	Place    *planPlace `json:"place,omitempty"`
	OldPlace *planPlace `json:"oldPlace,omitempty"`
}

// NamesOf is what becomes of the names of a program, as plain data. Names of files are made by relative.
func NamesOf(n *planview.Names, program, from string, relative func(string) string) *Names {
	all := &Names{Program: program, From: from, Summary: maps.Clone(n.Counts), Resources: []NamedResource{}}
	for _, e := range n.Entries {
		r := NamedResource{e, placeOf(e.Place, relative), placeOf(e.OldPlace, relative)}
		r.NameEntry.Place, r.NameEntry.OldPlace = nil, nil // they keep the program in memory
		all.Resources = append(all.Resources, r)
	}
	return all
}

// textNames writes the names that change for reading, program by program.
func (r *Report) textNames(w io.Writer) {
	for _, n := range r.Names {
		fmt.Fprintf(w, "names in %s compared with %s: %s\n", OneLine(n.Program), OneLine(n.From), planview.SummaryOf(n.Summary))
		for _, e := range n.Resources {
			if e.Fate != planview.NameKept {
				fmt.Fprintf(w, "  %-13s  %s  %s%s\n", e.Fate, OneLine(e.change()), OneLine(e.Type), OneLine(e.remark()))
			}
		}
	}
	if len(r.Names) > 0 {
		fmt.Fprintln(w)
	}
}

// change is the name, or both names.
func (e NamedResource) change() string {
	if e.OldName == "" {
		return e.Name
	}
	return e.OldName + " → " + e.Name
}

// remark is where the resource is declared and what else is to be said.
func (e NamedResource) remark() string {
	var parts []string
	if at := e.at(); at != "" {
		parts = append(parts, at)
	}
	switch {
	case e.Component:
		parts = append(parts, "only a name")
	case e.Accepted:
		parts = append(parts, "accepted")
	}
	if e.Reason != "" {
		parts = append(parts, e.Reason)
	}
	if len(parts) == 0 {
		return ""
	}
	return "  (" + strings.Join(parts, "; ") + ")"
}

func (e NamedResource) at() string {
	switch {
	case e.Place != nil:
		return fmt.Sprintf("%s:%d", e.Place.File, e.Place.Line)
	case e.OldPlace != nil:
		return fmt.Sprintf("was at %s:%d", e.OldPlace.File, e.OldPlace.Line)
	}
	return ""
}
