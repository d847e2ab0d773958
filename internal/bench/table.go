package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// This file writes the report as a table, for terminals and for documents.

var columns = []string{"what", "on", "n", "median", "p90", "p99", "max", "unit", "goal", "met", "parse ms", "trip ms", "note"}

// WriteText writes the report as a table for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(columns, "\t"))
	for _, row := range r.Rows {
		fmt.Fprintln(t, strings.Join(row.cells(), "\t"))
	}
	_ = t.Flush() // a builder never fails
	return r.around(w, b.String())
}

// WriteMarkdown writes the report as a table for a document.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	for _, row := range r.Rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row.cells(), " | "))
	}
	return r.around(w, b.String())
}

// around writes a table with what was measured above it, and how many goals are met below.
func (r *Report) around(w io.Writer, table string) error {
	about := fmt.Sprintf("pcl-lsp %s, %s, %d processors, schema %s, positions in %s",
		r.Version, r.System, r.CPUs, r.Schema, r.Encoding)
	if r.Note != "" {
		about += "\n\n" + r.Note
	}
	goals := map[string]int{}
	for _, row := range r.Rows {
		goals[row.met()]++
	}
	met := goals["yes"]
	_, err := fmt.Fprintf(w, "%s\n\n%s\n%d of %d rows with goals meet them.\n", about, table, met, met+goals["no"])
	return err
}

// cells returns the texts of a row, one for each column.
func (row Row) cells() []string {
	cells := []string{row.What, row.On, "", "", "", "", "", row.Unit, row.goals(), "", "", "", "skipped: " + row.Skipped}
	if row.Skipped != "" {
		return cells
	}
	cells[2], cells[3] = strconv.Itoa(row.N), figure(row.Median)
	if row.N > 1 {
		cells[4], cells[5], cells[6] = figure(row.P90), figure(row.P99), figure(row.Max)
	}
	return append(cells[:9], row.met(), yardstick(row.Parse), yardstick(row.Trip), row.Note)
}

func (row Row) goals() string {
	var texts []string
	for _, g := range row.Goals {
		name := g.Stat + " "
		if row.N == 1 {
			name = ""
		}
		texts = append(texts, name+"≤ "+figure(g.AtMost))
	}
	return strings.Join(texts, ", ")
}

// met says whether a row meets all its goals; nothing if it has none, or no figures.
func (row Row) met() string {
	switch {
	case len(row.Goals) == 0 || row.Skipped != "":
		return ""
	case slices.ContainsFunc(row.Goals, func(g Goal) bool { return !g.Met }):
		return "no"
	}
	return "yes"
}

// figure formats a number with three significant digits, or all before the point.
func figure(f float64) string {
	if f >= 100 || f <= -100 {
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return strconv.FormatFloat(f, 'g', 3, 64)
}

func yardstick(f float64) string {
	if f == 0 {
		return ""
	}
	return figure(f)
}
