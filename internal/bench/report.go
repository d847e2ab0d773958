package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// This file implements the report of a run: series of figures, and their table.

// Report is the result of a run.
type Report struct {
	Version  string `json:"version"`
	System   string `json:"system"`
	CPUs     int    `json:"cpus"`
	Schema   string `json:"schema"`
	Encoding string `json:"encoding"`
	Note     string `json:"note,omitempty"` // why the aws schema was not used; empty if it was
	Rows     []Row  `json:"rows"`
}

// Row is one measurement.
type Row struct {
	// ID identifies the row when runs are compared.
	ID string `json:"id"`
	// Group is the name for Options.Only.
	Group string `json:"group"`
	What  string `json:"what"`
	On    string `json:"on"`
	Unit  string `json:"unit"`
	Summary
	Goals []Goal `json:"goals,omitempty"`
	// Parse is the time of hclsyntax.ParseConfig for the same bytes, in milliseconds; 0 if there are none.
	Parse float64 `json:"parse,omitempty"`
	// Trip is the median time of a request that does nothing on the same pipe, in milliseconds; 0 if there is no pipe.
	Trip float64 `json:"trip,omitempty"`
	Note string  `json:"note,omitempty"`
	// Skipped says why there are no figures; empty if there are some.
	Skipped string `json:"skipped,omitempty"`
}

// with returns a row about another figure of the same programs.
func (row Row) with(id, what, unit string, s Summary) Row {
	row.ID, row.What, row.Unit, row.Summary = id, what, unit, s
	return row
}

// Goal is the target for a figure.
type Goal struct {
	Stat   string  `json:"stat"` // median or p99
	AtMost float64 `json:"atMost"`
	Met    bool    `json:"met"`
}

func median(atMost float64) Goal { return Goal{Stat: "median", AtMost: atMost} }
func p99(atMost float64) Goal    { return Goal{Stat: "p99", AtMost: atMost} }

// add adds a row to the report and evaluates its goals. Skipped rows have no figures.
func (r *Report) add(row Row, goals ...Goal) {
	if row.Skipped != "" {
		row.Summary = Summary{}
	}
	for _, g := range goals {
		figure := map[string]float64{"median": row.Median, "p99": row.P99}[g.Stat]
		g.Met = row.Skipped == "" && figure <= g.AtMost
		row.Goals = append(row.Goals, g)
	}
	r.Rows = append(r.Rows, row)
}

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Summary summarizes a series of figures.
type Summary struct {
	N      int     `json:"n"`
	Median float64 `json:"median"`
	P90    float64 `json:"p90"`
	P99    float64 `json:"p99"`
	Max    float64 `json:"max"`
}

// summarize sorts figures. A percentile is an actual figure: the smallest one that is at
// least as large as that share of the figures.
func summarize(figures []float64) Summary {
	if len(figures) == 0 {
		return Summary{}
	}
	sorted := slices.Sorted(slices.Values(figures))
	at := func(percent int) float64 { return sorted[(len(sorted)*percent+99)/100-1] }
	return Summary{N: len(sorted), Median: at(50), P90: at(90), P99: at(99), Max: sorted[len(sorted)-1]}
}

// single returns the summary of a single figure.
func single(figure float64) Summary { return summarize([]float64{figure}) }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

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
