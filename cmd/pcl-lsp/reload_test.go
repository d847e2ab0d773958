package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// This file checks that open programs follow what happens to plugins, through the
// command itself and with a real provider.

// editor is a client of a running `pcl-lsp serve`, with one open document.
type editor struct {
	t     *testing.T
	to    io.Writer
	heard chan json.RawMessage
	uri   string
}

// edit starts a server for the program in a directory and opens it.
func edit(t *testing.T, dir string, env environment, line string) *editor {
	t.Helper()
	fromEditor, toServer := io.Pipe()
	fromServer, toEditor := io.Pipe()
	e := &editor{t: t, to: toServer, heard: make(chan json.RawMessage, 1000)}
	over := make(chan struct{})
	go func() {
		defer close(over)
		run(context.Background(), words(line), fromEditor, toEditor, io.Discard, env)
		toEditor.Close()
	}()
	go e.listen(fromServer)
	t.Cleanup(func() {
		toServer.Close()
		<-over
	})
	e.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{"window":{"workDoneProgress":true}}}}`)
	e.send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	file := filepath.ToSlash(filepath.Join(dir, "program", "main.pp"))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	e.uri = "file://" + file
	if !strings.HasPrefix(file, "/") {
		e.uri = "file:///" + file
	}
	e.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"pcl","version":1,"text":%q}}}`, e.uri, text))
	return e
}

func (e *editor) send(message string) {
	e.t.Helper()
	if _, err := io.Copy(e.to, frames(message)); err != nil {
		e.t.Fatal(err)
	}
}

// save is what makes the server look at the disk.
func (e *editor) save() {
	e.t.Helper()
	e.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":%q}}}`, e.uri))
}

func (e *editor) listen(from io.Reader) {
	defer close(e.heard)
	r := bufio.NewReader(from)
	for {
		body, err := frame.Read(r)
		if err != nil {
			return
		}
		e.heard <- body
	}
}

// await reads messages until one holds all the texts. What is asked is granted.
func (e *editor) await(texts ...string) string {
	e.t.Helper()
	var seen []string
	for {
		m, ok := <-e.heard
		if !ok {
			e.t.Fatalf("the server ended before %q; it sent\n%s", texts, strings.Join(seen, "\n"))
		}
		var asked struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal(m, &asked); err != nil {
			e.t.Fatal(err)
		}
		if asked.ID != nil && asked.Method != "" {
			e.send(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,"result":null}`)
		}
		seen = append(seen, string(m))
		all := true
		for _, text := range texts {
			all = all && strings.Contains(string(m), text)
		}
		if all {
			return string(m)
		}
	}
}

// moveTo renames a directory of the test, as an installation does at its end.
func moveTo(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const published = `"textDocument/publishDiagnostics"`

// A plugin that is installed, upgraded and removed while a program is open changes
// the findings without a restart.
func TestPluginComesAndGoes(t *testing.T) {
	t.Parallel()
	dir, env := withProvider(t, "")
	plugins := filepath.Join(dir, "pulumi", "plugins")
	first, second, aside := filepath.Join(plugins, "resource-moon-v1.2.3"), filepath.Join(plugins, "resource-moon-v2.0.0"), filepath.Join(dir, "aside")
	moveTo(t, first, aside)
	e := edit(t, dir, env, "serve --allow-plugins")
	e.await(published, "package.unknown", "pulumi plugin install resource moon")
	moveTo(t, aside, first)
	e.save()
	e.await(published, "resource.unknown", "moon 1.2.3")
	moveTo(t, first, aside)
	put(t, filepath.Join(aside, "version"), "2.0.0")
	moveTo(t, aside, second)
	e.save()
	e.await(published, "resource.unknown", "moon 2.0.0")
	moveTo(t, second, aside)
	e.save()
	e.await(published, "package.unknown", "pulumi plugin install resource moon")
}

// A plugin that failed is not asked again before its executable or a setting has
// changed.
func TestFailureIsForgotten(t *testing.T) {
	t.Parallel()
	dir, env := withProvider(t, "crash at start")
	plugin := filepath.Join(dir, "pulumi", "plugins", "resource-moon-v1.2.3")
	e := edit(t, dir, env, "serve --allow-plugins")
	e.await(published, "package.unknown", "panic: no moon")
	put(t, filepath.Join(plugin, "variant"), "refuse")
	e.send(`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"pcl":{"rules":{}}}}}`)
	e.await(published, "package.unknown", "refused")
	put(t, filepath.Join(plugin, "variant"), "")
	executable, err := filepath.Glob(filepath.Join(plugin, "pulumi-resource-moon*"))
	if err != nil || len(executable) != 1 {
		t.Fatal(executable, err)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(executable[0], later, later); err != nil {
		t.Fatal(err)
	}
	e.save()
	e.await(published, "resource.unknown", "moon 1.2.3")
}

// The user sees what a plugin does, and can end it.
func TestAskingIsCancelled(t *testing.T) {
	t.Parallel()
	dir, env := withProvider(t, "hang in GetSchema")
	e := edit(t, dir, env, "serve --allow-plugins")
	e.await(`"$/progress"`, `"begin"`, "Loading the schema of moon")
	m := e.await(`"$/progress"`, `"report"`, "receiving the schema")
	var progress struct {
		Params struct{ Token json.RawMessage }
	}
	if err := json.Unmarshal([]byte(m), &progress); err != nil {
		t.Fatal(err)
	}
	e.send(`{"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":{"token":` + string(progress.Params.Token) + `}}`)
	e.await(published, "package.unknown", "not asked for the schema: cancelled")
	put(t, filepath.Join(dir, "pulumi", "plugins", "resource-moon-v1.2.3", "variant"), "")
	e.send(`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"pcl":{"rules":{}}}}}`)
	e.await(published, "resource.unknown", "moon 1.2.3")
}

// withBroughtProvider is withProvider, but the provider comes with the program, whose
// project names it.
func withBroughtProvider(t *testing.T, variant string) (plugin, dir string, env environment) {
	t.Helper()
	dir, env = withProvider(t, variant)
	plugin = filepath.Join(dir, "program", "plug")
	moveTo(t, filepath.Join(dir, "pulumi", "plugins", "resource-moon-v1.2.3"), plugin)
	put(t, filepath.Join(dir, "program", "Pulumi.yaml"), "name: x\nruntime: pcl\nplugins: {providers: [{name: moon, path: plug}]}\n")
	return plugin, dir, env
}

func (e *editor) trust(given bool) {
	e.t.Helper()
	e.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"pcl":{"trusted":%t}}}}`, given))
}

