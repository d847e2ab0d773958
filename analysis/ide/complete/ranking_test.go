package complete_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file measures how high the wanted item ranks.
//
// A question is a name in a program. The text that would not exist yet is removed: the name
// with the rest of its expression and, for names of attributes, keys and options, the rest of
// the brackets. Then the first n letters of the name are typed, for n from 0 to 2, and the list
// is sorted like VS Code sorts it: items that contain the letters in order, those that start
// with them first, then by sort key. The score is the mean of 1/rank. The wanted item is the
// one that inserts the start of the removed text.
//
// The weights were fitted to the programs in testdata/programs and testdata/conformance, and to public
// programs; those of testdata/conformance are short, each tests something rare, and they count least. The
// programs in testdata/complete/heldout were written before and never looked at while choosing, so their
// figures tell what ranking does in everyday work. Do not choose weights with them. With -v the test
// lists the worst questions of the other programs.

// score is the mean of 1/rank with no, one and two letters typed.
type score [3]float64

// sets are the programs that questions come from, with the minimum scores for each kind of name.
var sets = []struct {
	dir string
	// published means that the programs use published schemas, which need not be there. The others
	// have those of the repository, and programs of more packages are left out.
	published bool
	most      int // questions of a kind
	floors    map[string]score
}{
	{"programs", false, 100, map[string]score{
		all: {0.70, 0.91, 0.95}, "attribute": {0.76, 0.95, 0.96}, "function": {0.23, 0.63, 0.81}, "key": {0.83, 0.97, 1.00},
		"member": {0.78, 0.97, 0.99}, "option": {0.61, 0.89, 0.96}, "reference": {0.72, 0.95, 0.96}, "type": {0.85, 0.94, 0.95}, "value": {0.64, 0.87, 0.91},
	}},
	{"programs/real", true, 100, map[string]score{
		all: {0.75, 0.92, 0.94}, "attribute": {0.67, 0.93, 0.95}, "function": {0.54, 0.84, 0.95}, "key": {0.84, 0.95, 0.96},
		"member": {0.74, 0.93, 0.95}, "option": {0.78, 0.95, 0.98}, "reference": {0.78, 0.96, 0.98}, "type": {0.81, 0.86, 0.86},
	}},
	{"conformance/programs", false, 100, map[string]score{
		all: {0.61, 0.89, 0.95}, "attribute": {0.74, 0.94, 0.98}, "function": {0.32, 0.81, 0.97}, "key": {0.79, 0.89, 0.91},
		"member": {0.57, 0.86, 0.94}, "option": {0.58, 0.85, 0.95}, "reference": {0.62, 0.89, 0.90}, "type": {0.65, 0.97, 0.99},
	}},
	{"complete/heldout", false, 100, map[string]score{
		all: {0.72, 0.92, 0.95}, "attribute": {0.69, 0.96, 0.98}, "function": {0.53, 0.82, 0.90}, "member": {0.88, 1.00, 1.00},
		"reference": {0.70, 0.88, 0.89}, "type": {0.76, 0.83, 0.88},
	}},
	{"complete/heldout", true, 200, map[string]score{
		all: {0.77, 0.93, 0.95}, "attribute": {0.76, 0.96, 0.98}, "function": {0.58, 0.82, 0.93}, "key": {0.84, 0.96, 0.97},
		"member": {0.87, 0.98, 0.99}, "option": {0.63, 0.89, 0.95}, "reference": {0.72, 0.90, 0.93}, "type": {0.72, 0.85, 0.88}, "value": {0.72, 0.92, 0.95},
	}},
}

// all is the kind of all questions.
const all = "all"

