// This file implements the client of a soak. The server is a process behind pipes: the program that users run.

package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// process is a server and what its client knows about it.
type process struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	settings func() any // what the client answers when it is asked for settings
	read     chan struct{}

	writing sync.Mutex // guards in: the reading goroutine answers requests

	mu       sync.Mutex // guards all below
	ids      int
	pending  map[int]*soakAsked
	answered int
	faults   []string
	found    map[string]soakFindings // published, by URI
	arrived  chan struct{}           // closed at each message
	ended    bool
	stderr   []byte
	rests    int       // how often the server has given memory back
	woken    int       // the same when it was last told something
	live     []float64 // megabytes that are in use, as of each collection of garbage
	sent     map[string]int
}

// soakAsked is a request that was sent.
type soakAsked struct {
	method    string
	cancelled bool
	answer    chan message // has room for one
}

// soakFindings are the last published findings of a document.
type soakFindings struct {
	Version     *int            `json:"version"`
	Diagnostics json.RawMessage `json:"diagnostics"`
}

// soakRefused are error codes that are valid answers, with their methods.
var soakRefused = map[int]map[string]bool{
	-32802: {"textDocument/diagnostic": true, "workspace/diagnostic": true}, // overtaken by an edit: ask again
	-32803: {"textDocument/rename": true, "textDocument/prepareRename": true},
}

// spawnServer starts the program with its own home and cache.
func spawnServer(t *testing.T, program, home string, settings func() any) *process {
	t.Helper()
	p := &process{
		settings: settings, read: make(chan struct{}), pending: map[int]*soakAsked{}, found: map[string]soakFindings{}, arrived: make(chan struct{}), sent: map[string]int{},
	}
	p.cmd = exec.Command(program, "serve")
	p.cmd.Env = append(os.Environ(), "GODEBUG=gctrace=1", "HOME="+home, "XDG_CACHE_HOME="+home+"/cache", "PULUMI_HOME="+home+"/pulumi", "PCL_SCHEMA_PATH=", "PCL_LSP_TRACE=")
	p.cmd.Stderr = (*processErrors)(p)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.in = in
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.listen(out)
	t.Cleanup(func() { _ = p.cmd.Process.Kill() }) // which fails for one that has ended
	return p
}

// processErrors is what a server writes to standard error: its log, and a line for each garbage collection.
type processErrors process

var (
	collected = regexp.MustCompile(`(?m)^gc \d+ @.* \d+->\d+->(\d+) MB.*\n`)
	complaint = regexp.MustCompile(`(?m)^.*(level=ERROR|panic:|DATA RACE|fatal error).*$`)
)

// Write collects whole lines and never fails.
func (e *processErrors) Write(data []byte) (int, error) {
	p := (*process)(e)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stderr = append(p.stderr, data...)
	for _, line := range collected.FindAllSubmatch(p.stderr, -1) {
		n, _ := strconv.ParseFloat(string(line[1]), 64) // it is made of digits
		p.live = append(p.live, n)
		if bytes.Contains(line[0], []byte("(forced)")) {
			p.rests++
		}
	}
	p.stderr = collected.ReplaceAll(p.stderr, nil)
	p.tell()
	return len(data), nil
}

// tell wakes everyone who waits. The caller holds p.mu.
func (p *process) tell() {
	close(p.arrived)
	p.arrived = make(chan struct{})
}

func (p *process) fault(format string, args ...any) {
	p.faults = append(p.faults, fmt.Sprintf(format, args...))
}

// listen handles messages until the stream ends.
func (p *process) listen(out io.Reader) {
	defer close(p.read)
	r := bufio.NewReaderSize(out, 1<<16)
	for {
		m, err := soakMessage(r)
		p.mu.Lock()
		switch {
		case err != nil:
			p.ended = true
		case m.Method == "":
			p.recordAnswer(m)
		case m.Method == "textDocument/publishDiagnostics":
			p.publish(m.Params)
		}
		p.tell()
		p.mu.Unlock()
		if err != nil {
			return
		}
		if m.Method != "" && m.ID != nil {
			p.reply(m)
		}
	}
}

func soakMessage(r *bufio.Reader) (m message, err error) {
	body, err := frame.Read(r)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(body, &m)
}

// recordAnswer records an answer. The caller holds p.mu.
func (p *process) recordAnswer(m message) {
	id, err := strconv.Atoi(string(m.ID))
	a := p.pending[id]
	if err != nil || a == nil {
		p.fault("an answer to request %s, which is none or was answered: %.300s", m.ID, m.Result)
		return
	}
	delete(p.pending, id)
	p.answered++
	if code := m.errorCode(); code != 0 && !soakRefused[code][a.method] && (code != -32800 || !a.cancelled) {
		p.fault("%s failed: %d %.500s", a.method, code, m.Error.Message)
	}
	if len(m.Result) > 0 {
		if wrong := wrongRange(m.Result); wrong != "" {
			p.fault("the answer to %s: %s", a.method, wrong)
		}
	}
	a.answer <- m
}

