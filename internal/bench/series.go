package main

import (
	"slices"
	"time"
)

// This file implements what is told of a series of figures.

// Summary tells of a series of figures.
type Summary struct {
	N      int     `json:"n"`
	Median float64 `json:"median"`
	P90    float64 `json:"p90"`
	P99    float64 `json:"p99"`
	Max    float64 `json:"max"`
}

// summarize sorts figures. A percentile is a figure that occurred: the smallest
// that so many are not above.
func summarize(figures []float64) Summary {
	if len(figures) == 0 {
		return Summary{}
	}
	sorted := slices.Sorted(slices.Values(figures))
	at := func(percent int) float64 { return sorted[(len(sorted)*percent+99)/100-1] }
	return Summary{N: len(sorted), Median: at(50), P90: at(90), P99: at(99), Max: sorted[len(sorted)-1]}
}

// single is the summary of a figure that there is one of.
func single(figure float64) Summary { return summarize([]float64{figure}) }

// of is the figure that a goal is about.
func (s Summary) of(stat string) float64 {
	switch stat {
	case "median":
		return s.Median
	case "p99":
		return s.P99
	}
	panic("no goal is about " + stat)
}

// milliseconds is a duration as it is shown.
func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
