package workload

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// This file implements the templates and how they become text.
//
// A template is one resource with what it needs besides, in items that are separated by an empty line. Four marks are
// replaced: <n> by the number of the group, which is how often the templates were gone through; <prev> by the number of
// the group before; <word> and <num> by something that differs. The marks that stay are those of a writer:
//
//	  «acl|acll» = "private"     a place: the right text, and one with one finding
//	  vpcId = →vpc<n>.id         a reference to another item

// item is the text of an item with the marks of a writer. Its last texts have so many findings in other items.
type item struct {
	text   string
	others int
}

var words = strings.Fields(`amber basil cedar delta ember fjord grove heron inlet jetty karst larch maple north ocean
	plume quarry river stone thorn umber vapor willow zephyr`)

// fromTemplates goes through templates again and again.
func fromTemplates(templates []string, random *rand.Rand) func() []item {
	i := 0
	return func() []item {
		n := i / len(templates)
		text := strings.NewReplacer(
			"<n>", strconv.Itoa(n), "<prev>", strconv.Itoa(max(n-1, 0)),
			"<word>", words[random.IntN(len(words))], "<num>", strconv.Itoa(1+random.IntN(200)),
		).Replace(templates[i%len(templates)])
		i++
		var items []item
		for part := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
			items = append(items, item{text: part})
		}
		return items
	}
}

// writer writes one file.
type writer struct {
	path   string
	text   strings.Builder
	line   int
	places []Place

	wrong, seen, findings int // see [Config] and [Workload]
}

// item writes an item and an empty line.
func (w *writer) item(it item) {
	first, known := w.line, len(w.places)
	var reference Position
	referred := false
	for line := range strings.SplitSeq(it.text, "\n") {
		start := w.text.Len()
		if before, after, found := strings.Cut(line, "«"); found {
			texts, rest, _ := strings.Cut(after, "»")
			w.text.WriteString(before)
			w.place(start, strings.Split(texts, "|"), it.others)
			line = rest
		}
		if before, after, found := strings.Cut(line, "→"); found {
			w.text.WriteString(before)
			reference, referred = Position{w.line, w.text.Len() - start}, true
			line = after
		}
		w.text.WriteString(line)
		w.newline()
	}
	for i := range w.places[known:] {
		p := &w.places[known+i]
		p.First, p.Last, p.Reference, p.HasReference = first, w.line-1, reference, referred
	}
	w.newline()
}

func (w *writer) newline() {
	w.text.WriteByte('\n')
	w.line++
}

// place writes the first of the texts, on a line that starts at an offset. Every
// further one has a finding, and the last one of others in them.
func (w *writer) place(start int, texts []string, others int) {
	if w.seen++; w.wrong > 0 && w.seen%w.wrong == 0 {
		w.findings++
		w.text.WriteString(texts[1])
		return
	}
	p := Place{Path: w.path, Offset: w.text.Len(), Position: Position{w.line, w.text.Len() - start}}
	for i, text := range texts {
		p.Texts = append(p.Texts, Text{Text: text, Own: min(i, 1)})
	}
	p.Texts[len(texts)-1].Others = others
	w.places = append(w.places, p)
	w.text.WriteString(texts[0])
}

// chain is a chain of so many locals and resources, in turn.
func chain(templates []string, length int) func() []item {
	i := -1
	return func() []item {
		i++
		isLocal := i%2 == 0
		if isLocal && i+1 == length { // nothing would read it
			return nil
		}
		template := i
		if i > 1 {
			template = 2 + i%2
		}
		text := strings.NewReplacer("<n>", strconv.Itoa(i/2), "<prev>", strconv.Itoa(i/2-1)).Replace(templates[template])
		one := item{text: strings.Trim(text, "\n")}
		if i == 0 {
			one.others = length / 2
		}
		return []item{one}
	}
}
