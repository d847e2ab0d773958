// This file implements the fake client that pulls findings. It lives in a bubble, where it can wait until nothing happens.

package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// pulling announces a client that pulls findings, with further members.
func pulling(members object) object {
	return object{
		"workspace":    object{"diagnostics": object{"refreshSupport": true}},
		"textDocument": object{"diagnostic": members, "publishDiagnostics": object{"relatedInformation": true}},
	}
}

// puller is a client that pulls findings.
type puller struct {
	*fakeClient
	ids     map[string]string // result ids by URI, as it was last told
	told    atomic.Int64      // how often it was told to ask again
	confirm chan struct{}
}

// inBubble runs a test with a client of the files in the folder /w.
func inBubble(t *testing.T, files fixture.Files, announced object, test func(c *puller), changes ...any) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &puller{ids: map[string]string{}, confirm: make(chan struct{})}
		prepare := func(s *server) {
			s.session = workspace.New(workspace.Options{FS: files})
		}
		c.fakeClient = connect(t, append([]any{prepare, c.refreshing()}, changes...)...)
		c.call("initialize", object{"capabilities": announced, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}})
		c.notify("initialized", object{})
		synctest.Wait()
		test(c)
	})
}

// refreshing lets a server tell the client to refresh by [puller.askedAgain].
func (c *puller) refreshing() connected { return func(s *server) { s.tellToRefresh = c.askedAgain } }

// askedAgain is told to refresh, and confirms it when refreshes says so. A real call uses channels that bubbles share.
func (c *puller) askedAgain(ctx context.Context, _ string) error {
	c.told.Add(1)
	select {
	case <-c.confirm:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// wireReport is a report as JSON.
type wireReport struct {
	Kind, ResultID, URI string
	Version             *int
	Items               []struct{ Code string }
	RelatedDocuments    map[string]wireReport
}

// String returns a short form of the report: URI vVERSION CODE…, or = if nothing has changed.
func (r wireReport) String() string {
	parts := []string{}
	if r.URI != "" {
		parts = append(parts, strings.TrimPrefix(r.URI, "file://"))
	}
	if r.Version != nil {
		parts = append(parts, fmt.Sprint("v", *r.Version))
	}
	if r.Kind == "unchanged" {
		parts = append(parts, "=")
	}
	for _, item := range r.Items {
		parts = append(parts, item.Code)
	}
	for uri, related := range r.RelatedDocuments {
		parts = append(parts, "+", strings.TrimPrefix(uri, "file://"), related.String())
	}
	return strings.Join(parts, " ")
}

// pull pulls a document with the result that the client has.
func (c *puller) pull(uri string) string {
	c.t.Helper()
	return c.take(uri, c.answer(c.startPull(uri)))
}

func (c *puller) startPull(uri string) (id int) {
	c.t.Helper()
	params := object{"textDocument": object{"uri": uri}, "identifier": "pcl"}
	if id := c.ids[uri]; id != "" {
		params["previousResultId"] = id
	}
	return c.start("textDocument/diagnostic", params)
}

// take records an answer about a document.
func (c *puller) take(uri string, m message) string {
	c.t.Helper()
	if m.Error != nil {
		return fmt.Sprintf("error %d %s", m.Error.Code, m.Error.Data)
	}
	var r wireReport
	if err := json.Unmarshal(m.Result, &r); err != nil {
		c.t.Fatalf("%s: %v", m.Result, err)
	}
	c.ids[uri] = r.ResultID
	for other, related := range r.RelatedDocuments {
		c.ids[other] = related.ResultID
	}
	return r.String()
}

// startWorkspace pulls the workspace with the results that the client has.
func (c *puller) startWorkspace(members object) (id int) {
	c.t.Helper()
	previous := []object{}
	for uri, id := range c.ids {
		previous = append(previous, object{"uri": uri, "value": id})
	}
	params := object{"identifier": "pcl", "previousResultIds": previous}
	for name, value := range members {
		params[name] = value
	}
	return c.start("workspace/diagnostic", params)
}

// answered returns the answer to a request if there is one by now.
func (c *puller) answered(id int) (message, bool) {
	synctest.Wait()
	for _, m := range c.received() {
		if m.Method == "" && string(m.ID) == strconv.Itoa(id) {
			return m, true
		}
	}
	return message{}, false
}

// takeWorkspace records the answer to a workspace pull; "held" if there is none yet.
func (c *puller) takeWorkspace(id int) string {
	c.t.Helper()
	m, ok := c.answered(id)
	switch {
	case !ok:
		return "held"
	case m.Error != nil:
		return fmt.Sprintf("error %d", m.Error.Code)
	}
	return c.takeItems(m.Result)
}

func (c *puller) takeItems(report json.RawMessage) string {
	c.t.Helper()
	var r struct{ Items []wireReport }
	if err := json.Unmarshal(report, &r); err != nil {
		c.t.Fatalf("%s: %v", report, err)
	}
	var all []string
	for _, item := range r.Items {
		c.ids[item.URI] = item.ResultID
		all = append(all, item.String())
	}
	return strings.Join(all, "; ")
}

// refreshes counts how often the client was told to refresh, and confirms it.
func (c *puller) refreshes() int {
	c.t.Helper()
	for {
		synctest.Wait()
		select {
		case c.confirm <- struct{}{}:
		default:
			return int(c.told.Load())
		}
	}
}

// pushed returns everything that was published so far.
func (c *puller) pushed() []string {
	c.t.Helper()
	synctest.Wait()
	var all []string
	for _, m := range c.received() {
		if m.Method == "textDocument/publishDiagnostics" {
			var r struct {
				wireReport
				Diagnostics []struct{ Code string }
			}
			if err := json.Unmarshal(m.Params, &r); err != nil {
				c.t.Fatal(err)
			}
			r.Items = r.Diagnostics
			all = append(all, r.String())
		}
	}
	return all
}

func (c *puller) expect(what string, got any, want any) {
	c.t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		c.t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
