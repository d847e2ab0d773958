package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/faults"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file lets every call that a command or the server makes about files fail, one at a time.

func init() { enterFaults = faults.Enter }

func faultySchema(name, resource string) string {
	return `{"name":"` + name + `","version":"1.0.0","description":"` + strings.Repeat("long ", 210_000) +
		`","resources":{"` + name + `:index:` + resource + `":{"inputProperties":{"depth":{"type":"number"},"map":{"$ref":"pulumi.json#/Asset"}},"requiredInputs":["depth"]}}}`
}

// packedSun is a packed schema. Packing it takes a while, so it happens once.
func packedSun(t *testing.T) string {
	t.Helper()
	packedOnce.Do(func() { packedText = string(packed(t, faultySchema("sun", "Crater"))) })
	return packedText
}

var (
	packedOnce sync.Once
	packedText string
)

// faultyProgram has everything that a check reads: two programs, a component, a project, a stack, settings, a plain and a packed schema that are worth an
// index, and an asset. It has findings of each, fixes in two files, and what fmt changes. Above the end of the repository is a schema that must not count.
func faultyProgram(t *testing.T, dir string) {
	t.Helper()
	putIn(t, dir, "schemas/moon.json", faultySchema("moon", "Crate"))
	putIn(t, dir, "w/.git/HEAD", "ref: refs/heads/main\n")
	putIn(t, dir, "w/Pulumi.yaml", "name: w\nruntime: pcl\n")
	putIn(t, dir, "w/Pulumi.dev.yaml", "config:\n  w:size: big\n")
	putIn(t, dir, "w/.pcl-lsp.yaml", "stack: dev\nrules:\n  unused.local: error\n")
	putIn(t, dir, "w/main.pp", "config size int {\n}\n\nresource a \"moon:index:Crater\" {\n  dept =  1\n  map = fileAsset(\"none.txt\")\n}\nresource b \"sun:index:Crater\" { depth = size }\n"+
		"component c \"./inner\" { deep = 1 }\noutput o { value = \"${toJSON([a.id, b.id, c.got])}\" }\nunused = 1\n")
	putIn(t, dir, "w/more.pp", "output p { value = \"${toJSON(2)}\" }\n")
	putIn(t, dir, "w/inner/in.pp", "config deep string {\n}\n\noutput got { value = [deep,missing] }\n")
	putIn(t, dir, "w/schemas/moon.json", faultySchema("moon", "Crater"))
	putIn(t, dir, "w/schemas/sun.json.gz", packedSun(t))
	putIn(t, dir, "w/second/second.pp", "output q { value = nothing }\n")
}

// atFaulty is a process in a directory with the program, and with a home of its own.
func atFaulty(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = filepath.Join(dir, "w")
	cmd.Env = append(os.Environ(), runAsProgram+"=1", "HOME="+dir+"/home", "XDG_CACHE_HOME="+dir+"/home/cache", "PULUMI_HOME="+dir+"/home/pulumi", "PCL_SCHEMA_PATH=")
	return cmd
}

// eachFault lets the steps that a fault fits fail in turn, as many as the size of the tests allows. The function run lets one fail; false if it did not come
// to that, because the steps of two runs may differ.
func eachFault(t *testing.T, fault faults.Fault, steps []faults.Step, run func(at int) (failed bool)) {
	t.Helper()
	n := fault.Among(steps)
	tried, failed := min(n, testsize.FaultSteps), 0
	for i := range tried {
		if run(1 + i*n/tried) {
			failed++
		}
	}
	t.Logf("%s: %d of %d steps", fault.Name, failed, n)
	if n == 0 || failed < tried*9/10 {
		t.Errorf("%s: only %d of %d steps failed", fault.Name, failed, tried)
	}
}

// faulty is a command whose steps fail.
type faulty struct {
	name string
	args []string
	warm bool // the command ran before
}

// place is a new directory for the command.
func (f faulty) place(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	faultyProgram(t, dir)
	if f.warm {
		f.run(t, dir, faults.None, 0)
	}
	return dir
}

