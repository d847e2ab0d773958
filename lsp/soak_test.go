// This file simulates a day of work with the program that users run: the user types, saves, switches branches, renames, upgrades schemas and uses every
// request. At the end, the server must agree with a fresh one and must not have grown.

package lsp

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

var (
	soakOperations = flag.Int("operations", testsize.SoakOperations, "so many operations in TestSoak, half of them for each kind of client")
	soakSeed       = flag.Uint64("seed", 1, "what TestSoak does depends on this number only")
	soakShrinks    = flag.Bool("shrink", false, "whether TestSoak looks for the shortest sequence of operations that leads to the same difference")
	soakProgram    = flag.String("server", "", "the server that TestSoak talks to; it builds one if there is none")
)

const (
	// soakPart is how many operations are between two comparisons.
	soakPart = 400
	// soakCounts is for how many operations the memory is watched. Fewer say nothing about it, since one-time allocations dominate.
	soakCounts = 20_000
)

const (
	soakMain = "w/webshop/main.pp"
	// soakMark is a document that says by its findings that a server has got there.
	soakMark = "w/mark/mark.pp"
	// soakQuiet is how long a server says nothing that has nothing more to say.
	soakQuiet = 500 * time.Millisecond
	// soakPatience is how long a server may take to know what a fresh one knows: some
	// looks at the disk, for changes that it was not told of.
	soakPatience = 3 * time.Minute
	// soakShort is the same while a sequence is being shortened: a few looks at the disk.
	soakShort = 15 * time.Second
)

var wordAt = regexp.MustCompile(`[a-z][A-Za-z0-9]*`)

// TestSoak runs with a client that is sent findings and with one that pulls them.
func TestSoak(t *testing.T) {
	testsize.Full(t, "it builds the program, and sends thousands of requests")
	testsize.NotRaced(t, "it builds a server without the detector")
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("what a process has is read from /proc")
	}
	program := *soakProgram
	if program == "" {
		program = filepath.Join(t.TempDir(), "pcl-lsp")
		flag := "-trimpath" // as make build does
		if testsize.Race() {
			flag = "-race"
		}
		build := exec.Command("go", "build", flag, "-o", program, "../cmd/pcl-lsp")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for name, pulls := range map[string]bool{"sent": false, "asked": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newSoak(t, program, pulls).run(t, program)
		})
	}
}

func newSoak(t *testing.T, program string, pulls bool) *soak {
	t.Helper()
	s := &soak{disk: newSoakDisk(t), seed: *soakSeed, docs: map[string]*soakDoc{}, used: map[string]int{}, settings: object{}, folders: soakFolders, asksWorkspace: pulls, home: t.TempDir()}
	s.original = s.disk.text(soakSchema)
	s.process = s.serve(t, program)
	s.openWith(soakMain, s.disk.text(soakMain))
	return s
}

// serve starts a server and shakes hands.
func (s *soak) serve(t *testing.T, program string) *process {
	t.Helper()
	p := spawnServer(t, program, s.home, func() any {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.settings
	})
	if s.process == nil {
		s.process = p // whose lock guards the settings
	}
	capabilities := everything()
	capabilities["general"] = object{"positionEncodings": []string{"utf-16"}}
	if !s.asksWorkspace {
		delete(capabilities["textDocument"].(object), "diagnostic")
		delete(capabilities["workspace"].(object), "diagnostics")
	}
	m := p.call("initialize", object{"processId": os.Getpid(), "capabilities": capabilities, "workspaceFolders": s.foldersSaid(s.folders)})
	if m.Error != nil || m.Result == nil {
		t.Fatalf("initialize: %+v", m)
	}
	p.notify("initialized", object{})
	return p
}

// soakRest is the state of a server that is idle.
type soakRest struct {
	done     int
	resident float64 // MB
	own      float64 // MB of it that are no pages of the program's file
	live     float64 // MB in use after a collection
	files    int
	threads  float64
}

// run does all operations. From time to time it compares the server with a fresh one and measures it.
func (s *soak) run(t *testing.T, program string) {
	t.Helper()
	start := time.Now()
	operations := *soakOperations / 2
	looks := max(2, operations/soakPart)
	var rests []soakRest
	for look := 1; look <= looks; look++ {
		first := s.done + 1
		for s.done < operations*look/looks {
			s.done++
			s.step()
		}
		if wrong := s.compare(t, program, soakPatience); wrong != "" {
			s.wantShrunk(t, program, first, wrong)
			break
		}
		s.tidy()
		if look == looks || operations >= soakCounts && look*2 >= looks && look%max(1, looks/20) == 0 {
			rests = append(rests, s.rest(t))
		}
	}
	took := time.Since(start)
	s.wantAll(t)
	s.wantSteady(t, rests)
	fresh := s.fresh(t, program)
	if diff := s.differs(fresh, soakPatience); diff != "" {
		t.Errorf("in the end (-fresh +soaked):\n%s", diff)
	}
	for _, p := range []*process{fresh, s.process} { // what works for a while has ended then
		p.toRest(t)
	}
	want := fresh.goroutines()
	got := s.goroutines()
	if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
		t.Errorf("goroutines at the end (-fresh +soaked), by who began them:\n%s", diff)
	}
	for _, c := range slices.Concat(s.complaints(), fresh.complaints()) {
		t.Error(c)
	}
	var last soakRest
	if len(rests) > 0 {
		last = rests[len(rests)-1]
	}
	t.Logf("%d operations, %d of them letters (%v at 150 ms each), %d answers in %v; at the end %.1f MB resident, %.0f MB live, %d files, %.0f threads, %d goroutines",
		s.done, s.keys, (time.Duration(s.keys) * 150 * time.Millisecond).Round(time.Minute), s.answered, took.Round(time.Second),
		last.resident, last.live, last.files, last.threads, len(got))
	if t.Failed() {
		t.Logf("to do it again: go test ./lsp -run '%s' -count=1 -seed=%d -operations=%d, and with -shrink for fewer operations\n%s", t.Name(), s.seed, *soakOperations, strings.Join(s.diary, "\n"))
	}
}

