package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file recognizes the findings of an edit by a name in them, because few servers say which version their findings belong to.

const (
	// beforeMeasuring is how many edits a server gets to load what it needs.
	beforeMeasuring = 2
	// pause is the time before each edit, as of a person who types. A server may lose an edit that comes while it works on
	// the one before, even after its findings are out.
	pause = 100 * time.Millisecond
	// mostTyped limits the edits of a figure, which take so long because of the pauses.
	mostTyped = 50
	// leastTyped is how many are measured even beyond the time limit.
	leastTyped = 3
	// lost is how long to wait for the findings of an edit, and mostLost for how many edits.
	lost     = time.Minute
	mostLost = 1
)

// keystrokes edits one place after another, back and forth, and returns the milliseconds until the findings of each edit. The
// note says how many edits are missing, and why.
func (r *run) keystrokes(e *editor, spread []workload.Place) (took []float64, note string) {
	typed := min(r.Edits, mostTyped)
	without := 0
	var start time.Time
	for i := 0; len(took) < typed; i++ {
		if i <= beforeMeasuring {
			start = time.Now()
		} else if len(took) >= leastTyped && time.Since(start) >= r.Limit {
			break
		}
		time.Sleep(pause)
		p := spread[i/2%len(spread)]
		d, found := e.keystroke(p, i)
		switch {
		case found && i >= beforeMeasuring:
			took = append(took, milliseconds(d))
		case !found && without == mostLost:
			check(fmt.Errorf("no findings about an edit within %v", lost))
		case !found:
			without++
			if i%2 == 0 { // take the name back; findings that don't mention it would prove nothing
				i++
				e.write(p, p.Texts[0].Text)
			}
		}
	}
	var few, silent string
	if len(took) < typed {
		few = fmt.Sprintf("%d of %s in the time", len(took), plural(typed, "edit"))
	}
	if without > 0 {
		silent = fmt.Sprintf("%s without findings for %v", plural(without, "edit"), lost)
	}
	return took, joined(few, silent)
}

// keystroke makes an edit with a number. Even ones write a name that was never there, and wait until a finding mentions it. Odd
// ones take the name back, and wait until none does. It reports whether such findings came.
func (e *editor) keystroke(p workload.Place, number int) (took time.Duration, found bool) {
	name, wrong := fmt.Sprintf("%s%d", workload.Nobody, number/2), number%2 == 0
	text := p.Texts[0].Text
	if wrong {
		text = strings.Replace(p.Texts[1].Text, workload.Nobody, name, 1)
	}
	start := e.write(p, text)
	found = e.until(lost, func(now published, at time.Time) bool {
		took = at.Sub(start)
		return now.URI == e.uri(p.Path) && now.mention(name) == wrong
	})
	return took, found
}

// mention reports whether a finding mentions a name.
func (p published) mention(name string) bool {
	return slices.ContainsFunc(p.Diagnostics, func(f finding) bool { return strings.Contains(f.Message, name) })
}