func TestRanking(t *testing.T) {
	testsize.Full(t, "it completes many held-out programs")
	t.Parallel()
	for _, set := range sets {
		t.Run(fmt.Sprintf("%s, published %v", set.dir, set.published), func(t *testing.T) {
			t.Parallel()
			ps := newPrograms(t)
			if set.published {
				ps.schemas = publishedSchemas(t)
			}
			if strings.HasPrefix(set.dir, "conformance") { // these programs test that version, and its functions are among the offers
				ps.edition = language.Chosen(analysistest.RecordedIn(t, filepath.Join(analysistest.Repository(t), "testdata", "conformance", "runs.json")), "the record")
			}
			asked := drawn(ps.questions(t, set.dir), set.most)
			sums, counts := ps.scores(t, asked)
			for _, kind := range slices.SortedFunc(maps.Keys(sums), func(a, b string) int { return cmp.Compare(lost(sums, counts, b), lost(sums, counts, a)) }) {
				mean, floor := sums[kind], set.floors[kind]
				for n := range mean {
					if mean[n] /= float64(counts[kind]); mean[n] < floor[n] {
						t.Errorf("%s: the mean of 1/rank with %d letters is %.3f, less than %.2f", kind, n, mean[n], floor[n])
					}
				}
				t.Logf("%-9s %4d questions: mean of 1/rank %.3f, with a letter %.3f, with two %.3f; lost without a letter %5.1f", kind, counts[kind], mean[0], mean[1], mean[2], lost(sums, counts, kind))
			}
			if testing.Verbose() && !strings.Contains(set.dir, "heldout") {
				ps.logWorst(t, asked)
			}
		})
	}
}

// questions returns the questions about the programs below a directory whose packages are known.
func (ps *programs) questions(t *testing.T, below string) []question {
	t.Helper()
	var asked []question
	for _, dir := range directories(t, below) {
		p := ps.open(dir)
		if slices.ContainsFunc(p.Files, func(f *syntax.File) bool { return usesUnknown(p, f) }) {
			continue
		}
		for _, f := range p.Files {
			asked = append(asked, questionsIn(t, p, f)...)
		}
	}
	return asked
}

// usesUnknown reports whether a resource of a file has a package without a schema.
func usesUnknown(p *analysis.Program, f *syntax.File) bool {
	for _, it := range f.All() {
		if it.Kind == syntax.KindResource && len(it.Labels) > 1 {
			if token, ok := schema.ParseToken(it.Labels[1].Value); ok && token.Package != schema.BuiltinPackage && p.Package(token.Package) == nil {
				return true
			}
		}
	}
	return false
}

// drawn returns at most a number of questions of each kind, chosen at random. A question that is new or gone leaves the choice of the others as it is.
func drawn(questions []question, most int) []question {
	lot := func(q question) uint64 {
		h := fnv.New64a()
		fmt.Fprint(h, q.kind, q.show, len(q.before))
		return rand.New(rand.NewPCG(h.Sum64(), 1)).Uint64()
	}
	slices.SortFunc(questions, func(a, b question) int { return cmp.Compare(lot(a), lot(b)) })
	counts := map[string]int{}
	return slices.DeleteFunc(questions, func(q question) bool {
		counts[q.kind]++
		return counts[q.kind] > most
	})
}

// scores returns the sums of the scores of questions, and their number, by kind.
func (ps *programs) scores(t *testing.T, questions []question) (map[string]score, map[string]int) {
	t.Helper()
	sums, counts := map[string]score{}, map[string]int{}
	for _, q := range questions {
		got := q.score(t, ps)
		if q.kind == "value" && got == (score{}) { // free text
			continue
		}
		for _, kind := range []string{q.kind, all} {
			sums[kind] = sums[kind].plus(got)
			counts[kind]++
		}
	}
	return sums, counts
}

// lost returns by how much the mean of a kind without a letter is less than 1, times the number of its
// questions: how much better ordering could win.
func lost(sums map[string]score, counts map[string]int, kind string) float64 {
	return float64(counts[kind]) - sums[kind][0]
}

// logWorst lists the questions whose wanted items rank lowest, with the items that rank higher.
func (ps *programs) logWorst(t *testing.T, questions []question) {
	t.Helper()
	ranks := map[string]int{}
	for _, q := range questions {
		items, at := q.answer(t, ps, 0)
		if q.kind == "value" && at < 0 {
			continue
		}
		if at < 0 {
			at = len(items)
		}
		before := make([]string, min(at, 5))
		for i := range before {
			before[i] = items[i].Label
		}
		ranks[fmt.Sprintf("%4d/%d %-9s %s, after %s", at+1, len(items), q.kind, q.show, strings.Join(before, ", "))] = at
	}
	worst := slices.SortedFunc(maps.Keys(ranks), func(a, b string) int { return cmp.Or(ranks[b]-ranks[a], cmp.Compare(a, b)) })
	for _, line := range worst[:min(len(worst), mostShown)] {
		t.Log(line)
	}
}

// mostShown is how many questions are listed.
const mostShown = 40

