// This file tests that open programs follow the files that schemas come from.

package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// reloading is a server for programs in a temporary directory with a Pulumi home, and a client of it. The test sends the ticks.
//
// Tests that care about the first findings run in a bubble, where the time that findings wait for schemas passes only when every goroutine waits.
type reloading struct {
	*fakeClient
	dir   string
	ticks chan time.Time
	tell  bool // the client watches files and reports changes
	seen  int  // messages that earlier steps have checked
}

func reload(t *testing.T, files map[string]string, capabilities object) *reloading {
	t.Helper()
	r := &reloading{dir: t.TempDir(), ticks: make(chan time.Time)}
	for name, text := range files {
		r.put(t, name, text)
	}
	places := workspace.SchemasAt(workspace.SchemaOptions{Home: r.path("home"), Cache: r.path("cache")})
	session := workspace.New(workspace.Options{Places: places})
	r.fakeClient = connect(t, func(s *server) {
		s.session = session
		s.opts.LoadInBackground, s.opts.Ticks = true, r.ticks
	})
	if capabilities == nil {
		r.initialize("utf-8")
	} else {
		r.initializeWith(capabilities)
	}
	return r
}

func (r *reloading) path(name string) string { return filepath.Join(r.dir, filepath.FromSlash(name)) }

func (r *reloading) uri(name string) string { return string(uri.File(filepath.ToSlash(r.path(name)))) }

func (r *reloading) put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(r.path(name)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(r.path(name), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// openFile opens a program with its text on disk.
func (r *reloading) openFile(name string) {
	r.t.Helper()
	text, err := os.ReadFile(r.path(name))
	if err != nil {
		r.t.Fatal(err)
	}
	r.open(r.uri(name), 1, string(text))
}

// noticed gives the server an occasion to check files: an event of the client, or a tick.
func (r *reloading) noticed(name string) {
	r.t.Helper()
	r.seen = len(r.received())
	if r.tell {
		r.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": r.uri(name), "type": 2}}})
		return
	}
	select {
	case r.ticks <- time.Time{}:
	case <-r.ctx.Done():
		r.t.Fatal("nobody takes a tick")
	}
}

// found awaits the first findings of a program since the last occasion. There must be one with each of these texts in its message, or none if there are no
// texts. Nothing may flicker. It returns when the server rests, so that no check that has begun sees what the test changes next. The test must run in a bubble.
func (r *reloading) found(name string, texts ...string) {
	r.t.Helper()
	var got protocol.PublishDiagnosticsParams
	r.await(fmt.Sprintf("findings %q", texts), func(inbox []message) (message, bool) {
		all := publishedIn(r.t, inbox[r.seen:], r.uri(name))
		if len(all) > 0 {
			got = all[0]
		}
		return message{}, len(all) > 0
	})
	synctest.Wait()
	all, _ := json.Marshal(got.Diagnostics)
	right := (len(got.Diagnostics) > 0) == (len(texts) > 0)
	for _, text := range texts {
		right = right && strings.Contains(string(all), text)
	}
	if !right {
		r.t.Fatalf("published %s, want %q", all, texts)
	}
}

// pack returns a schema with one resource that has one property.
func pack(name, version, property string) string {
	return fmt.Sprintf(`{"name":%q,"version":%q,"resources":{"%s:index:R":{"inputProperties":{%q:{"type":"string"}},"properties":{%q:{"type":"string"}}}}}`,
		name, version, name, property, property)
}

const usesOld = "resource r \"sky:index:R\" {\n  old = \"x\"\n}\n"

// TestLocalSchemaChanges: the findings follow a local schema that is edited, replaced, deleted or created, whether or not the client reports it.
func TestLocalSchemaChanges(t *testing.T) {
	t.Parallel()
	for _, watching := range []bool{true, false} {
		t.Run(fmt.Sprintf("client watches %t", watching), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				const file = "w/schemas/sky.json"
				r := reload(t, map[string]string{"w/main.pp": usesOld, "w/.git/x": "", file: pack("sky", "1.0.0", "old")}, nil)
				r.tell = watching
				r.openFile("w/main.pp")
				r.found("w/main.pp")

				r.put(t, "w/next", pack("sky", "1.0.0", "renewed"))
				if err := os.Rename(r.path("w/next"), r.path(file)); err != nil {
					t.Fatal(err)
				}
				r.noticed(file)
				r.found("w/main.pp", "attr.unknown")

				whole := pack("sky", "1.0.0", "old") + "    "
				r.put(t, file, whole[:len(whole)/2])
				r.noticed(file)
				r.found("w/main.pp", "package.unknown", "cannot be used")
				r.put(t, file, whole)
				r.noticed(file)
				r.found("w/main.pp")

				if err := os.Remove(r.path(file)); err != nil {
					t.Fatal(err)
				}
				r.noticed(file)
				r.found("w/main.pp", "package.unknown")
				r.put(t, "w/.pcl/schemas/sky.json", pack("sky", "1.0.0", "another"))
				r.noticed("w/.pcl/schemas/sky.json")
				r.found("w/main.pp", "attr.unknown")
			})
		})
	}
}

