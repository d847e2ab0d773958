package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures edits, from didChange to publishDiagnostics, and requests right after an edit.

// edits measures edits all over a large program and a small one, and compares them.
func (r *run) edits(ctx context.Context) {
	for _, layout := range []struct {
		id           string
		files, small int
	}{{"one", 1, 1}, {"many", r.Files, min(r.Files, max(2, r.Small/10))}} {
		large := r.edit(ctx, "edit.large."+layout.id, r.config(r.Resources, layout.files), median(0.5), p99(3))
		small := r.edit(ctx, "edit.small."+layout.id, r.config(r.Small, layout.small))
		r.report.add(Row{
			ID: "edit.ratio." + layout.id, Group: "edits", What: "that edit, large to small",
			On: plural(layout.files, "file") + " and " + plural(layout.small, "file"), Unit: "×", Summary: single(large / small),
			Note: figure(large) + " to " + figure(small) + " ms",
		}, median(1.2))
	}
	r.edit(ctx, "edit.wrong", workload.Config{Kind: r.kind, Resources: r.Resources, Wrong: wrong})
	r.edit(ctx, "edit.huge", r.config(10*r.Resources, 10*r.Files), median(0.7), p99(5))
}

const (
	mostOpen  = 50 // files of a program are open; the others are files on disk that are checked with them
	wrong     = 20 // findings, about, are in programs all the time, as in those that are being written
	teamRules = 50 // rules are those of a team, and each looks at each resource
	// ruleRounds multiplies the edits: then, the slowest hundredth, of which quotients are made, is dozens of edits.
	ruleRounds = 4
	// rest is how long nothing is sent before the first semantic tokens of a second server. It prepares them meanwhile.
	rest = 2 * time.Second
)

// config describes a program that is edited. The places with findings are not always of the same template.
func (r *run) config(resources, files int) workload.Config {
	return workload.Config{Kind: r.kind, Resources: resources, Files: files, Wrong: max(3, resources/wrong|1)}
}

// edit measures edits of one program, and returns their median.
func (r *run) edit(ctx context.Context, id string, c workload.Config, goals ...Goal) float64 {
	p := r.programs(ctx, id, c)
	s := r.series(ctx, p.Paths()[:min(len(p.Files), mostOpen)], r.Edits, []int{1, 0}, p)[0]
	summary := summarize(s.own)
	r.report.add(Row{
		ID: id, Group: "edits", What: "edit → findings", On: p.on() + ", " + plural(p.Findings, "finding"), Unit: "ms",
		Summary: summary, Parse: p.parse, Trip: s.trip, Note: r.fewer(len(s.own), r.Edits),
	}, goals...)
	if id == "edit.huge" {
		row := Row{ID: id + ".memory", Group: "edits", What: "resident memory after that", On: p.on()}
		r.report.add(row.memory(s.resident), median(400))
	}
	return summary.Median
}

// cutoff measures edits at the head of a chain that change no type.
func (r *run) cutoff(ctx context.Context) {
	r.chains(ctx, "cutoff", r.Edits, []int{1, 0}, func(row Row, s series) {
		r.report.add(row.with(row.ID, "edit at the head of a chain, no type changes", "ms", summarize(s.own)), median(1), p99(5))
	})
}

// types measures edits at the head of a chain that change the types of the whole chain.
func (r *run) types(ctx context.Context) {
	r.chains(ctx, "types", max(4, r.Edits/10), []int{2, 0}, func(row Row, s series) {
		r.report.add(row.with(row.ID+".own", "edit at the head, all types change: its findings", "ms", summarize(s.own)), p99(5))
		r.report.add(row.with(row.ID+".all", "edit at the head, all types change: all findings", "ms", summarize(s.all)), p99(300))
	})
}

// chains measures edits that write texts in turn at the head of a chain: in one file, and in
// several files of which the first is open.
func (r *run) chains(ctx context.Context, group string, edits int, texts []int, report func(Row, series)) {
	for _, layout := range []struct {
		id    string
		files int
	}{{"one", 1}, {"many", r.Files}} {
		c := workload.Config{Kind: r.chained, Resources: r.Resources, Files: layout.files}
		p := r.programs(ctx, "chain."+group+"."+layout.id, c)
		s := r.series(ctx, []string{"main.pp"}, edits, texts, p)[0]
		report(Row{
			ID: group + "." + layout.id, Group: group, On: "a chain of " + grouped(r.Resources) + ", " + p.size(),
			Parse: p.parse, Trip: s.trip, Note: r.fewer(len(s.own), edits),
		}, s)
	}
}

