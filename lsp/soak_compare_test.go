// This file compares the server of a soak with a fresh one, on the same files and with the
// same documents open.

package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/edits"
)

// fresh is a server without a history.
func (s *soak) fresh(t *testing.T, program string) *process {
	t.Helper()
	p := s.serve(t, program)
	for _, name := range s.openNames() {
		s.tellOpen(p, s.docs[name])
	}
	return p
}

// compare compares the server with a fresh one, which then ends, and returns what is wrong: what still differs after some patience, and what the servers
// complained about.
func (s *soak) compare(t *testing.T, program string, patience time.Duration) string {
	t.Helper()
	s.did("compare")
	s.drain(0)
	fresh := s.fresh(t, program)
	wrong := s.complaints()
	if len(wrong) == 0 {
		wrong = append(wrong, s.differs(fresh, patience))
	}
	if err := fresh.end(); err != nil {
		wrong = append(wrong, fmt.Sprintf("a server that was told to end: %v", err))
	}
	wrong = slices.Concat(wrong, s.complaints(), fresh.complaints())
	for method, n := range fresh.sent {
		s.used[method] += n
	}
	return strings.Join(wrong, "\n")
}

// differs waits until both servers agree, and returns what differs if they never do. Each time it opens another mark: a server answers a second question
// about the workspace only when it has something new.
func (s *soak) differs(fresh *process, patience time.Duration) string {
	for start := time.Now(); ; s.process.quiet() {
		s.versions++
		mark := &soakDoc{name: soakMark, text: fmt.Sprintf("mark%d = nothing%d\n", s.versions, s.versions), version: s.versions}
		both := []*process{fresh, s.process}
		for _, p := range both {
			s.tellOpen(p, mark)
		}
		for _, p := range both {
			if !s.asksWorkspace {
				p.wait(patience, func() bool { v := p.found[s.disk.uri(soakMark)].Version; return v != nil && *v == mark.version })
				p.quiet()
			}
		}
		diff := cmp.Diff(s.known(fresh), s.known(s.process))
		for _, p := range both {
			p.notify("textDocument/didClose", object{"textDocument": object{"uri": s.disk.uri(soakMark)}})
		}
		if diff == "" || time.Since(start) > patience {
			return diff
		}
	}
}

// wantShrunk reports what is wrong and, if flag -shrink says so, the shortest part of the operations since the last comparison after which something is.
func (s *soak) wantShrunk(t *testing.T, program string, first int, wrong string) {
	t.Helper()
	t.Errorf("after %d operations (-fresh +soaked):\n%s", s.done, wrong)
	if !*soakShrinks {
		return
	}
	var operations []int
	for n := first; n <= s.done; n++ {
		operations = append(operations, n)
	}
	var diary []string
	fails := func(operations []int) bool {
		again := newSoak(t, program, s.asksWorkspace)
		for _, again.done = range operations {
			again.step()
		}
		now := again.compare(t, program, soakShort)
		if now != "" {
			wrong, diary = now, again.diary
		}
		_ = again.end() // how it ends was said
		return now != ""
	}
	if fails(operations) {
		operations = edits.Shrunk(operations, fails)
		t.Logf("operations %v are enough:\n%s\n%s", operations, wrong, strings.Join(diary, "\n"))
	} else {
		t.Logf("operations %d to %d alone are right", first, s.done)
	}
}

// quiet waits until no more messages come.
func (p *process) quiet() {
	for came := true; came; {
		p.mu.Lock()
		arrived := p.arrived
		p.mu.Unlock()
		wait := time.NewTimer(soakQuiet)
		select {
		case <-arrived:
			came = !p.over()
		case <-wait.C:
			came = false
		}
		wait.Stop()
	}
}

func (p *process) over() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

// known returns everything that a client can learn: the findings, and the answers about open documents.
func (s *soak) known(p *process) map[string]string {
	all := map[string]string{}
	if s.asksWorkspace {
		s.askFindings(p, all)
	} else {
		p.mu.Lock()
		for uri, found := range p.found {
			if string(found.Diagnostics) != "[]" {
				version := 0
				if found.Version != nil {
					version = *found.Version
				}
				all["findings "+uri] = fmt.Sprintf("%d %s", version, lines(found.Diagnostics))
			}
		}
		p.mu.Unlock()
	}
	for _, name := range s.openNames() {
		doc := s.docs[name]
		whole := object{"start": object{"line": 0, "character": 0}, "end": modelPosition(doc.text, len(doc.text), "utf-16")}
		for i, q := range s.questions(doc) {
			if strings.HasSuffix(q.method, "/diagnostic") || q.method == "workspace/executeCommand" {
				continue
			}
			if _, has := q.params["range"]; has && q.params["data"] == nil {
				q.params["range"] = whole
			}
			m := p.call(q.method, q.params)
			all[fmt.Sprintf("%s %d %s", q.method, i, name)] = lines(m.Result) + said(m)
		}
	}
	return all
}

// askFindings pulls the findings of all documents and of the workspace. News from disk may overtake the first pull.
func (s *soak) askFindings(p *process, all map[string]string) {
	for _, name := range append(s.openNames(), soakMark) {
		m := p.call("textDocument/diagnostic", object{"textDocument": object{"uri": s.disk.uri(name)}})
		var report struct{ Items json.RawMessage }
		_ = json.Unmarshal(m.Result, &report) // an error has none
		all["findings of the document "+name] = lines(report.Items) + said(m)
	}
	m := p.call("workspace/diagnostic", object{"identifier": "pcl", "previousResultIds": []object{}})
	var report struct {
		Items []struct {
			URI     string
			Version *int
			Items   json.RawMessage
		}
	}
	_ = json.Unmarshal(m.Result, &report)
	for _, f := range report.Items {
		if string(f.Items) != "[]" {
			all["findings "+f.URI] = lines(f.Items)
		}
	}
}

// lines formats JSON with a line for each item, which shows differences.
func lines(text json.RawMessage) string {
	all := strings.Split(strings.ReplaceAll(string(text), "},{", "},\n{"), "\n")
	return strings.Join(slices.DeleteFunc(all, func(line string) bool { return line == "" }), "\n")
}