// publish records findings. The caller holds p.mu. Versions never decrease in a soak.
func (p *process) publish(params json.RawMessage) {
	var head struct{ URI string }
	var found soakFindings
	if json.Unmarshal(params, &head) != nil || json.Unmarshal(params, &found) != nil {
		p.fault("findings that nobody can read: %.300s", params)
		return
	}
	if before := p.found[head.URI].Version; before != nil && found.Version != nil && *found.Version < *before {
		p.fault("findings for version %d of %s after those for %d", *found.Version, head.URI, *before)
	}
	p.found[head.URI] = found
}

// reply answers a request of the server as an editor does.
func (p *process) reply(m message) {
	var result any
	switch m.Method {
	case "workspace/configuration":
		result = []any{p.settings()}
	case "workspace/applyEdit":
		result = object{"applied": true}
	}
	p.write(object{"jsonrpc": "2.0", "id": m.ID, "result": result})
}

// write sends a message. It ignores errors, since reading notices the end of a server.
func (p *process) write(m object) {
	body, err := json.Marshal(m)
	if err != nil {
		panic(err) // all is made of maps, texts and numbers
	}
	p.mu.Lock()
	p.woken = p.rests
	p.mu.Unlock()
	p.writing.Lock()
	defer p.writing.Unlock()
	_, _ = p.in.Write(frame.Of(body))
}

func (p *process) notify(method string, params any) {
	p.mu.Lock()
	p.sent[method]++
	p.mu.Unlock()
	m := object{"jsonrpc": "2.0", "method": method}
	if params != nil {
		m["params"] = params
	}
	p.write(m)
}

// start sends a request.
func (p *process) start(method string, params any) (id int, a *soakAsked) {
	p.mu.Lock()
	p.ids++
	p.sent[method]++
	id, a = p.ids, &soakAsked{method: method, answer: make(chan message, 1)}
	p.pending[id] = a
	p.mu.Unlock()
	m := object{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		m["params"] = params
	}
	p.write(m)
	return id, a
}

func (p *process) cancel(id int) {
	p.mu.Lock()
	if a := p.pending[id]; a != nil {
		a.cancelled = true
	}
	p.mu.Unlock()
	p.notify("$/cancelRequest", object{"id": id})
}

// call sends a request and waits for its answer; there is none if the server has ended. A server that does not answer is ended, and says what it did.
func (p *process) call(method string, params any) message {
	_, a := p.start(method, params)
	p.wait(soakPatience, func() bool { return len(a.answer) > 0 })
	select {
	case m := <-a.answer:
		return m
	default:
	}
	if stacks := p.stacks(); stacks != "" {
		p.mu.Lock()
		p.fault("%s has no answer\n%s", method, stacks)
		p.mu.Unlock()
	}
	return message{}
}

// wait waits until a condition holds, which it checks at each message, for a limited time.
func (p *process) wait(long time.Duration, holds func() bool) bool {
	impatient := time.NewTimer(long)
	defer impatient.Stop()
	for {
		p.mu.Lock()
		done, ended, arrived := holds(), p.ended, p.arrived
		p.mu.Unlock()
		if done || ended {
			return done
		}
		select {
		case <-arrived:
		case <-impatient.C:
			return false
		}
	}
}

// drain waits until at most this many requests are unanswered.
func (p *process) drain(most int) bool {
	return p.wait(soakPatience, func() bool { return len(p.pending) <= most })
}

// status returns a figure of the kernel about the process.
func (p *process) status(name string) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	for _, line := range strings.Split(string(text), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == name+":" {
			n, _ := strconv.ParseFloat(fields[1], 64) // the kernel writes digits
			return n
		}
	}
	return 0
}

// files returns how many file descriptors the process has open.
func (p *process) files() int {
	entries, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.cmd.Process.Pid)) // none when it has ended
	return len(entries)
}

// stacks kills the process with a dump of its goroutines; empty if it has ended before.
func (p *process) stacks() string {
	if p.cmd.Process.Signal(syscall.SIGQUIT) != nil {
		return ""
	}
	<-p.read
	_ = p.cmd.Wait() // it says that it was ended
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.stderr)
}

// goroutines kills the process and counts its goroutines by their first functions.
func (p *process) goroutines() map[string]int {
	counts := map[string]int{}
	for _, stack := range strings.Split(p.stacks(), "\n\n") {
		if created := regexp.MustCompile(`(?m)^created by (\S+)`).FindStringSubmatch(stack); created != nil && strings.Contains(stack, "goroutine ") {
			counts[created[1]]++
		}
	}
	return counts
}

// end shuts the server down and reports what was wrong.
func (p *process) end() error {
	p.call("shutdown", nil)
	p.notify("exit", nil)
	<-p.read
	return p.cmd.Wait()
}

// complaints returns log lines that should not exist.
func (p *process) complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append(p.faults[:len(p.faults):len(p.faults)], complaint.FindAllString(string(p.stderr), 5)...)
}