// series are the delays of edits in milliseconds, and the time of a request that does nothing.
type series struct {
	own, all []float64
	trip     float64
	resident float64 // the memory of the server afterwards, in MB; zero if it is not known
}

// series starts a server for each of some programs with the same places, opens files, and edits one place after
// another. The servers take turns. Each place gets the texts in turn, so that at most one place has findings.
func (r *run) series(ctx context.Context, open []string, edits int, texts []int, all ...*programs) []series {
	editors, of := make([]*editor, len(all)), make([]series, len(all))
	for n, p := range all {
		editors[n] = r.open(ctx, p, open)
		of[n].trip = editors[n].trip()
	}
	spread := places(all[0].Workload, open)
	sample(time.Duration(len(all))*r.limit, edits, func(i int) {
		for n, e := range editors {
			d := e.edit(spread[i/len(texts)%len(spread)], texts[i%len(texts)])
			of[n].own, of[n].all = append(of[n].own, milliseconds(d.own)), append(of[n].all, milliseconds(d.all))
		}
	})
	for n, e := range editors {
		of[n].resident = attempt.Must(memoryOf(e.cmd.Process.Pid, "VmRSS"))
		e.close()
	}
	return of
}

// ruleFiles are the rules as text. In those of a team, which are separated by lines of three dashes, <n> makes each
// its own; they hold for all resources. <numbers> is a list of numbers: with it, the exponential rule takes too much
// work, so that it is switched off, and the hostile ones take as much as they may.
//
//go:embed rules
var ruleFiles embed.FS

// ruleText returns the rules in a file, with the first so many numbers in their lists.
func ruleText(file string, numbers int) string {
	list := make([]int, numbers)
	for i := range list {
		list[i] = i
	}
	text := string(attempt.Must(ruleFiles.ReadFile("rules/" + file + ".txt")))
	return strings.ReplaceAll(text, "<numbers>", string(attempt.Must(json.Marshal(list))))
}

// teamText returns the rules of a team. The first has a finding, which shows that rules are applied.
func teamText() string {
	text, templates := ruleText("found", 0), strings.Split(ruleText("team", 0), "---\n")
	for i := range teamRules - 1 {
		text += strings.ReplaceAll(templates[i%len(templates)], "<n>", strconv.Itoa(i))
	}
	return text
}

// rules measures edits without rules, with those of a team, and with worse ones besides. The servers take turns.
func (r *run) rules(ctx context.Context) {
	team, tooMuch := teamText(), ruleText("exponential", 60)
	variants := []struct{ rules, what, ratio string }{
		{"", "without rules", ""},
		{team, fmt.Sprintf("with %d rules", teamRules), "with rules to without"},
		{team + tooMuch, "and one that takes too much work", "with too much work to without"},
		{team + tooMuch + ruleText("hostile", 9), "and some that take nearly too much", "with nearly too much to without"},
	}
	all := make([]*programs, len(variants))
	for i, v := range variants {
		all[i] = r.programs(ctx, fmt.Sprintf("rules-%d", i), r.config(r.Resources, 1))
		if v.rules != "" {
			all[i].Findings += min(i, 2) // that of the rule found, and one about the rule that is switched off
			writeFiles(all[i].dir, map[string]string{
				".pcl-lsp.yaml":      "ruleFiles: [team.pcl-rules.hcl]\n",
				"team.pcl-rules.hcl": v.rules,
			})
		}
	}
	edits := ruleRounds * r.Edits
	took := r.series(ctx, []string{"main.pp"}, edits, []int{1, 0}, all...)
	for i, v := range variants {
		r.report.add(Row{
			ID: fmt.Sprintf("rules.%d", i), Group: "rules", What: "edit → findings, " + v.what, On: all[i].on(), Unit: "ms",
			Summary: summarize(took[i].own), Parse: all[i].parse, Trip: took[i].trip, Note: r.fewer(len(took[i].own), edits),
		})
	}
	without := summarize(took[0].own)
	row := Row{Group: "rules", On: plural(r.Resources, "resource")}
	for i, v := range variants[1:] {
		with, id := summarize(took[i+1].own), fmt.Sprintf("rules.ratio.%d.", i)
		r.report.add(row.with(id+"median", "median, "+v.ratio, "×", single(with.Median/without.Median)), median(1.2))
		r.report.add(row.with(id+"p99", "p99, "+v.ratio, "×", single(with.P99/without.P99)), median(1.2))
	}
}