// Trust that is given and taken while a program is open counts at once, and what
// happens to the plugin is followed only as long as there is trust.
func TestTrustComesAndGoes(t *testing.T) {
	t.Parallel()
	plugin, dir, env := withBroughtProvider(t, "")
	e := edit(t, dir, env, "serve --allow-plugins")
	const refused = "trust the workspace in the editor"
	e.await(published, "package.unknown", refused)
	if ranIn(t, dir) {
		t.Fatal("it was run without trust")
	}
	e.trust(true)
	e.await(published, "resource.unknown", "moon 1.2.3")

	replace := func(version string) {
		t.Helper()
		put(t, filepath.Join(plugin, "version"), version)
		executable, err := filepath.Glob(filepath.Join(plugin, "pulumi-resource-moon*"))
		if err != nil || len(executable) != 1 {
			t.Fatal(executable, err)
		}
		info, err := os.Stat(executable[0])
		if err != nil {
			t.Fatal(err)
		}
		later := info.ModTime().Add(time.Hour)
		if err := os.Chtimes(executable[0], later, later); err != nil {
			t.Fatal(err)
		}
	}
	replace("2.0.0")
	e.save()
	e.await(published, "resource.unknown", "moon 2.0.0")

	e.trust(false)
	e.await(published, "package.unknown", refused)
	if err := os.Remove(filepath.Join(plugin, "pids")); err != nil {
		t.Fatal(err)
	}
	replace("3.0.0")
	e.save()
	e.send(`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"pcl":{"trusted":false,"rules":{"package.unknown":"hint"}}}}}`)
	e.await(published, "package.unknown", `"severity":4`, refused)
	if ranIn(t, dir) {
		t.Fatal("it was run after trust was taken")
	}
	e.trust(true)
	e.await(published, "resource.unknown", "moon 3.0.0")
}

// A plugin that is being asked when trust is taken is ended, and nothing is held
// against it.
func TestTrustIsTakenWhileAsking(t *testing.T) {
	t.Parallel()
	plugin, dir, env := withBroughtProvider(t, "hang in GetSchema")
	e := edit(t, dir, env, "serve --allow-plugins")
	e.await(published, "package.unknown", "in the editor")
	e.trust(true)
	e.await(`"$/progress"`, `"report"`, "receiving the schema")
	e.trust(false)
	e.await(`"$/progress"`, `"end"`) // which is sent when the plugin is gone
	put(t, filepath.Join(plugin, "variant"), "")
	e.trust(true)
	e.await(published, "resource.unknown", "moon 1.2.3")
}
