package main

import (
	"slices"
	"time"
)

// This file summarizes series of figures.

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

// milliseconds converts a duration.
func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