// startFaulty starts a process with a fault that is planned for it.
func startFaulty(t *testing.T, cmd *exec.Cmd, dir string, fault faults.Fault, at int) *faults.System {
	t.Helper()
	s, err := faults.Start(cmd, dir, fault, at)
	if errors.Is(err, faults.ErrRefused) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run runs the command with a fault at a step. A report that it writes to a file counts as printed.
func (f faulty) run(t *testing.T, dir string, fault faults.Fault, at int) (outcome, *faults.System) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := atFaulty(dir, f.args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	s := startFaulty(t, cmd, dir, fault, at)
	if err := cmd.Wait(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	report := filepath.Join(dir, "w", "report.json")
	if text, err := os.ReadFile(report); err == nil {
		if !json.Valid(text) {
			t.Errorf("%s %d: the report is torn: %s", fault.Name, at, text)
		}
		stdout.Write(text)
		os.Remove(report)
	}
	said := func(b bytes.Buffer) string { // paths are absolute if the working directory cannot be found out
		return strings.ReplaceAll(strings.ReplaceAll(b.String(), dir+"/w/", ""), dir, "DIR")
	}
	return outcome{cmd.ProcessState.ExitCode(), said(stdout), said(stderr)}, s
}

// TestFaults is the law of faults for commands: whatever fails, a command says so, or comes to the same; every file of the user has its old or its new
// text; no temporary file is left, except by a process that was killed, whose files the next run removes; and the next run comes to what it had come to without
// the fault.
func TestFaults(t *testing.T) {
	testsize.Full(t, "each step of each command fails once")
	t.Parallel()
	for _, f := range []faulty{
		{"check", words("check --format concise"), false},
		{"check again", words("check --format concise"), true},
		{"report", words("check --format json=report.json"), true},
		{"fix", words("check --fix --format concise"), false},
		{"ignores", words("check --add-ignores --format concise"), false},
		{"fmt", words("fmt"), false},
	} {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			dir := f.place(t)
			old := usersFiles(t, dir)
			want, all := f.run(t, dir, faults.None, 0)
			done := usersFiles(t, dir)
			if want.code > exitFindings || want.stdout == "" {
				t.Fatalf("the test is of no use: %+v", want)
			}
			for _, fault := range []faults.Fault{faults.Unreadable, faults.Denied, faults.Gone, faults.Cut, faults.Broken, faults.Full, faults.Killed} {
				eachFault(t, fault, all.Steps(), func(at int) bool {
					dir := f.place(t)
					defer os.RemoveAll(dir)
					got, s := f.run(t, dir, fault, at)
					step := s.Failed()
					if step == nil {
						return false
					}
					where := strings.TrimPrefix(step.Path, dir+"/")
					for _, broken := range slices.Concat(wrongly(fault, where, want, got), filesWrongly(t, fault, dir, old, done)) {
						t.Errorf("%s, %s, %s of %s (%d): %s", f.name, fault.Name, step.Call, where, at, broken)
					}
					next, _ := f.run(t, dir, faults.None, 0)
					if diff := cmp.Diff(done, usersFiles(t, dir)); diff != "" || maps.Equal(old, done) && next != want {
						t.Errorf("%s, after %s, %s of %s (%d): %s%s", f.name, fault.Name, step.Call, where, at, diff, differs(want, next))
					}
					if left := temporary(inFolders(t, dir)); len(left) > 0 {
						t.Errorf("%s, after %s, %s of %s (%d): the next run leaves %v", f.name, fault.Name, step.Call, where, at, left)
					}
					return true
				})
			}
		})
	}
}

