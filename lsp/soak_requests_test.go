// This file implements the requests of a soak, and how an editor applies answers.

package lsp

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
)

// soakFollows are requests about a part of an answer: the first method, and how to build the second request from an item.
var soakFollows = map[string][]struct {
	method string
	member string // the parameter that the item is; empty if it is all parameters
}{
	"textDocument/completion":           {{"completionItem/resolve", ""}},
	"textDocument/codeAction":           {{"codeAction/resolve", ""}},
	"textDocument/documentLink":         {{"documentLink/resolve", ""}},
	"textDocument/codeLens":             {{"codeLens/resolve", ""}},
	"textDocument/inlayHint":            {{"inlayHint/resolve", ""}},
	"workspace/symbol":                  {{"workspaceSymbol/resolve", ""}},
	"textDocument/prepareCallHierarchy": {{"callHierarchy/incomingCalls", "item"}, {"callHierarchy/outgoingCalls", "item"}},
	"textDocument/prepareTypeHierarchy": {{"typeHierarchy/supertypes", "item"}, {"typeHierarchy/subtypes", "item"}},
}

// questions returns all requests that an editor sends about a place.
func (s *soak) questions(doc *soakDoc) []soakQuestion {
	var all []soakQuestion
	for _, q := range stormRequests(s.disk.uri(doc.name), modelPosition(doc.text, doc.at, "utf-16")) {
		if q.method == methodState {
			q.params["text"] = "" // a fresh server does not have what was given to another
		}
		all = append(all, soakQuestion(q))
	}
	return append(all,
		soakQuestion{"workspace/diagnostic", object{"identifier": "pcl", "previousResultIds": []object{}}},
		soakQuestion{"workspace/executeCommand", object{"command": showInstallCommand, "arguments": []string{"pulumi plugin install resource sky"}}})
}

type soakQuestion struct {
	method string
	params object
}

// ask sends the next request without waiting, unless too many are running, and cancels some.
func (s *soak) ask(doc *soakDoc) {
	all := s.questions(doc)
	s.asks++
	q := all[s.asks%len(all)] // so that none is left out
	if q.method == "workspace/diagnostic" && !s.asksWorkspace {
		return // for a client that never asks for findings it may wait for ever
	}
	s.did("ask %s of %s at %d", q.method, doc.name, doc.at)
	id, _ := s.start(q.method, q.params)
	if s.random.IntN(5) == 0 {
		s.cancel(id)
	}
	if !s.drain(60) {
		s.mu.Lock()
		s.fault("more than 60 requests have no answer")
		s.mu.Unlock()
	}
}

// itemsOf returns the items of an answer: a list, or the list in an object.
func itemsOf(result json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(result, &list) == nil {
		return list
	}
	var in struct{ Items []json.RawMessage }
	_ = json.Unmarshal(result, &in) // null has none
	return in.Items
}

// follow sends a request about a part of an answer.
func (s *soak) follow() {
	doc := s.docs[s.now]
	var questions []soakQuestion
	for _, q := range s.questions(doc) {
		if soakFollows[q.method] != nil {
			questions = append(questions, q)
		}
	}
	q := choose(s.random, questions)
	items := itemsOf(s.call(q.method, q.params).Result)
	if len(items) == 0 {
		return
	}
	item := choose(s.random, items)
	for _, next := range soakFollows[q.method] {
		s.did("ask %s after %s", next.method, q.method)
		if next.member == "" {
			s.start(next.method, item)
		} else {
			s.start(next.method, object{next.member: item})
		}
	}
}

