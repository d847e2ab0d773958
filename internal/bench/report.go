package main

import (
	"encoding/json"
	"io"
)

// This file implements the report of a run.

// Report is the result of a run.
type Report struct {
	Version  string `json:"version"`
	System   string `json:"system"`
	CPUs     int    `json:"cpus"`
	Schema   string `json:"schema"`
	Encoding string `json:"encoding"`
	// Note says why the aws schema was not used; empty if it was.
	Note string `json:"note,omitempty"`
	Rows []Row  `json:"rows"`
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
	// Parse is the time of hclsyntax.ParseConfig for the same bytes, in milliseconds; 0 if
	// there are none.
	Parse float64 `json:"parse,omitempty"`
	// Trip is the median time of a request that does nothing on the same pipe, in
	// milliseconds; 0 if there is no pipe.
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

// median and p99 are goals.
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