// A file that somebody changes while it is being fixed keeps what it has, and so do the others; that is status 3.
func TestChangedWhileFixed(t *testing.T) {
	t.Parallel()
	for at := 1; at <= 2; at++ { // before one of the two temporary files is synced
		f := faulty{args: words("check --fix --format concise")}
		dir := f.place(t)
		want := usersFiles(t, dir)
		want["more.pp"] = "mine = 1\n"
		got, _ := f.run(t, dir, faults.Meanwhile(faults.Sync, func() { putIn(t, dir, "w/more.pp", "mine = 1\n") }), at)
		if got.code != exitUnchecked || !strings.Contains(got.stderr, "nothing was fixed: cannot write more.pp: it has changed in the meantime") {
			t.Errorf("got %+v", got)
		}
		if diff := cmp.Diff(want, usersFiles(t, dir)); diff != "" {
			t.Errorf("files were changed: %s", diff)
		}
	}
}

// temporary are the names of files that a replacement made.
func temporary(files map[string]string) []string {
	var names []string
	for name := range files {
		if replace.IsTemporary(name) {
			names = append(names, name)
		}
	}
	return names
}

// Two servers and two checks that begin with nothing, and share what they keep, come to the same, however the times of the files jump.
func TestProcessesShareACache(t *testing.T) {
	t.Parallel()
	f := faulty{args: words("check --format concise")}
	alone := f.place(t)
	want, _ := f.run(t, alone, faults.None, 0)
	s := serveFaulty(t, alone, faults.None, 0)
	known := s.settled()
	s.end()

	dir := f.place(t)
	servers := []*faultyServer{serveFaulty(t, dir, faults.None, 0), serveFaulty(t, dir, faults.None, 0)}
	jumps := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		for year := 0; ; year = (year + 7) % 80 {
			select {
			case <-jumps:
				return
			default:
			}
			at := time.Unix(0, 0).AddDate(year, 0, 0)
			_ = filepath.WalkDir(filepath.Join(dir, "home"), func(path string, _ os.DirEntry, _ error) error {
				_ = os.Chtimes(path, at, at) // it may be gone by now
				return nil
			})
		}
	})
	for range 3 {
		var checks sync.WaitGroup
		for range 2 {
			checks.Go(func() {
				if got, _ := f.run(t, dir, faults.None, 0); got != want {
					t.Errorf("a check says %s", differs(want, got))
				}
			})
		}
		for _, s := range servers {
			s.look()
			if got := s.await(known); got != known {
				t.Errorf("a server says (-alone +together)\n%s", cmp.Diff(findingLines(known), findingLines(got)))
			}
		}
		checks.Wait()
	}
	close(jumps)
	done.Wait()
	for _, s := range servers {
		s.end()
	}
}

// wrongly says what is wrong with the outcome of a command when a step failed at a place.
func wrongly(fault faults.Fault, where string, want, got outcome) (broken []string) {
	said := got.stdout + got.stderr
	if strings.Contains(said, "panic") || strings.Contains(said, "goroutine ") || strings.Contains(said, "internal error") {
		broken = append(broken, said)
	}
	named := strings.Contains(said, filepath.Base(where)) || where == "w" && strings.Contains(said, " .: ") || replace.IsTemporary(where) && strings.Contains(said, "cannot write ")
	full := fault.Name == faults.Full.Name && strings.Contains(said, "cannot write ") && strings.Contains(said, "no space left")
	switch {
	case got == want || full || fault.Name == faults.Killed.Name:
	case strings.HasPrefix(where, "home"):
		broken = append(broken, "a fault of the cache shows: "+differs(want, got))
	case fault.Name == faults.Gone.Name: // then it is not there
	case got.code == exitClean || !named:
		broken = append(broken, differs(want, got))
	}
	return broken
}

// filesWrongly says what is wrong with the files of the user and the cache.
func filesWrongly(t *testing.T, fault faults.Fault, dir string, old, done map[string]string) (broken []string) {
	t.Helper()
	now := usersFiles(t, dir)
	left := temporary(now)
	for name, text := range now {
		if text != old[name] && text != done[name] && !slices.Contains(left, name) {
			broken = append(broken, fmt.Sprintf("%s has the text %q", name, text))
		}
	}
	for name := range old {
		if _, there := now[name]; !there {
			broken = append(broken, name+" is lost")
		}
	}
	for name := range inFolders(t, dir) {
		if strings.HasPrefix(name, "home/") && replace.IsTemporary(name) {
			left = append(left, name)
		}
	}
	if len(left) > 0 && fault.Name != faults.Killed.Name {
		broken = append(broken, fmt.Sprintf("%v is left", left))
	}
	return broken
}