// TestUpgradeInHome: each program uses its own version from the Pulumi home, and an upgrade reaches the programs that do not pin a version.
func TestUpgradeInHome(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pinned := "package {\n  baseProviderName = \"sky\"\n  baseProviderVersion = \"1.0.0\"\n}\n" + usesOld
		r := reload(t, map[string]string{
			"a/main.pp": usesOld, "a/.git/x": "", "b/main.pp": pinned, "b/.git/x": "",
			"home/plugins/resource-sky-v1.0.0/pulumi-resource-sky": "",
		}, nil)
		r.openFile("a/main.pp")
		r.found("a/main.pp", "package.unknown", "not asked")
		r.put(t, "home/schemas/sky-1.0.0.json", pack("sky", "1.0.0", "old"))
		r.noticed("")
		r.found("a/main.pp")
		r.openFile("b/main.pp")
		r.published(r.uri("b/main.pp"), 1)
		synctest.Wait()
		before := len(publishedIn(t, r.received(), r.uri("b/main.pp")))

		r.put(t, "home/plugins/resource-sky-v2.0.0/pulumi-resource-sky", "")
		r.put(t, "home/schemas/sky-2.0.0.json", pack("sky", "2.0.0", "renewed"))
		r.noticed("")
		r.found("a/main.pp", "attr.unknown", "sky 2.0.0")
		if all := publishedIn(t, r.received(), r.uri("b/main.pp")); len(all) != before || len(all[before-1].Diagnostics) != 0 {
			t.Errorf("the program with a version got %d findings, then %d: %+v", before, len(all), all[len(all)-1].Diagnostics)
		}
		if err := os.RemoveAll(r.path("home/plugins/resource-sky-v2.0.0")); err != nil {
			t.Fatal(err)
		}
		r.noticed("")
		r.found("a/main.pp")
	})
}

// TestProjectFileChanges: a program follows its project file when that names another plugin.
func TestProjectFileChanges(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := reload(t, map[string]string{"w/main.pp": usesOld, "w/.git/x": "", "w/Pulumi.yaml": "name: w\nruntime: pcl\n"}, nil)
		r.openFile("w/main.pp")
		r.found("w/main.pp", "package.unknown", "pulumi plugin install resource sky")
		r.put(t, "w/Pulumi.yaml", "name: w\nruntime: pcl\npackages:\n  sky: sky@1.0.0\n")
		r.noticed("")
		r.found("w/main.pp", "package.unknown", "`pulumi install`")
	})
}

// TestFoldersOutsideAreWatched: a client that supports it is asked to watch folders outside the workspace.
func TestFoldersOutsideAreWatched(t *testing.T) {
	t.Parallel()
	r := reload(t, map[string]string{"w/main.pp": usesOld, "w/.git/x": "", "home/schemas/sky-1.0.0.json": pack("sky", "1.0.0", "old")},
		object{"workspace": object{"didChangeWatchedFiles": object{"dynamicRegistration": true, "relativePatternSupport": true}}})
	answered := 0
	next := func(what string, holds func(m message) bool) {
		t.Helper()
		for {
			m := r.await(what, func(inbox []message) (message, bool) {
				if answered == len(inbox) {
					return message{}, false
				}
				return inbox[answered], true
			})
			answered++
			if m.ID != nil && m.Method != "" {
				r.frame(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":null}`)
			}
			if holds(m) {
				return
			}
		}
	}
	watches := func(folder, pattern string) func(message) bool {
		return func(m message) bool {
			var p struct {
				Registrations []struct {
					RegisterOptions struct {
						Watchers []struct{ GlobPattern json.RawMessage }
					}
				}
			}
			_ = json.Unmarshal(m.Params, &p)
			for _, registration := range p.Registrations {
				for _, w := range registration.RegisterOptions.Watchers {
					var relative struct{ BaseURI, Pattern string }
					if json.Unmarshal(w.GlobPattern, &relative) == nil && relative.BaseURI == r.uri(folder) && relative.Pattern == pattern {
						return m.Method == protocol.MethodClientRegisterCapability
					}
				}
			}
			return false
		}
	}
	r.openFile("w/main.pp")
	next("a watcher of the plugins", watches("home/plugins", "*"))
	r.put(t, "home/plugins/resource-sky-v2.0.0/pulumi-resource-sky", "")
	r.tell = true
	r.noticed("home/plugins/resource-sky-v2.0.0")
	next("a watcher in the new plugin", watches("home/plugins/resource-sky-v2.0.0", "pulumi-resource-sky"))
	next("the end of the old registration", func(m message) bool { return m.Method == protocol.MethodClientUnregisterCapability })
	r.put(t, "home/plugins/resource-sky-v3.0.0/pulumi-resource-sky", "") // the client says nothing: the next tick finds it
	r.tell = false
	r.noticed("")
	next("a watcher in the plugin that nobody reported", watches("home/plugins/resource-sky-v3.0.0", "pulumi-resource-sky"))
}

// TestSchemaWatchers: names with pattern characters are left to the poller.
func TestSchemaWatchers(t *testing.T) {
	t.Parallel()
	var got []string
	for _, w := range schemaWatchers(map[string][]string{"/b": {"x"}, "/a": nil, "/c": {"x", "y[1]", "z"}, "/d": {"{"}}) {
		p := w.GlobPattern.(*protocol.RelativePattern)
		got = append(got, fmt.Sprintf("%v %s", p.BaseURI, p.Pattern))
	}
	if want := []string{"file:///a *", "file:///b x", "file:///c {x,z}"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
