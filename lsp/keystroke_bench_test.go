// This file measures the cost of an edit from message to message.

package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/frame"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// BenchmarkKeystroke edits one of many items in open documents and reads what is published, in one process. The client allocates next to nothing, so
// allocations are those of the server. About twenty items have findings all the time.
func BenchmarkKeystroke(b *testing.B) {
	for _, c := range []struct {
		kind  workload.Kind
		what  string
		texts []int
	}{
		{workload.Nested, "own findings", []int{1, 0}},
		{workload.Chained, "no types change", []int{1, 0}},
		{workload.Chained, "all types change", []int{2, 0}},
	} {
		for _, files := range []int{1, 50} {
			for _, n := range []int{50, 5000} {
				b.Run(fmt.Sprintf("%s, %s/%d resources/%d files", c.kind, c.what, n, files), func(b *testing.B) {
					keystrokes(b, workload.Generate(workload.Config{Kind: c.kind, Resources: n, Files: min(files, n/10), Wrong: n/20 | 1, Seed: 1}), c.texts)
				})
			}
		}
	}
}

// BenchmarkKeystrokeAmongFindings is BenchmarkKeystroke in a file with this many findings.
func BenchmarkKeystrokeAmongFindings(b *testing.B) {
	for _, every := range []int{2000, 25, 3} {
		w := workload.Generate(workload.Config{Kind: workload.Nested, Resources: 5000, Files: 1, Wrong: every, Seed: 1})
		b.Run(fmt.Sprintf("%d findings", w.Findings), func(b *testing.B) { keystrokes(b, w, []int{1, 0}) })
	}
}

func keystrokes(b *testing.B, w *workload.Workload, texts []int) {
	c := connectReader(b)
	version := map[string]int{}
	for path, text := range w.Files {
		c.send("textDocument/didOpen", object{"textDocument": object{"uri": readerURI(path), "languageId": "pcl", "version": 1, "text": text}})
		version[path] = 1
	}
	place := w.Places[len(w.Places)/2]
	length := len(place.Texts[0].Text)
	edit := func(i int) {
		text := place.Texts[texts[i%len(texts)]]
		version[place.Path]++
		written := fmt.Sprintf("%s /*%d*/", text.Text, i) // each edit writes another text
		span := object{"start": object{"line": place.Line, "character": place.Column}, "end": object{"line": place.Line, "character": place.Column + length}}
		c.send("textDocument/didChange", object{
			"textDocument":   object{"uri": readerURI(place.Path), "version": version[place.Path]},
			"contentChanges": []object{{"range": span, "text": written}},
		})
		length = len(written)
		c.await(readerURI(place.Path), version[place.Path], w.Findings+text.Own+text.Others)
	}
	for i := range 2 * len(texts) { // what was never checked goes the long way
		edit(i)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		edit(i)
	}
}

// readerURI is a file of the workload, in a folder that does not exist.
func readerURI(path string) string { return "file:///nowhere/at/all/" + path }

// reader is a client that counts findings and decodes nothing.
type reader struct {
	b     *testing.B
	to    io.Writer
	from  *bufio.Reader
	body  []byte
	shown map[string]int // findings by URI
}

// connectReader connects a client that only shows findings with a server that has the schema of the workloads.
func connectReader(b *testing.B) *reader {
	shown := object{"textDocument": object{"publishDiagnostics": object{"relatedInformation": true, "versionSupport": true}}}
	return connectReaderTo(b, workspace.New(workspace.Options{Schemas: yard(b)}), shown)
}

func connectReaderTo(b *testing.B, session *workspace.Session, capabilities object) *reader {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	s := newServer(Options{Session: session})
	over := make(chan struct{})
	go func() {
		defer close(over)
		s.connect(context.Background(), fromClient, toClient)
		_, _ = s.run() // ends when the stream does
	}()
	b.Cleanup(func() {
		toServer.Close()
		go func() { _, _ = io.Copy(io.Discard, fromServer) }()
		<-over
		toClient.Close()
	})
	c := &reader{b: b, to: toServer, from: bufio.NewReaderSize(fromServer, 1<<16), shown: map[string]int{}}
	c.frame(object{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": object{"processId": nil, "rootUri": nil, "capabilities": capabilities}})
	for !bytes.Contains(c.next(), []byte(`"result"`)) {
	}
	c.send("initialized", object{})
	return c
}

// yard returns the schema of the workloads.
func yard(b *testing.B) analysistest.Schemas {
	opened, err := schema.Open(bytes.NewReader(workload.Schema()), int64(len(workload.Schema())))
	if err != nil {
		b.Fatal(err)
	}
	return analysistest.Schemas{"yard": {opened}}
}

func (c *reader) send(method string, params object) {
	c.frame(object{"jsonrpc": "2.0", "method": method, "params": params})
}

func (c *reader) frame(message object) {
	body, err := json.Marshal(message)
	if err == nil {
		_, err = c.to.Write(frame.Of(body))
	}
	if err != nil {
		c.b.Fatal(err)
	}
}

// next returns the body of the next message. It is valid until the next call.
func (c *reader) next() []byte {
	length := 0
	for {
		line, err := c.from.ReadSlice('\n')
		if err != nil {
			c.b.Fatal(err)
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			break
		}
		if value, is := bytes.CutPrefix(line, []byte("Content-Length: ")); is {
			length, _ = strconv.Atoi(string(value))
		}
	}
	c.body = slices.Grow(c.body[:0], length)[:length]
	if _, err := io.ReadFull(c.from, c.body); err != nil {
		c.b.Fatal(err)
	}
	return c.body
}

// await reads until a version of a file is published and this many findings are shown in all files.
func (c *reader) await(uri string, version, findings int) {
	head := fmt.Appendf(nil, `{"uri":"%s","version":%d,`, uri, version)
	for seen := false; ; {
		body := c.next()
		at := bytes.Index(body, []byte(`"params":{"uri":"`))
		if at < 0 {
			continue
		}
		params := body[at+len(`"params":`):]
		of, _, _ := bytes.Cut(params[len(`{"uri":"`):], []byte(`"`))
		c.shown[string(of)] = bytes.Count(params, []byte(`{"range":`))
		seen = seen || bytes.HasPrefix(params, head)
		sum := 0
		for _, n := range c.shown {
			sum += n
		}
		if seen && sum == findings {
			return
		}
	}
}
