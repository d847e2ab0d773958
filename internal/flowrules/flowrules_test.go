package flowrules

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

var only = flag.String("rules", "", "take away only the rules whose names match this")

// variable names the rule that has no effect.
const variable = "PCL_LSP_WITHOUT_RULE"

// laws are the tests of flows, the fastest first.
var laws = []struct{ dir, tests string }{
	{"analysis/taint", "^TestTaints"},
	{"analysis/dump", "^TestDumpedTaints$"},
	{"workspace", "^TestCheckFixtures$"},
	{"internal/randomprogram", "^TestFlowsOfRandomPrograms$"},
}

// sources are the tables, and the files whose functions say what flows where.
var sources = []struct {
	dir    string
	files  []string
	fields []string // of the entries of tables; nil for code
}{
	{"analysis/language", []string{
		"builtins_collections.go", "builtins_files.go", "builtins_host.go", "builtins_outputs.go", "builtins_providers.go", "builtins_text.go", "options.go",
	}, []string{"Flow", "Immediate", "Public"}},
	{"analysis/taint", []string{"expr.go", "call.go", "invoke.go", "items.go", "outputs.go"}, nil},
}

// Without any of its rules, some test of flows fails. Rules that no test notices are named in survivors.
func TestEveryRuleIsNeeded(t *testing.T) {
	if testsize.FlowRules == 0 {
		t.Skip("building the tests without the rules takes a minute; make test-long does it")
	}
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var all rules
	overlay := writeOverlay(t, root, &all)
	var compiled []*law
	for _, l := range laws {
		compiled = append(compiled, newLaw(t, filepath.Join(root, filepath.FromSlash(l.dir)), l.tests, overlay))
	}
	for name := range survivors {
		if !slices.Contains(all, name) {
			t.Errorf("there is no rule %q", name)
		}
	}
	numbers := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for n := range numbers {
				judge(t, compiled, n, all[n-1])
			}
		})
	}
	step := max(1, len(all)/testsize.FlowRules)
	pattern := regexp.MustCompile(*only)
	for n := 1; n <= len(all); n += step {
		if pattern.MatchString(all[n-1]) {
			numbers <- n
		}
	}
	close(numbers)
	workers.Wait()
	t.Logf("%d rules, of which each %d. is taken away; %d have no test", len(all), step, len(survivors))
}

// judge takes a rule away.
func judge(t *testing.T, laws []*law, number int, name string) {
	reason, named := survivors[name]
	if named && !testsize.Long() {
		return // it takes all laws to see that none fails
	}
	for _, l := range laws {
		if l.fails(number) {
			if named {
				t.Errorf("%s fails without %q, which is no survivor: %s", l.dir, name, reason)
			}
			return
		}
	}
	if !named {
		t.Errorf("no test of flows fails without %q", name)
	}
}

// law is a compiled test.
type law struct {
	dir, tests string
	binary     func() string
}

// newLaw compiles a law when it first runs: most rules need only the first one.
func newLaw(t *testing.T, dir, tests, overlay string) *law {
	t.Helper()
	l := &law{dir: dir, tests: tests}
	binary := filepath.Join(t.TempDir(), "law.exe")
	l.binary = sync.OnceValue(func() string {
		build := exec.Command("go", "test", "-vet=off", "-overlay="+overlay, "-c", "-o", binary, ".")
		build.Dir = dir
		out, err := build.CombinedOutput()
		if err == nil {
			out, err = l.exec(binary, 0)
		}
		if err != nil {
			t.Errorf("with all rules: %v\n%s", err, out)
		}
		return binary
	})
	return l
}

// fails reports whether a law fails without a rule.
func (l *law) fails(number int) bool {
	_, err := l.exec(l.binary(), number)
	return err != nil
}

func (l *law) exec(binary string, number int) ([]byte, error) {
	run := exec.Command(binary, "-test.run="+l.tests, "-test.timeout=5m")
	run.Dir = l.dir
	run.Env = append(os.Environ(), fmt.Sprintf("%s=%d", variable, number))
	return run.CombinedOutput()
}

// writeOverlay writes the sources with rules that can be taken away, and returns the file that tells go build
// to use them.
func writeOverlay(t *testing.T, root string, all *rules) string {
	t.Helper()
	dir := t.TempDir()
	replaced := map[string]string{}
	replace := func(name, text string) {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "-"))
		writeFile(t, file, []byte(text))
		replaced[filepath.Join(root, filepath.FromSlash(name))] = file
	}
	for _, p := range sources {
		for _, name := range p.files {
			s, file := readSource(t, all, filepath.Join(root, filepath.FromSlash(p.dir), name), name)
			if p.fields != nil {
				s.entries(file, p.fields)
			} else {
				s.code(file)
			}
			replace(p.dir+"/"+name, s.changed())
		}
		replace(p.dir+"/withoutrule.go", helpers(path.Base(p.dir)))
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	writeFile(t, overlay, text)
	return overlay
}

func writeFile(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
