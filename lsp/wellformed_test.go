// This file defines valid answers: ranges end after they start and are inside the document, and edits do not overlap.

package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// wrongRange describes the first invalid range or list of edits of an answer; empty if there is none.
func wrongRange(result json.RawMessage) string { return wrongEdit(result, "", nil) }

// wrongEdit is like wrongRange, and edits and locations must also be inside their documents, whose texts are given by URI. Positions count UTF-16.
func wrongEdit(result json.RawMessage, asked string, texts map[string]string) string {
	var answer any
	if err := json.Unmarshal(result, &answer); err != nil {
		return fmt.Sprintf("%.100q is no JSON: %v", result, err)
	}
	known := documents{}
	for uri, text := range texts {
		known[uri] = syntax.NewMapper(text)
	}
	return known.wrongIn(answer, known[asked])
}

// documents are texts by URI.
type documents map[string]*syntax.Mapper

func (known documents) wrongIn(answer any, document *syntax.Mapper) string {
	switch a := answer.(type) {
	case []any:
		var edits []answeredRange
		for _, one := range a {
			if wrong := known.wrongIn(one, document); wrong != "" {
				return wrong
			}
			if r, is := editRange(one); is {
				edits = append(edits, r)
			}
		}
		return wrongEdits(edits, document)
	case map[string]any:
		if r, is := rangeIn(a); is && comparePlaces(r.start, r.end) > 0 {
			return fmt.Sprintf("a range ends before it starts: %v", a)
		}
		if uri, names := uriIn(a); names {
			document = known[uri]
			if at, _ := a["range"].(map[string]any); document != nil && at != nil {
				if r, is := rangeIn(at); is {
					if wrong := outsideOf(document, r); wrong != "" {
						return "a location of " + uri + wrong
					}
				}
			}
		}
		for name, one := range a {
			in := document
			if _, edits := one.([]any); edits && strings.Contains(name, ":") { // the changes of a document, under its URI
				in = known[name]
			}
			if wrong := known.wrongIn(one, in); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

// uriIn returns the document that an object is about.
func uriIn(object map[string]any) (uri string, names bool) {
	if uri, names = object["uri"].(string); names {
		return uri, true
	}
	document, _ := object["textDocument"].(map[string]any)
	uri, names = document["uri"].(string)
	return uri, names
}

// outsideOf says which end of a range is outside a document; empty if neither is.
func outsideOf(document *syntax.Mapper, r answeredRange) string {
	for _, at := range []answeredPlace{r.start, r.end} {
		offset := document.Offset(at.line, at.character, syntax.UTF16)
		if line, character := document.Position(offset, syntax.UTF16); line != at.line || character != at.character {
			return fmt.Sprintf(" at %v, but the document has no %v", r, at)
		}
	}
	return ""
}

type answeredPlace struct{ line, character int }

type answeredRange struct{ start, end answeredPlace }

func comparePlaces(a, b answeredPlace) int {
	if a.line != b.line {
		return a.line - b.line
	}
	return a.character - b.character
}

func placeIn(of any) (answeredPlace, bool) {
	object, _ := of.(map[string]any)
	line, isLine := object["line"].(float64)
	character, isCharacter := object["character"].(float64)
	return answeredPlace{int(line), int(character)}, isLine && isCharacter
}

func rangeIn(object map[string]any) (answeredRange, bool) {
	start, starts := placeIn(object["start"])
	end, ends := placeIn(object["end"])
	return answeredRange{start, end}, starts && ends
}

// editRange returns the range that an edit replaces.
func editRange(of any) (answeredRange, bool) {
	object, _ := of.(map[string]any)
	at, _ := object["range"].(map[string]any)
	_, text := object["newText"]
	_, snippet := object["snippet"]
	r, is := rangeIn(at)
	return r, is && (text || snippet)
}

// wrongEdits describes what is wrong with the edits of one document: none may overlap another.
func wrongEdits(edits []answeredRange, document *syntax.Mapper) string {
	slices.SortStableFunc(edits, func(a, b answeredRange) int {
		if c := comparePlaces(a.start, b.start); c != 0 {
			return c
		}
		return comparePlaces(a.end, b.end)
	})
	for i, e := range edits {
		if i > 0 && comparePlaces(edits[i-1].end, e.start) > 0 {
			return fmt.Sprintf("edits overlap: %v and %v", edits[i-1], e)
		}
		if document != nil {
			if wrong := outsideOf(document, e); wrong != "" {
				return "an edit" + wrong
			}
		}
	}
	return ""
}
