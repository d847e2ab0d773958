package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
)

// This file says what recorded files have of the runs of a program: a verdict, and the failures.

// manySeeds are those of runs in which configs are lists and maps of one element, of none and of two.
var manySeeds = []asking.Choices{{}, {Seed: 1}, {Seed: 2}, {Seed: 3}, {Seed: 4}, {Seed: 5}, {Seed: asking.Rich}}

// A failure is one reason why a run of a program fails. Its place may be unknown.
type failure struct {
	stage, message, detail string
	file                   string
	at                     *asking.Range
	some                   bool // only some runs fail so
}

// verdictOfRuns is the verdict of a program, and the failure that comes first.
func verdictOfRuns(a *asking.Answer) (verdict string, first failure) {
	all := failuresIn(a)
	switch {
	case len(all) == 0:
		return "accepted", failure{}
	case slices.ContainsFunc(a.Runs, func(o asking.Run) bool { return len(failuresOf(o)) == 0 }):
		return "sometimes", all[0]
	}
	return "rejected", all[0]
}

// failures are all that fail in any run, in the order of the runs.
func failuresIn(a *asking.Answer) (all []failure) {
	const crash = "the binder crashes"
	switch {
	case a.Syntax:
		return []failure{failureAt("parse", a.Diagnostics[0])}
	case a.Status == asking.Panic || a.Status == asking.Fatal:
		return []failure{{stage: "bind", message: crash}}
	case a.Status == asking.Failed:
		return []failure{{stage: "bind", message: a.Failure}}
	case a.Status == asking.Error:
		i := slices.IndexFunc(a.Diagnostics, asking.Diagnostic.IsError)
		return []failure{failureAt("bind", a.Diagnostics[i])}
	}
	for _, o := range a.Runs {
		for _, f := range failuresOf(o) {
			if !slices.ContainsFunc(all, f.same) {
				f.some = slices.ContainsFunc(a.Runs, func(o asking.Run) bool { return !slices.ContainsFunc(failuresOf(o), f.same) })
				all = append(all, f)
			}
		}
	}
	return all
}

// failuresOf are those of one run. What providers refuse counts if nothing else fails.
func failuresOf(o asking.Run) (all []failure) {
	message := plainMessage(o)
	switch found := slices.DeleteFunc(slices.Clone(o.Found), func(d asking.Diagnostic) bool { return !d.IsError() }); {
	case len(found) > 0:
		for _, d := range found {
			all = append(all, failureAt("evaluation", d))
		}
	case strings.HasPrefix(message, "panic: "):
		all = append(all, failure{stage: "evaluation", message: "the evaluator crashes"})
	case o.Stage != "":
		stage := map[bool]string{true: "evaluation", false: "engine"}[o.Evaluation]
		all = append(all, failure{stage: stage, message: message})
	default:
		for _, why := range o.Refused {
			all = append(all, failure{stage: "provider", message: why})
		}
	}
	return all
}

// plainMessage is why a run fails, without what the engine says of each failure.
func plainMessage(o asking.Run) string {
	return strings.TrimPrefix(o.Message, "an unhandled error occurred: ")
}

func failureAt(stage string, d asking.Diagnostic) failure {
	f := failure{stage: stage, message: cmp.Or(d.Summary, d.Detail), detail: d.Detail}
	if d.File != "" {
		f.file, f.at = d.File, d.Range
	}
	return f
}

// full is the message with its details.
func (f failure) full() string {
	if strings.Contains(f.message, f.detail) {
		return f.message
	}
	return f.message + ": " + f.detail
}

// same reports whether two failures have the same place, or the same reason if the place is unknown.
func (f failure) same(g failure) bool {
	if f.at == nil || g.at == nil {
		return f.at == g.at && f.stage == g.stage && f.message == g.message
	}
	return f.stage == g.stage && f.file == g.file && *f.at == *g.at
}

// object writes an object of JSON in one line, from names and values, which are texts, bools and ranges, without those that are empty.
func object(members ...any) string {
	var all []string
	for i := 0; i < len(members); i += 2 {
		switch value := members[i+1].(type) {
		case *asking.Range:
			all = append(all, fmt.Sprintf("%q: [%d, %d]", members[i], value[0], value[1]))
		case string:
			var text strings.Builder
			out := json.NewEncoder(&text)
			out.SetEscapeHTML(false)
			if value != "" && out.Encode(value) == nil {
				all = append(all, fmt.Sprintf("%q: %s", members[i], strings.TrimSpace(text.String())))
			}
		case bool:
			if value {
				all = append(all, fmt.Sprintf("%q: true", members[i]))
			}
		}
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// short is the beginning of a message, in one line.
func short(message string) string {
	const limit = 150
	message = strings.Join(strings.Fields(message), " ")
	if len(message) > limit {
		message = strings.ToValidUTF8(message[:limit], "") + "…"
	}
	return message
}