// publishedSchemas returns the schemas of the repository and published schemas of large packages.
func publishedSchemas(t *testing.T) analysis.Schemas {
	t.Helper()
	schemas := maps.Clone(analysistest.RepositorySchemas(t))
	files, err := filepath.Glob(filepath.Join(analysistest.Repository(t), "../shared/schemas/*.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("../shared/schemas is not there")
	}
	for _, file := range files {
		text := unpacked(t, file)
		pkg, err := schema.Open(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		schemas[pkg.Name()] = append(slices.Clone(schemas[pkg.Name()]), pkg)
	}
	return schemas
}

func (s score) plus(t score) score { return score{s[0] + t[0], s[1] + t[1], s[2] + t[2]} }

// question is a name about to be typed.
type question struct {
	kind, show    string
	program       *analysis.Program
	path          string
	before, after string   // the text around the name
	typed         string   // the name
	wanted        []string // texts that the wanted item starts
}

// askedKinds are the kinds of names that questions are about.
var askedKinds = map[analysis.OccurrenceKind]string{
	analysis.OccurVariable: "reference", analysis.OccurMember: "member", analysis.OccurAttribute: "attribute",
	analysis.OccurKey: "key", analysis.OccurFunction: "function", analysis.OccurOption: "option",
	analysis.OccurResourceToken: "type", analysis.OccurFunctionToken: "type",
}

// questionsIn returns questions for the names in a file.
func questionsIn(t *testing.T, p *analysis.Program, f *syntax.File) []question {
	t.Helper()
	var all []question
	add := func(kind string, start, end int) {
		text := f.Text()
		q := question{kind: kind, program: p, path: f.Path, before: text[:start], typed: text[start:end], after: text[end:]}
		line := strings.Count(q.before, "\n") + 1
		q.show = fmt.Sprintf("%s:%d: %s", filepath.Base(p.Dir), line, q.typed)
		q.prepare(p)
		all = append(all, q)
	}
	for _, placed := range f.All() {
		if len(placed.Item.Errors) > 0 {
			continue
		}
		info, err := p.Check(context.Background(), placed)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range info.Occurrences {
			kind, text := askedKinds[o.Kind], placed.Item.Text[o.Span.Start:o.Span.End]
			switch {
			case kind == "" || !isKnown(info, o):
			case kind == "attribute" && placed.Kind == syntax.KindResource && info.Resource == nil: // without a schema
			case kind == "type":
				add(kind, placed.Base+o.Span.Start+1, placed.Base+o.Span.End-1)
			case text == o.Name: // it is not quoted, nor an alias
				add(kind, placed.Base+o.Span.Start, placed.Base+o.Span.End)
			}
		}
		for _, span := range texts(placed.Item) {
			add("value", placed.Base+span.Start, placed.Base+span.End)
		}
	}
	return all
}

// texts returns the literal strings of an item, without quotes.
func texts(it *syntax.Item) []syntax.Span {
	if it.Block() == nil {
		return nil
	}
	var spans []syntax.Span
	hclsyntax.VisitAll(it.Block().Body, func(n hclsyntax.Node) hcl.Diagnostics {
		if text, ok := n.(*hclsyntax.TemplateExpr); ok && text.IsStringLiteral() && text.Parts[0].(*hclsyntax.LiteralValueExpr).Val.Type() == cty.String {
			r := text.Parts[0].Range()
			spans = append(spans, syntax.Span{Start: r.Start.Byte, End: r.End.Byte})
		}
		return nil
	})
	slices.SortFunc(spans, func(a, b syntax.Span) int { return a.Start - b.Start }) // attributes are visited in any order
	return spans
}

// isKnown reports whether the name can be known. Programs that test errors use undeclared
// names, and map keys are free.
func isKnown(info *analysis.Info, o analysis.Occurrence) bool {
	wrong := slices.ContainsFunc(info.Findings, func(d analysis.Diagnostic) bool {
		return d.Span.Start < o.Span.End && o.Span.Start < d.Span.End
	})
	switch o.Kind {
	case analysis.OccurKey:
		return !wrong && o.Owner.Kind() == typesys.KindObject
	case analysis.OccurMember:
		return !wrong && o.Type.IsValid() && o.Type.Kind() != typesys.KindDynamic
	}
	return !wrong
}

// prepare removes the text that would not exist yet, and adds other correct answers.
func (q *question) prepare(p *analysis.Program) {
	q.wanted = []string{q.typed}
	switch q.kind {
	case "attribute", "key", "option":
		q.after = q.after[closing(q.after):]
		if q.kind != "key" {
			q.after = "\n" + q.after
		}
	case "type":
		parts := strings.Split(q.typed, ":")
		found := q.typed
		if r := p.Package(parts[0]).FindResource(q.typed); r.Canonical != "" {
			found = r.Canonical
		} else if r := p.Package(parts[0]).FindFunction(q.typed); r.Canonical != "" {
			found = r.Canonical
		}
		short, _ := schema.ParseToken(found)
		q.wanted = append(q.wanted, found)
		q.typed = short.Member
		q.before += parts[0] + ":"
		if short.Module != "index" {
			q.before += short.Module + ":"
		} else {
			q.wanted = append(q.wanted, parts[0]+":"+short.Member)
		}
	default:
		end := stepsEnd(q.after)
		q.wanted[0] += q.after[:end]
		q.after = q.after[end:]
	}
}

// stepsEnd returns the end of the steps and arguments at the start of a text.
func stepsEnd(text string) int {
	at := 0
	for at < len(text) {
		switch text[at] {
		case '.':
			end := syntax.IdentifierEnd(text, at+1)
			if end == at+1 {
				return at
			}
			at = end
		case '[', '(':
			at += closing(text[at+1:]) + 2
		default:
			return at
		}
	}
	return at
}

// closing returns the end of the bracket that is open at the start of a text.
func closing(text string) int {
	depth := 0
	for i, b := range []byte(text) {
		switch b {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(text)
}

// score returns 1/rank of the wanted item with no, one and two letters typed.
func (q *question) score(t *testing.T, ps *programs) (s score) {
	t.Helper()
	for n := range s {
		if _, at := q.answer(t, ps, n); at >= 0 {
			s[n] = 1 / float64(at+1)
		}
	}
	return s
}

// answer returns the list with some letters typed, and the position of the wanted item in it or -1.
func (q *question) answer(t *testing.T, ps *programs, letters int) ([]complete.Item, int) {
	t.Helper()
	typed := q.typed[:min(letters, len(q.typed))]
	text := q.before + typed + q.after
	offset := len(q.before) + len(typed)
	p := ps.with(q.program, q.path, text)
	list, err := complete.At(context.Background(), p, q.path, offset)
	if err != nil || list == nil {
		t.Fatalf("%s: %v, %v", q.show, list, err)
	}
	items := asEditor(list.Items, text, offset)
	return items, slices.IndexFunc(items, func(item complete.Item) bool {
		return slices.ContainsFunc(q.wanted, func(w string) bool { return begins(w, strings.Trim(item.Plain, `"`)) })
	})
}

// begins reports whether a text starts with what an item inserts, up to its first opening
// bracket, at a word boundary.
func begins(text, inserted string) bool {
	inserted, _, _ = strings.Cut(inserted, " ")
	inserted, _, _ = strings.Cut(inserted, "(")
	rest, ok := strings.CutPrefix(text, inserted)
	return ok && inserted != "" && (strings.HasSuffix(inserted, ":") || lex.WordEnd(rest, 0) == 0)
}

// asEditor filters and sorts a list like an editor.
func asEditor(items []complete.Item, text string, offset int) []complete.Item {
	kept := slices.Clone(items)
	score := func(item complete.Item) int { return match(text[item.Replace.Start:offset], item.Filter) }
	kept = slices.DeleteFunc(kept, func(item complete.Item) bool { return score(item) == 0 })
	slices.SortStableFunc(kept, func(a, b complete.Item) int {
		return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.Label, b.Label))
	})
	return kept
}

// match scores a text: 3 if it starts with the typed letters, 2 if it contains them, 1 if it
// contains them in order, 0 otherwise.
func match(typed, text string) int {
	low, all := strings.ToLower(typed), strings.ToLower(text)
	if strings.HasPrefix(all, low) {
		return 3
	}
	for i := 1; i < len(text); i++ {
		starts := 'A' <= text[i] && text[i] <= 'Z' || strings.IndexByte(".:/_-[", text[i-1]) >= 0
		if starts && strings.HasPrefix(all[i:], low) {
			return 2
		}
	}
	for _, r := range all {
		if low != "" && strings.HasPrefix(low, string(r)) {
			low = low[len(string(r)):]
		}
	}
	if low == "" {
		return 1
	}
	return 0
}