// tidy closes unusual documents, so that all measurements are comparable.
func (s *soak) tidy() {
	s.diary = nil
	s.disk.restore()
	s.disk.branch = 0
	s.notify("workspace/didChangeWatchedFiles", object{"changes": s.disk.events})
	s.disk.events = nil
	s.configure(object{})
	s.setFolders(soakFolders)
	s.open(soakMain)
	for _, name := range s.openNames() {
		if name != soakMain {
			s.close(name)
		}
	}
	s.replace(s.docs[soakMain], s.disk.text(soakMain))
	s.docs[soakMain].before, s.docs[soakMain].typing = nil, nil
}

// toRest waits until the server is idle and has returned memory.
func (p *process) toRest(t *testing.T) {
	t.Helper()
	if !p.wait(soakPatience, func() bool { return len(p.pending) == 0 && p.rests > p.woken }) {
		t.Error("the server never comes to rest")
	}
	p.wait(soakQuiet, func() bool { return false }) // memory goes back a moment after it was looked through
}

// rest waits until the server is idle, and measures it.
func (s *soak) rest(t *testing.T) soakRest {
	t.Helper()
	s.toRest(t)
	s.mu.Lock()
	live := s.live[max(0, len(s.live)-1):]
	s.mu.Unlock()
	r := soakRest{done: s.done, resident: s.status("VmRSS") / 1024, own: s.status("RssAnon") / 1024, files: s.files(), threads: s.status("Threads")}
	if len(live) > 0 {
		r.live = live[0]
	}
	return r
}

// wantSteady looks for growth over the second half of the day, after one-time allocations.
func (s *soak) wantSteady(t *testing.T, rests []soakRest) {
	t.Helper()
	for _, r := range rests {
		t.Logf("after %d operations: %.1f MB resident, %.1f MB of it its own, %.0f MB live, %d files, %.0f threads", r.done, r.resident, r.own, r.live, r.files, r.threads)
	}
	if *soakOperations/2 < soakCounts || len(rests) == 0 {
		return
	}
	for what, of := range map[string]func(soakRest) float64{
		"resident memory": func(r soakRest) float64 { return r.resident }, "live memory": func(r soakRest) float64 { return r.live },
		"files": func(r soakRest) float64 { return float64(r.files) },
	} {
		limit := 5.0
		if what == "files" {
			limit = 0
		}
		growth := soakGrowth(rests, of)
		t.Logf("%s grows by %.2f %% over the second half", what, growth)
		if what == "live memory" && growth*of(rests[0]) < 200 {
			continue // it is told in whole megabytes, and both ends may be off by almost one: less than two is none that is seen
		}
		if growth > limit {
			t.Errorf("%s grows by %.2f %% over the second half", what, growth)
		}
	}
}

// soakGrowth returns the growth from the first to the last measurement in percent, by linear regression.
func soakGrowth(rests []soakRest, of func(soakRest) float64) float64 {
	n, x, y, xx, xy := float64(len(rests)), 0.0, 0.0, 0.0, 0.0
	for i, r := range rests {
		x, y = x+float64(i), y+of(r)
		xx, xy = xx+float64(i*i), xy+float64(i)*of(r)
	}
	if n < 2 || y == 0 {
		return 0
	}
	slope := (n*xy - x*y) / (n*xx - x*x)
	return 100 * slope * (n - 1) / (y / n)
}

// wantAll checks that the day used everything that the server offers.
func (s *soak) wantAll(t *testing.T) {
	t.Helper()
	requests, notifications := handled()
	for _, method := range slices.Concat(requests, notifications) {
		optional := method == "workspace/diagnostic" && !s.asksWorkspace
		if s.used[method] == 0 && s.sent[method] == 0 && !optional {
			t.Errorf("in %d operations there was no %s", s.done, method)
		}
	}
	s.wait(soakPatience, func() bool { return len(s.pending) == 0 })
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, a := range s.pending {
		t.Errorf("%s, request %d, has no answer", a.method, id)
	}
	if s.found[s.disk.uri(soakPuppet)].Diagnostics != nil {
		t.Error("there were findings in a file of Puppet")
	}
}
