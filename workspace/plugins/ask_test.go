package plugins_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/plugins"
)

// This file tests asking a plugin that answers, and what it sees of the world.

// world is what the provider tells in its schema.
type world struct {
	Environment, Arguments []string
	Input                  string
	InputOK                bool
	Folder                 int
}

func worldOf(t *testing.T, s plugins.Schema) world {
	t.Helper()
	var schema struct{ Description string }
	var w world
	if err := json.Unmarshal(s.Text, &schema); err != nil {
		t.Fatalf("the schema is %s: %v", s.Text, err)
	}
	if err := json.Unmarshal([]byte(schema.Description), &w); err != nil {
		t.Fatalf("the description is %s: %v", schema.Description, err)
	}
	return w
}

func TestAsk(t *testing.T) {
	t.Parallel()
	p := install(t, "")
	var stages []plugins.Stage
	got, err := plugins.Ask(t.Context(), plugins.Request{
		Executable: p.path, Name: "moon", Version: "v1.2.3+build",
		Progress: func(s plugins.Stage) { stages = append(stages, s) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != "moon" || got.Version != "1.2.3" || got.PluginVersion != "1.2.3" || got.Size != int64(len(got.Text)) || got.Path != "" {
		t.Errorf("got %+v", got)
	}
	want := []plugins.Stage{plugins.Starting, plugins.Greeting, plugins.Receiving, plugins.Ending}
	if !slices.Equal(stages, want) {
		t.Errorf("got stages %q, want %q", stages, want)
	}
	if n := len(p.processes()); n != 1 {
		t.Errorf("%d processes ran, want 1", n)
	}
}

// A plugin sees an empty folder, no input, one argument, and nothing secret.
func TestWhatAPluginSees(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := plugins.Ask(t.Context(), plugins.Request{
		Executable: install(t, "").path, Dir: dir,
		Environment: []string{
			"PATH=/bin", "HOME=/home/me", "LC_ALL=C", "AWS_SECRET_ACCESS_KEY=s3cr3t", "PULUMI_ACCESS_TOKEN=s3cr3t", "PULUMI_HOME=/p",
			"https_proxy=http://me:s3cr3t@proxy:1", "HTTP_PROXY=http://proxy:1", "SECRET=s3cr3t", "LD_PRELOAD=/evil.so", "broken",
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	w := worldOf(t, s)
	kept := slices.DeleteFunc(w.Environment, func(v string) bool {
		return strings.HasPrefix(v, "PWD="+dir) || strings.HasPrefix(strings.ToUpper(v), "SYSTEMROOT=")
	})
	want := []string{"PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true", "PATH=/bin", "HOME=/home/me", "LC_ALL=C", "PULUMI_HOME=/p", "HTTP_PROXY=http://proxy:1"}
	if !slices.Equal(kept, want) {
		t.Errorf("got the environment %q, want %q", kept, want)
	}
	if w.Input != "" || !w.InputOK || w.Folder != 0 || len(w.Arguments) != 1 || !strings.HasPrefix(w.Arguments[0], "127.0.0.1:") {
		t.Errorf("got %+v", w)
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestParameterize(t *testing.T) {
	t.Parallel()
	p := install(t, "")
	for _, c := range []struct {
		name  string
		with  plugins.Parameterization
		want  string
		fails plugins.Kind
	}{
		{"a value", plugins.Parameterization{Name: "half", Version: "2.0.0", Value: []byte("half")}, "half 2.0.0", 0},
		{"arguments", plugins.Parameterization{Args: []string{"quarter", ""}}, "quarter 9.9.9", 0},
		{"a wrong value", plugins.Parameterization{Name: "half", Version: "2.0.0", Value: []byte{0xff}}, "", plugins.Refused},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, err := plugins.Ask(t.Context(), plugins.Request{Executable: p.path, Parameterization: &c.with})
			if c.fails != 0 {
				wantFailure(t, err, c.fails, "being parameterized", "invalid argument: the value must be half", "check the package's parameterization")
				return
			}
			if got := s.Name + " " + s.Version; err != nil || got != c.want {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
		})
	}
}

// What a plugin prints before its port does no harm, as long as it is not too much, and what it prints after it none at all.
func TestBeforeThePort(t *testing.T) {
	t.Parallel()
	for _, variant := range []string{"noise", "escapes", "noise after the port"} {
		if _, err := plugins.Ask(t.Context(), plugins.Request{Executable: install(t, variant).path}); err != nil {
			t.Errorf("%s: %v", variant, err)
		}
	}
}

// wantFailure checks a failure and the texts in its message.
func wantFailure(t *testing.T, err error, kind plugins.Kind, texts ...string) {
	t.Helper()
	var failure *plugins.Error
	if !errors.As(err, &failure) {
		t.Fatalf("got %v, want an error of kind %d", err, kind)
	}
	if failure.Kind != kind || failure.Executable == "" {
		t.Errorf("got kind %d, want %d: %#v", failure.Kind, kind, failure)
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("%q is not in: %v", text, err)
		}
	}
}

// short is a limit that a hanging plugin uses up, and LIMIT stands for it in the expected texts.
const short = time.Second

// wantFailureOf asks a plugin that fails. A busy machine may use up a short limit before the plugin gets to where it hangs, so the limit
// doubles until the failure is the expected one.
func wantFailureOf(t *testing.T, request plugins.Request, kind plugins.Kind, texts ...string) {
	t.Helper()
	given := request.Limits
	for limit := short; ; limit *= 2 {
		if given.Start == short {
			request.Limits.Start = limit
		}
		if given.Call == short {
			request.Limits.Call = limit
		}
		_, err := plugins.Ask(t.Context(), request)
		var want []string
		expected := true
		for _, text := range texts {
			want = append(want, strings.ReplaceAll(text, "LIMIT", limit.String()))
			expected = expected && err != nil && strings.Contains(err.Error(), want[len(want)-1])
		}
		if expected || given.Start != short && given.Call != short || limit > time.Minute {
			wantFailure(t, err, kind, want...)
			return
		}
	}
}

// Each way to fail ends in an error that says what happened, within its limit.
func TestFailures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		variant string
		limits  plugins.Limits
		kind    plugins.Kind
		texts   []string
	}{
		{"hang before the port", plugins.Limits{Start: short}, plugins.SlowStart, []string{"did not print its port within LIMIT", `last output was "waiting for the moon"`}},
		{"crash at start", plugins.Limits{}, plugins.Crashed, []string{"crashed while starting: exit status 3", `"panic: no moon"`, "run it in a terminal"}},
		{"end at start", plugins.Limits{}, plugins.Crashed, []string{"exit status 0"}},
		{"close the output", plugins.Limits{Grace: time.Millisecond}, plugins.NoPort, []string{"closed its output"}},
		{"endless noise", plugins.Limits{}, plugins.NoPort, []string{"printed 1048576 bytes without a port", "plugin install --reinstall resource moon"}},
		{"nobody listens", plugins.Limits{Start: short}, plugins.Unreachable, []string{"does not listen on the port"}},
		{"HTTP of old", plugins.Limits{}, plugins.Unreachable, []string{"closed the connection while being greeted"}},
		{"deaf", plugins.Limits{Call: short, Grace: 100 * time.Millisecond}, plugins.SlowAnswer, []string{"did not answer within LIMIT while returning its schema"}},
		{"crash", plugins.Limits{}, plugins.Crashed, []string{"crashed while returning its schema: exit status 5", "the moon fell down"}},
		{"crash half way", plugins.Limits{}, plugins.Crashed, []string{"exit status 6"}},
		{"refuse the handshake", plugins.Limits{}, plugins.Refused, []string{"being greeted: unauthenticated: who are you?"}},
		{"refuse", plugins.Limits{}, plugins.Refused, []string{"permission denied: no schema: it is a secrét of the moon%"}},
		{"refuse late", plugins.Limits{}, plugins.Refused, []string{"internal error: late"}},
		{"unimplemented", plugins.Limits{}, plugins.Refused, []string{"unimplemented", "use a schema file instead"}},
		{"no gRPC", plugins.Limits{}, plugins.BadAnswer, []string{"HTTP status 418"}},
		{"compressed", plugins.Limits{}, plugins.BadAnswer, []string{"flag 1"}},
		{"two messages", plugins.Limits{}, plugins.BadAnswer, []string{"more than one message"}},
		{"half a message", plugins.Limits{}, plugins.BadAnswer, []string{"without its last 999 bytes"}},
		{"no message", plugins.Limits{}, plugins.BadAnswer, []string{"without a message"}},
		{"no status", plugins.Limits{}, plugins.BadAnswer, []string{"without a status"}},
		{"strange status", plugins.Limits{}, plugins.BadAnswer, []string{`status is "fine"`}},
		{"no protobuf", plugins.Limits{}, plugins.BadAnswer, []string{"not a protobuf message"}},
		{"lying protobuf", plugins.Limits{}, plugins.BadAnswer, []string{"not a protobuf message"}},
		{"nothing", plugins.Limits{}, plugins.NotSchema, []string{"an empty answer"}},
		{"empty object", plugins.Limits{}, plugins.NotSchema, []string{"invalid schema"}},
		{"no JSON", plugins.Limits{}, plugins.NotSchema, []string{"invalid schema"}},
		{"torn JSON", plugins.Limits{}, plugins.NotSchema, []string{"invalid schema"}},
		{"100 MB", plugins.Limits{Size: 1 << 20}, plugins.TooLarge, []string{"100000055 bytes, and the limit is 1048576", "get-schema moon"}},
	} {
		t.Run(c.variant, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			wantFailureOf(t, plugins.Request{Executable: install(t, c.variant).path, Limits: c.limits, Dir: dir}, c.kind, c.texts...)
			if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// Each call can hang, and has a limit.
func TestHangingCalls(t *testing.T) {
	t.Parallel()
	for call, while := range map[string]string{
		"Handshake": "being greeted", "GetPluginInfo": "being greeted", "Parameterize": "being parameterized", "GetSchema": "returning its schema",
	} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			wantFailureOf(t, plugins.Request{
				Executable: install(t, "hang in "+call).path, Limits: plugins.Limits{Call: short},
				Parameterization: &plugins.Parameterization{Name: "half", Version: "2.0.0", Value: []byte("half")},
			}, plugins.SlowAnswer, "did not answer within LIMIT while "+while)
		})
	}
}

// A schema of something else than was asked for is an error.
func TestOtherPackage(t *testing.T) {
	t.Parallel()
	p := install(t, "")
	_, err := plugins.Ask(t.Context(), plugins.Request{Executable: p.path, Name: "mars"})
	wantFailure(t, err, plugins.OtherPackage, "returned the schema of moon, not of mars")
	_, err = plugins.Ask(t.Context(), plugins.Request{Executable: p.path, Name: "moon", Version: "1.2.4"})
	wantFailure(t, err, plugins.OtherPackage, "returned version 1.2.3 of moon, not 1.2.4")
}

// What cannot be run is not run.
func TestNotExecutable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plain, script, text := filepath.Join(dir, "plain"), filepath.Join(dir, "script"), filepath.Join(dir, "text")
	for path, mode := range map[string]os.FileMode{plain: 0o600, script: 0o700, text: 0o700} {
		content := "#!" + dir + "/no-interpreter\n"
		if path == text {
			content = "moon\n"
		}
		writeProgram(t, path, []byte(content))
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"moon": "not absolute", filepath.Join(dir, "moon"): "does not exist", dir: "not a regular file",
		plain: "cannot be run", script: "cannot be run", text: "cannot be run",
	} {
		_, err := plugins.Ask(t.Context(), plugins.Request{Executable: path, Dir: dir})
		wantFailure(t, err, plugins.NotExecutable, want)
	}
}

// A plugin that ignores the interrupt, or has started others, is killed with all
// of them. Its answer counts all the same.
func TestKilledInTheEnd(t *testing.T) {
	t.Parallel()
	for variant, processes := range map[string]int{"ignore the interrupt": 1, "child": 2} {
		p := install(t, variant)
		if _, err := plugins.Ask(t.Context(), plugins.Request{Executable: p.path, Limits: plugins.Limits{Grace: 200 * time.Millisecond}}); err != nil {
			t.Errorf("%s: %v", variant, err)
		}
		if n := len(p.processes()); n != processes {
			t.Errorf("%s: %d processes ran, want %d", variant, n, processes)
		}
	}
}

// Whoever asks may stop asking at every stage, and the plugin ends at once.
func TestCancelled(t *testing.T) {
	t.Parallel()
	for variant, stage := range map[string]plugins.Stage{
		"hang before the port": plugins.Starting, "nobody listens": plugins.Starting, "deaf": plugins.Receiving, "": plugins.Greeting,
	} {
		t.Run(string(stage)+" "+variant, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancelCause(t.Context())
			_, err := plugins.Ask(ctx, plugins.Request{
				Executable: install(t, variant).path,
				Limits:     plugins.Limits{Start: time.Hour, Call: time.Hour, Grace: time.Hour},
				Progress: func(s plugins.Stage) {
					if s == stage {
						go cancel(errors.New("enough"))
					}
				},
			})
			wantFailure(t, err, plugins.Cancelled, "enough")
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := install(t, "")
	_, err := plugins.Ask(ctx, plugins.Request{Executable: p.path})
	if wantFailure(t, err, plugins.Cancelled); !errors.Is(err, context.Canceled) || len(p.processes()) > 0 {
		t.Errorf("got %v and %d processes", err, len(p.processes()))
	}
}
