package main

import (
	"bufio"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// This file checks that nothing which a workspace brings along is run without
// trust, whatever the workspace says, and that it is with it.

// hostile are ways in which a workspace can name the program in its folder plug.
var hostile = []struct {
	name, project string
	variables     map[string]string // % is the workspace
	plugin        string            // where the program is in the workspace
	says          string            // about it, in the finding
}{
	{"plugins", "plugins: {providers: [{name: moon, path: plug}]}\n", nil, "plug", "is named by the project"},
	{"packages", "packages: {moon: ./plug}\n", nil, "plug", "is named by the project"},
	{"outside", "plugins: {providers: [{name: moon, path: ../other/plug}]}\n", nil, "../other/plug", "is named by the project"},
	{"path", "", map[string]string{"PATH": "%/plug"}, "plug", "is on the PATH"},
	{"home", "", map[string]string{"PULUMI_HOME": "%/home"}, "home/plugins/resource-moon-v1.2.3", "is installed"},
	{"relative home", "", map[string]string{"PULUMI_HOME": "home"}, "home/plugins/resource-moon-v1.2.3", "is installed"},
	{"linked home", "", map[string]string{"PULUMI_HOME": "%/../link/home"}, "home/plugins/resource-moon-v1.2.3", "is installed"},
}

// hostileWorkspace makes a workspace whose own files say that it is trusted.
func hostileWorkspace(t *testing.T, project, plugin string, variables map[string]string) (dir string, env environment) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "workspace")
	for name, text := range map[string]string{
		"main.pp":               "resource crater \"moon:index:Crater\" {\n}\n",
		"Pulumi.yaml":           "name: x\nruntime: pcl\ntrusted: true\n" + project,
		".git/HEAD":             "",
		".vscode/settings.json": `{"pcl.trusted": true, "pcl": {"trusted": true, "plugins": {"allow": true}}}`,
		plugin + "/variant":     "",
		"home/.keep":            "",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(dir, filepath.Join(filepath.Dir(dir), "link")); err != nil {
		t.Skip("there are no links:", err)
	}
	buildProvider(t, filepath.Join(dir, plugin))
	return dir, environment{dir: dir, cache: filepath.Join(t.TempDir(), "cache", "index"), variable: func(name string) string {
		return strings.ReplaceAll(variables[name], "%", dir)
	}}
}

// ranIn reports whether a provider was ever started below a directory.
func ranIn(t *testing.T, dir string) bool {
	t.Helper()
	ran := false
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		ran = ran || err == nil && e.Name() == "pids"
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

// What a workspace brings along is run by no command without trust and permission
// of the user, and serves with both.
func TestHostileWorkspace(t *testing.T) {
	t.Parallel()
	for _, test := range hostile {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir, env := hostileWorkspace(t, test.project, test.plugin, test.variables)
			for _, line := range []string{
				"check", "check --allow-plugins", "check --trust-workspace", "dump --allow-plugins main.pp", "schema list --allow-plugins",
				"schema where moon --allow-plugins", "schema show moon --allow-plugins",
			} {
				if got := runWith(t, words(line), env); ranIn(t, filepath.Dir(dir)) {
					t.Fatalf("pcl-lsp %s ran the program: %+v", line, got)
				}
			}
			for line, want := range map[string]string{
				"check":                   "trust the workspace with --trust-workspace, allow plugins with --allow-plugins",
				"check --allow-plugins":   "trust the workspace with --trust-workspace or in the editor",
				"check --trust-workspace": "allow it with --allow-plugins",
			} {
				got := runWith(t, words(line), env)
				if got.code != 0 && got.code != exitUsage || !strings.Contains(got.stdout+got.stderr, want) {
					t.Errorf("pcl-lsp %s: got %+v, want %q", line, got, want)
				}
			}
			where := runWith(t, words("schema where moon --allow-plugins"), env)
			if where.code != exitUnchecked || !strings.Contains(where.stdout, "the workspace is not trusted") || !strings.Contains(where.stderr, test.says) {
				t.Errorf("schema where: %+v", where)
			}
			trusted := runWith(t, words("schema where moon --allow-plugins --trust-workspace"), env)
			if trusted.code != exitClean || !strings.Contains(trusted.stdout, "+ asked") || !ranIn(t, filepath.Dir(dir)) {
				t.Errorf("with trust: %+v", trusted)
			}
		})
	}
}