// usersFiles are the files of the user but for schemas.
func usersFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := inFolders(t, filepath.Join(dir, "w"))
	maps.DeleteFunc(all, func(name, _ string) bool { return strings.HasPrefix(name, "schemas/") })
	return all
}

// differs are the lines in which two outcomes differ.
func differs(want, got outcome) string {
	var b strings.Builder
	fmt.Fprintf(&b, "status %d, was %d\n", got.code, want.code)
	before, now := strings.Split(want.stdout+want.stderr, "\n"), strings.Split(got.stdout+got.stderr, "\n")
	for _, line := range before {
		if !slices.Contains(now, line) {
			fmt.Fprintf(&b, "-%s\n", line)
		}
	}
	for _, line := range now {
		if !slices.Contains(before, line) {
			fmt.Fprintf(&b, "+%s\n", line)
		}
	}
	return fmt.Sprintf("%.1500s", b.String())
}

// faultyServer is a server whose steps fail.
type faultyServer struct {
	*served
	dir    string
	system *faults.System
	calls  int
}

// serveFaulty starts a server with a fault that is planned.
func serveFaulty(t *testing.T, dir string, fault faults.Fault, at int) *faultyServer {
	t.Helper()
	s := &faultyServer{served: &served{t: t, cmd: atFaulty(dir, "serve")}, dir: dir}
	in, err := s.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.to, s.lines, s.cmd.Stderr = in, bufio.NewReader(out), &s.stderr
	s.system = startFaulty(t, s.cmd, dir, fault, at)
	s.call("initialize", `"processId":null,"rootUri":"file://`+dir+`/w","capabilities":{"textDocument":{"diagnostic":{}}}`)
	s.say("initialized", "")
	text, err := os.ReadFile(filepath.Join(dir, "w", "main.pp"))
	if err != nil {
		t.Fatal(err)
	}
	quoted, _ := json.Marshal(string(text)) // it is a text
	s.say("textDocument/didOpen", `"textDocument":{"uri":"file://`+dir+`/w/main.pp","languageId":"pcl","version":1,"text":`+string(quoted)+`}`)
	return s
}

// end ends the server.
func (s *faultyServer) end() {
	_ = s.to.(io.Closer).Close()
	_ = s.cmd.Wait() // without a shutdown its status is 1
}

func (s *faultyServer) say(method, members string) {
	s.send(`{"jsonrpc":"2.0","method":"` + method + `","params":{` + members + `}}`)
}

// call is the answer to a request.
func (s *faultyServer) call(method, members string) string {
	s.t.Helper()
	s.calls++
	id := fmt.Sprintf(`"id":"call %d"`, s.calls)
	s.send(`{"jsonrpc":"2.0",` + id + `,"method":"` + method + `","params":{` + members + `}}`)
	for {
		if m := s.receive(); strings.Contains(m, id) {
			return strings.ReplaceAll(m, id+",", "")
		}
	}
}

// findings are those of all files, and a hover, which reads a schema.
func (s *faultyServer) findings() string {
	s.t.Helper()
	main := `"textDocument":{"uri":"file://` + s.dir + `/w/main.pp"}`
	all := s.call("textDocument/diagnostic", main) + s.call("workspace/diagnostic", `"previousResultIds":[]`) + s.call("textDocument/hover", main+`,"position":{"line":7,"character":35}`)
	return strings.ReplaceAll(resultID.ReplaceAllString(all, ""), s.dir, "DIR")
}

// findingLines has a line for each finding, which shows differences.
func findingLines(known string) []string {
	return strings.Split(strings.ReplaceAll(known, `},{"range"`, "},\n{\"range\""), "\n")
}

// look tells the server that a file changed, which is an occasion to look at the disk.
func (s *faultyServer) look() {
	s.say("workspace/didChangeWatchedFiles", `"changes":[{"uri":"file://`+s.dir+`/w/more.pp","type":2}]`)
}

