package main

import (
	"encoding/json"
	"io"
	"slices"
)

// This file implements what a run reports.

// Report is everything that one run measured.
type Report struct {
	Version  string `json:"version"`
	System   string `json:"system"`
	CPUs     int    `json:"cpus"`
	Schema   string `json:"schema"`
	Encoding string `json:"encoding"`
	// Note says why another schema than the wished one was used; empty if none was.
	Note string `json:"note,omitempty"`
	Rows []Row  `json:"rows"`
}

// Row is one thing that was measured.
type Row struct {
	// ID is for programs that compare runs.
	ID string `json:"id"`
	// Group is the workload in the sense of Options.Only.
	Group string `json:"group"`
	What  string `json:"what"`
	On    string `json:"on"`
	Unit  string `json:"unit"`
	Summary
	Goals []Goal `json:"goals,omitempty"`
	// Parse is how long hclsyntax.ParseConfig takes for the same bytes, in
	// milliseconds; 0 where the figure has no bytes.
	Parse float64 `json:"parse,omitempty"`
	// Trip is the median time of a request that does nothing on the same pipe, in
	// milliseconds; 0 where there is no pipe.
	Trip float64 `json:"trip,omitempty"`
	Note string  `json:"note,omitempty"`
	// Skipped says why there are no figures; empty if there are.
	Skipped string `json:"skipped,omitempty"`
}

// Goal is what a figure should be.
type Goal struct {
	Stat   string  `json:"stat"` // median or p99
	AtMost float64 `json:"atMost"`
	Met    bool    `json:"met"`
}

// median and p99 are goals.
func median(atMost float64) Goal { return Goal{Stat: "median", AtMost: atMost} }
func p99(atMost float64) Goal    { return Goal{Stat: "p99", AtMost: atMost} }

// add puts a row into the report and judges its goals.
func (r *Report) add(row Row, goals ...Goal) {
	for _, g := range goals {
		g.Met = row.Skipped == "" && row.of(g.Stat) <= g.AtMost
		row.Goals = append(row.Goals, g)
	}
	r.Rows = append(r.Rows, row)
}

// Missed is how many goals were not met, not counting what was skipped.
func (r *Report) Missed() int {
	n := 0
	for _, row := range r.Rows {
		if row.Skipped == "" && slices.ContainsFunc(row.Goals, func(g Goal) bool { return !g.Met }) {
			n++
		}
	}
	return n
}

// WriteJSON writes the report for programs.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