// A settings file that would give trust is refused as a whole.
func TestSettingsFileGivesNoTrust(t *testing.T) {
	t.Parallel()
	dir, env := hostileWorkspace(t, hostile[0].project, hostile[0].plugin, nil)
	for _, text := range []string{"trusted: true\n", "pcl: {trusted: true}\n", "plugins: {allow: true}\n"} {
		if err := os.WriteFile(filepath.Join(dir, ".pcl-lsp.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		got := runWith(t, words("check --allow-plugins"), env)
		if got.code != exitUsage || !strings.Contains(got.stderr, "there is no setting") || ranIn(t, dir) {
			t.Errorf("%q: got %+v", text, got)
		}
	}
}

// A home in the workspace needs trust, also where HOME itself says that it is the user's.
func TestHomeOfTheUser(t *testing.T) {
	t.Parallel()
	dir, env := hostileWorkspace(t, "", ".pulumi/plugins/resource-moon-v1.2.3", nil)
	env.home = dir
	if got := runWith(t, words("schema where moon --allow-plugins"), env); got.code == exitClean || !strings.Contains(got.stdout, "not trusted") || ranIn(t, dir) {
		t.Errorf("got %+v", got)
	}
	if got := runWith(t, words("schema where moon --allow-plugins --trust-workspace"), env); got.code != exitClean || !strings.Contains(got.stdout, "+ asked") {
		t.Errorf("with trust: got %+v", got)
	}
}

// A server runs nothing of the workspace until its client says that the user trusts
// it, which may be at once or later.
func TestHostileWorkspaceInServer(t *testing.T) {
	t.Parallel()
	test := hostile[0]
	const judged = "resource.unknown"
	for _, c := range []struct{ name, flags, options, refused, grant string }{
		{"later", "--allow-plugins", `{}`, "trust the workspace in the editor", `{"pcl":{"trusted":true}}`},
		{"later without a section", "--allow-plugins", `{"trusted":false}`, "trust the workspace in the editor", `{"trusted":true}`},
		{"at once", "--allow-plugins", `{"pcl":{"trusted":true}}`, "", ""},
		{"by flag", "--allow-plugins --trust-workspace", `{}`, "", ""},
		{"trust alone", "", `{"trusted":true}`, "allow plugins in the editor", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir, env := hostileWorkspace(t, test.project, test.plugin, test.variables)
			s := startServer(t, "serve "+c.flags, env)
			uri := "file://" + filepath.ToSlash(filepath.Join(dir, "main.pp"))
			s.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{},"initializationOptions":` + c.options + `}}`)
			s.send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
			s.send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"` + uri + `","languageId":"pcl","version":1,"text":"resource crater \"moon:index:Crater\" {\n}\n"}}}`)
			if c.refused != "" {
				s.await(c.refused)
				s.send(`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"pcl":{"rules":{"package.unknown":"hint"}}}}}`)
				s.await(c.refused)
				if ranIn(t, filepath.Dir(dir)) {
					t.Fatal("the program was run")
				}
			}
			if c.grant != "" {
				s.send(`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":` + c.grant + `}}`)
			}
			if c.refused == "" || c.grant != "" {
				s.await(judged)
			}
		})
	}
}

// runningServer is a server that a test talks to.
type runningServer struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

func startServer(t *testing.T, line string, env environment) *runningServer {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		defer close(over)
		defer toClient.Close()
		run(ctx, words(line), fromClient, toClient, io.Discard, env)
	}()
	t.Cleanup(func() {
		toServer.Close()
		go io.Copy(io.Discard, fromServer)
		<-over
		cancel()
	})
	return &runningServer{t, toServer, bufio.NewReader(fromServer)}
}

func (s *runningServer) send(message string) {
	s.t.Helper()
	if _, err := s.in.Write(frame.Of(message)); err != nil {
		s.t.Fatal(err)
	}
}

// await reads until the server sends a text.
func (s *runningServer) await(text string) {
	s.t.Helper()
	var seen strings.Builder
	for !strings.HasSuffix(seen.String(), text) {
		b, err := s.out.ReadByte()
		if err != nil {
			s.t.Fatalf("the server ended before %q; it sent %.3000s", text, seen.String())
		}
		seen.WriteByte(b)
	}
}