var questions = []struct {
	method string
	more   func(e *editor, p workload.Place, text string) map[string]any // parameters besides the document
}{
	{"textDocument/hover", func(_ *editor, p workload.Place, _ string) map[string]any {
		return map[string]any{"position": position(p.Reference, 1)}
	}},
	{"textDocument/completion", func(_ *editor, p workload.Place, text string) map[string]any {
		return map[string]any{"position": position(p.Position, len(text))}
	}},
	{"textDocument/definition", func(_ *editor, p workload.Place, _ string) map[string]any {
		return map[string]any{"position": position(p.Reference, 1)}
	}},
	{"textDocument/semanticTokens/full/delta", func(e *editor, p workload.Place, _ string) map[string]any {
		return map[string]any{"previousResultId": e.tokens[p.Path]}
	}},
	{"textDocument/inlayHint", func(_ *editor, p workload.Place, _ string) map[string]any { // of what an editor shows
		return map[string]any{"range": map[string]any{
			"start": map[string]any{"line": max(p.Line-25, 0), "character": 0}, "end": map[string]any{"line": p.Line + 25, "character": 0},
		}}
	}},
}

func (r *run) requests(ctx context.Context) {
	p := r.programs(ctx, "requests", r.config(r.Resources, 1))
	e := r.open(ctx, p, p.Paths())
	time.Sleep(rest)
	rested := e.colour("main.pp")
	e.close()
	e = r.open(ctx, p, p.Paths())
	row := Row{Group: "requests", On: p.on(), Parse: p.parse, Trip: e.trip()}
	first := e.colour("main.pp")
	took := make([][]float64, len(questions))
	spread := slices.DeleteFunc(places(p.Workload, p.Paths()), unnamed)
	sample(r.limit, r.Edits, func(i int) {
		for q := range questions {
			n := i*len(questions) + q
			took[q] = append(took[q], milliseconds(e.ask(spread[n/2%len(spread)], (n+1)%2, q)))
		}
	})
	e.close()
	r.report.add(row.with("request.tokens.first", "the first semantic tokens of the whole file", "ms",
		single(milliseconds(first))), median(40))
	r.report.add(row.with("request.tokens.rested", "the same when nothing was sent for two seconds before", "ms",
		single(milliseconds(rested))), median(40))
	for i, q := range questions {
		row.Note = r.fewer(len(took[i]), r.Edits)
		r.report.add(row.with("request."+q.method, "edit, then "+q.method, "ms", summarize(took[i])), p99(3))
	}
}

// unnamed reports whether an item has no reference or the texts of its place are not property names. Completion is
// requested at a name; elsewhere it completes values.
func unnamed(p workload.Place) bool {
	first := p.Texts[0].Text[0]
	return !p.HasReference || first < 'a' || first > 'z'
}

// ask edits an item, sends a request about it without waiting, and then waits for the
// findings. It measures the time from the request to the response.
func (e *editor) ask(p workload.Place, to, question int) time.Duration {
	text := p.Texts[to]
	start := e.change(p, to)
	q := questions[question]
	params := q.more(e, p, text.Text)
	params["textDocument"] = map[string]any{"uri": e.uri(p.Path)}
	answer, took := e.request(q.method, params)
	e.coloured(p.Path, answer)
	if answer.Error != nil || len(answer.Result) < 2 || bytes.Equal(answer.Result, []byte("null")) {
		attempt.Check(fmt.Errorf("%s at %s:%d has no answer: %s%s", q.method, p.Path, p.Line+1, answer.Error, answer.Result))
	}
	e.await(start, p, text)
	return took
}

// color requests all semantic tokens of a file, so that deltas can be requested.
func (e *editor) colour(path string) time.Duration {
	document := map[string]any{"textDocument": map[string]any{"uri": e.uri(path)}}
	answer, took := e.request("textDocument/semanticTokens/full", document)
	e.coloured(path, answer)
	return took
}

// colored remembers the result ID of semantic tokens.
func (e *editor) coloured(path string, answer message) {
	var tokens struct{ ResultID string }
	if json.Unmarshal(answer.Result, &tokens) == nil && tokens.ResultID != "" {
		e.tokens[path] = tokens.ResultID
	}
}
