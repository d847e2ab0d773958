package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

func TestSummarize(t *testing.T) {
	t.Parallel()
	var hundred []float64
	for i := range 100 {
		hundred = append(hundred, float64(100-i))
	}
	for _, test := range []struct {
		figures []float64
		want    Summary
	}{
		{nil, Summary{}},
		{[]float64{7}, Summary{1, 7, 7, 7, 7}},
		{[]float64{3, 1, 2}, Summary{3, 2, 3, 3, 3}},
		{hundred, Summary{100, 50, 90, 99, 100}},
	} {
		if got := summarize(test.figures); got != test.want {
			t.Errorf("of %v: got %+v, want %+v", test.figures, got, test.want)
		}
	}
}

// A failure ends an attempt with its error. Any other panic is a mistake of the benchmark.
func TestAttempt(t *testing.T) {
	t.Parallel()
	err := attempt.Do(func() { attempt.Must(os.Open("nowhere")) })
	if !errors.As(err, new(attempt.Failure)) || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("got the error %v", err)
	}
	defer func() {
		if got := recover(); got != "a mistake" {
			t.Errorf("the panic has become %v", got)
		}
	}()
	_ = attempt.Do(func() { panic("a mistake") })
}

// A server that hangs up is a failure, with what it wrote.
func TestHungUp(t *testing.T) {
	t.Parallel()
	self := server{path: os.Args[0], args: []string{"-test.run=^$"}}
	err := attempt.Do(func() { spawn(t.Context(), self, "-test.nothing", nil).initialize("utf-16", nil) })
	if err == nil {
		t.Fatal("there is no error")
	}
	got := err.Error()
	if !strings.HasPrefix(got, "initialize: the server hung up") || !strings.Contains(got, "test.nothing") {
		t.Errorf("got the error %v", err)
	}
}

// push is a message with findings at some lines.
func push(t *testing.T, at time.Time, uri string, version any, lines ...int) message {
	t.Helper()
	diagnostics := []any{}
	for _, line := range lines {
		diagnostics = append(diagnostics, map[string]any{"range": map[string]any{"start": map[string]any{"line": line, "character": 0}}})
	}
	params, err := json.Marshal(map[string]any{"uri": uri, "version": version, "diagnostics": diagnostics})
	if err != nil {
		t.Fatal(err)
	}
	return message{Params: params, at: at}
}

// Findings may come at once or in steps, in any order of files; what belongs to
// another version answers nothing.
func TestAwait(t *testing.T) {
	t.Parallel()
	start := time.Now()
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	const head, other = "file:///d/main.pp", "file:///d/b.pp"
	place := workload.Place{Path: "main.pp", First: 0, Last: 1}
	for _, test := range []struct {
		name     string
		messages []message
		own, all int
	}{
		{"at once", []message{push(t, at(1), head, 4, 0, 7, 8)}, 1, 1},
		{"in two steps", []message{push(t, at(1), head, 4, 0), push(t, at(9), head, 4, 0, 7, 8)}, 1, 9},
		{"over files", []message{push(t, at(1), head, 4, 1), push(t, at(2), other, nil, 5), push(t, at(3), other, nil, 5, 6)}, 1, 3},
		{"the other file first", []message{push(t, at(1), other, 1, 5, 6), push(t, at(2), head, 4, 1)}, 2, 2},
		{"an old version first", []message{push(t, at(1), head, 3, 0, 7, 8), push(t, at(2), head, 4, 0, 7, 8)}, 2, 2},
		{"without the finding first", []message{push(t, at(1), head, 4), push(t, at(2), head, 4, 0, 7, 8)}, 2, 2},
	} {
		e := &editor{
			client: &client{pushed: make(chan message, room), hungUp: errors.New("there is no more")}, dir: "/d",
			version: map[string]int{"main.pp": 4}, latest: map[string]published{},
		}
		for _, m := range test.messages {
			e.pushed <- m
		}
		close(e.pushed)
		var got delays
		err := attempt.Do(func() { got = e.await(start, place, workload.Text{Own: 1, Others: 2}) })
		if want := (delays{at(test.own).Sub(start), at(test.all).Sub(start)}); err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %v", test.name, got, err, want)
		}
	}
}

// Findings belong to an edit if they mention the name that it wrote, or no longer mention it.
func TestKeystroke(t *testing.T) {
	t.Parallel()
	const uri = "file:///d/main.tf"
	place := workload.Place{Path: "main.tf", Texts: []workload.Text{{Text: "1"}, {Text: "local." + workload.Nobody}}}
	for number, want := range map[int]int{4: 3, 5: 1} {
		c := &client{pushed: make(chan message, room), in: io.Discard}
		e := &editor{client: c, dir: "/d", version: map[string]int{}, text: map[spot]string{}, latest: map[string]published{}}
		later := time.Now().Add(time.Hour)
		for i, finding := range []string{`"file:///d/other.tf","diagnostics":[{"message":"no nobody2"}]`, `"` + uri + `","diagnostics":[]`,
			`"` + uri + `","diagnostics":[{"message":"no nobody1"}]`, `"` + uri + `","diagnostics":[{"message":"no nobody2"}]`} {
			e.pushed <- message{Params: json.RawMessage(`{"uri":` + finding + `}`), at: later.Add(time.Duration(i) * time.Hour)}
		}
		got, found := e.keystroke(place, number)
		if hours := int(got.Round(time.Hour).Hours()) - 1; !found || hours != want {
			t.Errorf("edit %d: the findings are in message %d, %v; want %d", number, hours, found, want)
		}
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	r := &Report{Version: "v1", System: "os/cpu", CPUs: 2, Schema: "aws 1", Encoding: "utf-16"}
	r.add(Row{What: "edit", On: "lines", Unit: "ms", Summary: summarize([]float64{0.5, 123.4}), Parse: 9, Trip: 0.01}, median(1), p99(5))
	r.add(Row{What: "start", On: "-", Unit: "ms", Summary: single(4)}, median(20))
	r.add(Row{What: "memory", On: "-", Unit: "MB", Skipped: "elsewhere"}, median(150))
	var text, markdown strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteMarkdown(&markdown); err != nil {
		t.Fatal(err)
	}
	want := `pcl-lsp v1, os/cpu, 2 processors, schema aws 1, positions in utf-16

| what | on | n | median | p90 | p99 | max | unit | goal | met | parse ms | trip ms | note |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
| edit | lines | 2 | 0.5 | 123 | 123 | 123 | ms | median ≤ 1, p99 ≤ 5 | no | 9 | 0.01 |  |
| start | - | 1 | 4 |  |  |  | ms | ≤ 20 | yes |  |  |  |
| memory | - |  |  |  |  |  | MB | median ≤ 150 |  |  |  | skipped: elsewhere |

1 of 2 rows with goals meet them.
`
	if got := markdown.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := text.String(); !strings.Contains(got, "1 of 2 rows") || strings.Count(got, "\n") != 8 {
		t.Errorf("got\n%s", got)
	}
}

func TestMemoryOf(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("there is no /proc")
	}
	now, err := memoryOf(os.Getpid(), "VmRSS")
	if err != nil || now < 1 || now > 1e5 {
		t.Errorf("this process has %v MB, %v", now, err)
	}
	if _, err := memoryOf(os.Getpid(), "VmNothing"); err == nil {
		t.Error("there is VmNothing")
	}
}