// applyAnswer requests edits and applies them.
func (s *soak) applyAnswer(doc *soakDoc) {
	document := object{"uri": s.disk.uri(doc.name)}
	switch s.random.IntN(3) {
	case 0: // a declaration gets another name
		words := wordAt.FindAllStringIndex(doc.text, -1)
		if len(words) == 0 {
			return
		}
		at := modelPosition(doc.text, choose(s.random, words)[0], "utf-16")
		s.did("rename in %s at %v", doc.name, at)
		s.applyEdit(s.call("textDocument/rename", object{"textDocument": document, "position": at, "newName": choose(s.random, []string{"renamed", "other", "a1"})}).Result)
	case 1:
		s.did("format %s", doc.name)
		result := s.call("textDocument/formatting", object{"textDocument": document, "options": object{"tabSize": 2, "insertSpaces": true}}).Result
		var edits []soakEdit
		_ = json.Unmarshal(result, &edits) // null is none
		s.applyTo(doc, edits)
	default:
		all := object{"start": object{"line": 0, "character": 0}, "end": modelPosition(doc.text, len(doc.text), "utf-16")}
		items := itemsOf(s.call("textDocument/codeAction", object{"textDocument": document, "range": all, "context": object{"diagnostics": []object{}}}).Result)
		if len(items) == 0 {
			return
		}
		var action struct {
			Title string
			Edit  json.RawMessage
		}
		item := choose(s.random, items)
		if json.Unmarshal(item, &action) == nil && action.Edit == nil {
			_ = json.Unmarshal(s.call("codeAction/resolve", item).Result, &action) // a command has no edit
		}
		s.did("in %s: %s", doc.name, action.Title)
		s.applyEdit(action.Edit)
	}
}

type soakEdit struct {
	Range struct{ Start, End soakPosition }
	// NewText may have placeholders, which do not matter here.
	NewText string
	Snippet struct{ Value string }
}

type soakPosition struct{ Line, Character int }

// applyEdit applies a workspace edit to documents and files.
func (s *soak) applyEdit(edit json.RawMessage) {
	var all struct {
		DocumentChanges []struct {
			Kind         string
			URI          string
			TextDocument struct{ URI string }
			Edits        []soakEdit
		}
	}
	_ = json.Unmarshal(edit, &all) // null is none
	for _, change := range all.DocumentChanges {
		name, known := s.nameOf(change.TextDocument.URI + change.URI)
		switch {
		case !known:
		case change.Kind == "create":
			if !s.disk.there(name) {
				s.disk.write(name, "")
			}
		case change.Kind == "":
			if s.docs[name] == nil {
				if !s.disk.there(name) || !strings.HasSuffix(name, ".pp") {
					continue
				}
				s.open(name)
			}
			s.applyTo(s.docs[name], change.Edits)
		}
	}
}

func (s *soak) nameOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", false
	}
	return strings.CutPrefix(u.Path, s.disk.Root+"/")
}

// applyTo applies edits to a document, last one first.
func (s *soak) applyTo(doc *soakDoc, edits []soakEdit) {
	slices.SortStableFunc(edits, func(a, b soakEdit) int {
		return (b.Range.Start.Line-a.Range.Start.Line)*1_000_000 + b.Range.Start.Character - a.Range.Start.Character
	})
	if len(edits) == 0 {
		return
	}
	text := doc.text
	for _, e := range edits {
		start, end := soakOffset(text, e.Range.Start), soakOffset(text, e.Range.End)
		if start > end {
			s.mu.Lock()
			s.fault("an edit of %s from %v to %v", doc.name, e.Range.Start, e.Range.End)
			s.mu.Unlock()
			return
		}
		text = text[:start] + e.NewText + e.Snippet.Value + text[end:]
	}
	s.take(doc, text, 0, object{"text": text})
}

// soakOffset finds a position the slow way.
func soakOffset(text string, p soakPosition) int {
	offset := 0
	for range p.Line {
		next := strings.IndexByte(text[offset:], '\n')
		if next < 0 {
			return len(text)
		}
		offset += next + 1
	}
	units := 0
	for i, r := range text[offset:] {
		if units >= p.Character || r == '\n' {
			return offset + i
		}
		units += utf16.RuneLen(r)
	}
	return len(text)
}