// await asks until the server knows something.
func (s *faultyServer) await(want string) (last string) {
	s.t.Helper()
	for start := time.Now(); time.Since(start) < 20*time.Second; time.Sleep(20 * time.Millisecond) {
		if last = s.findings(); last == want {
			break
		}
	}
	return last
}

// settled is what the server knows when nothing loads in the background any more.
func (s *faultyServer) settled() (known string) {
	s.t.Helper()
	for again := ""; known == "" || again != known; time.Sleep(50 * time.Millisecond) {
		again, known = known, s.findings()
	}
	return known
}

// changed changes the disk.
func (s *faultyServer) changed() {
	s.t.Helper()
	for _, c := range faultyChanges {
		old, err := os.ReadFile(filepath.Join(s.dir, "w", c.file))
		if err != nil {
			s.t.Fatal(err)
		}
		putIn(s.t, s.dir, "w/"+c.file, strings.Replace(string(old), c.from, c.to, 1))
		s.say("workspace/didChangeWatchedFiles", `"changes":[{"uri":"file://`+s.dir+`/w/`+c.file+`","type":2}]`)
	}
}

// resultID differs between servers.
var resultID = regexp.MustCompile(`"resultId":"[^"]*",?`)

var faultyChanges = []struct{ file, from, to string }{
	{"schemas/moon.json", `"depth"`, `"dept"`}, {".pcl-lsp.yaml", "error", "warning"}, {"inner/in.pp", "missing", "another"}, {"second/second.pp", "nothing", "never"},
	{"Pulumi.dev.yaml", "big", "large"},
}

// TestFaultsOfServer is the law of faults for the server: a step fails when the workspace is opened, or when files change. When nothing fails any more, the
// next event leads to what a fresh server knows.
func TestFaultsOfServer(t *testing.T) {
	testsize.Full(t, "each step of a session fails once")
	t.Parallel()
	place := func(t *testing.T) string {
		t.Helper()
		return faulty{}.place(t)
	}
	dir := place(t)
	s := serveFaulty(t, dir, faults.None, 0)
	opened := s.settled()
	opening := s.system.Steps()
	s.system.Plan(faults.None, 0)
	s.changed()
	s.settled()
	changing := s.system.Steps()
	s.end()
	s = serveFaulty(t, dir, faults.None, 0)
	changed := s.settled()
	s.end()
	for _, want := range []string{"`dept`", "missing", "nothing", "big"} {
		if !strings.Contains(opened, want) || opened == changed {
			t.Fatalf("the test is of no use: %s", opened)
		}
	}
	looks := []faults.Fault{faults.Unreadable, faults.Denied, faults.Gone, faults.Cut}
	for name, all := range map[string][]faults.Fault{"opening": append(looks, faults.Broken, faults.Full), "changes": looks} {
		atOnce, steps, want := name == "opening", opening, opened
		if !atOnce {
			steps, want = changing, changed
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, fault := range all {
				eachFault(t, fault, steps, func(at int) bool {
					dir := place(t)
					defer os.RemoveAll(dir)
					var s *faultyServer
					if atOnce {
						s = serveFaulty(t, dir, fault, at)
						s.findings()
					} else {
						s = serveFaulty(t, dir, fault, 0)
						s.await(opened)
						s.system.Plan(fault, at)
						s.changed()
						s.findings()
					}
					defer s.end()
					step := s.system.Failed()
					s.system.Plan(faults.None, 0)
					if step == nil {
						return false
					}
					s.look()
					if got := s.await(want); got != want {
						t.Errorf("%s, %s of %s (%d): (-fresh +server)\n%s", fault.Name, step.Call, strings.TrimPrefix(step.Path, dir+"/"), at, cmp.Diff(findingLines(want), findingLines(got)))
					}
					if bytes.Contains(s.stderr.Bytes(), []byte("panic")) {
						t.Errorf("%s", s.stderr.Bytes())
					}
					return true
				})
			}
		})
	}
}
