// This file tests trust: who is told about it, when, and what revokes it.

package lsp

import (
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTrust: the client's word applies from the start and at every change. Settings that do not mention trust keep what initialize said.
func TestTrust(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		options object
		then    []object
		want    []bool
	}{
		{"nothing said", object{}, nil, []bool{false}},
		{"under the section", object{"pcl": object{"trusted": true}}, nil, []bool{true}},
		{"without a section", object{"trusted": true}, nil, []bool{true}},
		{"no truth value", object{"trusted": "true"}, nil, []bool{false}},
		{"another name", object{"trust": true, "Trusted": true}, nil, []bool{false}},
		{"granted", object{}, []object{{"pcl": object{"trusted": true}}}, []bool{false, true}},
		{"granted twice", object{}, []object{{"trusted": true}, {"trusted": true}}, []bool{false, true}},
		{"granted and taken", object{}, []object{{"trusted": true}, {"trusted": false}}, []bool{false, true, false}},
		{"granted and no longer", object{}, []object{{"trusted": true}, {"rules": object{}}}, []bool{false, true, false}},
		{"from the start, and no word", object{"trusted": true}, []object{{"rules": object{}}}, []bool{true}},
	} {
		var mu sync.Mutex
		var got []bool
		c := connect(t, func(s *server) {
			s.opts.Trust = func(said Trust) {
				mu.Lock()
				defer mu.Unlock()
				got = append(got, said.Given)
				if !slices.Equal(said.Folders, []string{"/p", "/q"}) {
					t.Errorf("%s: the folders are %v", test.name, said.Folders)
				}
			}
		})
		c.call("initialize", object{
			"capabilities": object{}, "initializationOptions": test.options, "rootUri": "file:///p",
			"workspaceFolders": []object{{"uri": "file:///p", "name": "p"}, {"uri": "file:///q", "name": "q"}},
		})
		for _, settings := range test.then {
			c.notify("workspace/didChangeConfiguration", object{"settings": settings})
		}
		c.alive()
		mu.Lock()
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: heard %v, want %v", test.name, got, test.want)
		}
		mu.Unlock()
	}
}

// TestTrustFolders: the owner is told about folders that come and go, with the current trust.
func TestTrustFolders(t *testing.T) {
	t.Parallel()
	said := make(chan Trust, 8)
	c := connect(t, func(s *server) { s.opts.Trust = func(now Trust) { said <- now } })
	c.call("initialize", object{"capabilities": object{}, "workspaceFolders": []object{{"uri": "file:///p", "name": "p"}}})
	change := func(added, removed []object) {
		c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": added, "removed": removed}})
	}
	q := []object{{"uri": "file:///q", "name": "q"}}
	change(q, nil)
	change(q, nil) // nothing new
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"trusted": true}})
	change(nil, q)
	c.alive()
	close(said)
	want := []Trust{{false, []string{"/p"}}, {false, []string{"/p", "/q"}}, {true, []string{"/p", "/q"}}, {true, []string{"/p"}}}
	var got []Trust
	for now := range said {
		got = append(got, now)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what was said (-want +got):\n%s", diff)
	}
}
