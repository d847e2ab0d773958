package format_test

import (
	"fmt"
	"hash/crc32"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file checks the laws of formatting for the texts of fixtures and of a fuzzer.

func TestLawsOfParts(t *testing.T) {
	t.Parallel()
	all := sources(t)
	for i, path := range slices.Sorted(maps.Keys(all)) {
		text := all[path]
		if len(text) > 5_000 || i%testsize.FormatEvery != 0 {
			continue // the time for the laws grows quadratically
		}
		if fault := lawsBroken(text, 0); fault != "" {
			t.Errorf("%s: %s", path, fault)
		}
	}
}

func FuzzFormat(f *testing.F) {
	f.Add("a=1\n\n\n# x \nb = [for x in y:x]\n", uint(3))
	f.Add("r \"a\" \"b\" {\nx=<<-E\n ${a}\n E\n}\n", uint(20))
	f.Add("r \"a\" \"b\" {\r\n  t = {\r\n a=1 # x\r\n}\r\n\r\n", uint(25))
	f.Add("\ufeffa = <<E\n x  y\nE\nbb=1", uint(9))
	f.Fuzz(func(t *testing.T, text string, at uint) {
		once := formatted(text)
		if twice := formatted(once); twice != once {
			t.Errorf("input %q\n once %q\ntwice %q", text, once, twice)
		}
		if diff := cmp.Diff(words(text), words(once)); diff != "" {
			t.Errorf("input %q: other tokens:\n%s", text, diff)
		}
		if fault := lawsBroken(text, at); fault != "" {
			t.Errorf("input %q: %s", text, fault)
		}
	})
}

// lawsBroken returns the law of parts that a text breaks, if any.
func lawsBroken(text string, at uint) string {
	f := syntax.Parse("main.pp", text, nil)
	full := format.Edits(f)
	if all := format.EditsIn(f, syntax.Span{End: len(text)}); !slices.Equal(all, full) {
		return fmt.Sprintf("the range of everything is formatted as %v, everything as %v", all, full)
	}
	once := format.Apply(text, full)
	if fault := otherTrees(f, syntax.Parse("main.pp", once, nil)); fault != "" {
		return fault
	}
	if strings.HasPrefix(text, "\ufeff") != strings.HasPrefix(once, "\ufeff") {
		return "the byte order mark came or went"
	}
	if a, b := heredocs(text), heredocs(once); !slices.Equal(a, b) {
		return "other heredocs:\n" + cmp.Diff(a, b)
	}
	return partsBroken(f, full, once, at)
}

// partsBroken checks the formatting of single items and of typed text.
func partsBroken(f *syntax.File, full []format.Edit, once string, at uint) string {
	text := f.Text()
	var parts []format.Edit
	for _, it := range f.All() {
		edits := format.EditsIn(f, it.Span())
		for _, e := range edits {
			if e.Span.Start < it.Base || it.Span().End < e.Span.End {
				return fmt.Sprintf("the format of the item at %v changes %v", it.Span(), e.Span)
			}
		}
		parts = append(parts, edits...)
	}
	if got := format.Apply(text, parts); got != once {
		return "the items one by one are formatted differently:\n" + cmp.Diff(once, got)
	}
	places := []int{int(at % uint(len(text)+1))}
	for i := range text {
		if text[i] == '\n' || text[i] == '}' {
			places = append(places, i+1)
		}
	}
	tokens, contents := words(text), heredocs(text)
	for i := 0; i < len(places); i += 1 + len(places)/20 {
		trigger := "\n"
		if offset := places[i]; offset > 0 && text[offset-1] == '}' {
			trigger = "}"
		}
		got := format.Apply(text, format.Typed(f, places[i], trigger))
		if broken(f, places[i]) && unblanked.Replace(got) == unblanked.Replace(text) {
			continue // the end of an unclosed item is guessed from indentation
		}
		if diff := cmp.Diff(tokens, words(got)); diff != "" {
			return fmt.Sprintf("%q at %d changes tokens:\n%s", trigger, places[i], diff)
		}
		if diff := cmp.Diff(contents, heredocs(got)); diff != "" {
			return fmt.Sprintf("%q at %d changes heredocs:\n%s", trigger, places[i], diff)
		}
	}
	return ""
}

// broken reports whether the item at a place or the one before it has syntax errors.
func broken(f *syntax.File, offset int) bool {
	for _, at := range []int{offset, max(0, offset-1)} {
		if it, ok := f.ItemAt(at); ok && len(it.Errors) > 0 {
			return true
		}
	}
	return false
}

// unblanked returns a text without its white space.
var unblanked = strings.NewReplacer(" ", "", "\t", "")

// heredocs returns the contents of the heredocs of a text, with unified line endings.
func heredocs(text string) []string {
	var all []string
	for _, it := range syntax.Parse("main.pp", text, nil).All() {
		tokens, _ := hclsyntax.LexConfig([]byte(it.Text), "", hcl.Pos{Line: 1, Column: 1})
		depth := 0
		for _, t := range tokens {
			switch t.Type {
			case hclsyntax.TokenOHeredoc:
				depth++
			case hclsyntax.TokenCHeredoc:
				depth--
			case hclsyntax.TokenStringLit:
				if depth > 0 {
					all = append(all, string(t.Bytes))
				}
			}
		}
	}
	return all
}

// otherTrees describes how the syntax trees of two texts differ, apart from places.
func otherTrees(a, b *syntax.File) string {
	if a.Count() != b.Count() { // an item of white space may disappear
		if a.Count() != b.Count()+1 || a.Item(a.Count()-1).Kind != syntax.KindBlank {
			return fmt.Sprintf("%d items become %d", a.Count(), b.Count())
		}
	}
	for i, it := range b.All() {
		before := a.Item(i)
		if before.Kind != it.Kind || before.Name != it.Name || len(before.Errors) != len(it.Errors) ||
			!sameTree(reflect.ValueOf(before.Attr()), reflect.ValueOf(it.Attr())) || !sameTree(reflect.ValueOf(before.Block()), reflect.ValueOf(it.Block())) {
			return fmt.Sprintf("the tree of item %d is another one: %q and %q", i, before.Text, it.Text)
		}
	}
	return ""
}

var rangeType = reflect.TypeFor[hcl.Range]()

// sameTree compares two trees apart from places.
func sameTree(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	if !a.IsValid() || a.Type() == rangeType {
		return true
	}
	if value, ok := a.Interface().(cty.Value); ok {
		other := b.Interface().(cty.Value)
		return value == cty.NilVal && other == cty.NilVal || value != cty.NilVal && other != cty.NilVal && value.RawEquals(other)
	}
	if is, ok := a.Interface().(cty.Type); ok {
		other := b.Interface().(cty.Type)
		return is == cty.NilType && other == cty.NilType || is != cty.NilType && other != cty.NilType && is.Equals(other)
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return sameTree(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).IsExported() && !sameTree(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !sameTree(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, key := range a.MapKeys() {
			if !sameTree(a.MapIndex(key), b.MapIndex(key)) {
				return false
			}
		}
		return true
	case reflect.Func, reflect.Chan:
		return true
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// TestKeep: edits that rename a word everywhere leave a formatted text formatted, and change the words of other texts as they would alone.
func TestKeep(t *testing.T) {
	t.Parallel()
	moved := 0
	all := sources(t)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		text := all[path]
		sample := int(crc32.ChecksumIEEE([]byte(text))) // a new file leaves the others in the sample
		if !testsize.Long() && (len(text) > 20_000 || sample%testsize.FormatEvery != 0) {
			continue
		}
		for _, text := range []string{text, formatted(text)} {
			before := syntax.Parse("main.pp", text, nil)
			isFormatted := len(format.Edits(before)) == 0
			var names []string
			for _, it := range before.All() {
				if syntax.IsIdentifier(it.Name) && len(names) < testsize.Renames {
					names = append(names, it.Name)
				}
			}
			for _, name := range names {
				for _, to := range []string{"x", "aMuchLongerName"} {
					var edits []format.Edit
					for _, at := range regexp.MustCompile(`\b`+name+`\b`).FindAllStringIndex(text, -1) {
						edits = append(edits, format.Edit{Span: syntax.Span{Start: at[0], End: at[1]}, Text: to})
					}
					alone := format.Apply(text, edits)
					after := syntax.Parse("main.pp", alone, nil)
					got := format.Apply(text, format.Keep(before, after, edits))
					if diff := cmp.Diff(words(alone), words(got)); diff != "" {
						t.Errorf("%s: %s to %s (-alone +kept):\n%s", path, name, to, diff)
					}
					if isFormatted && got != formatted(alone) {
						t.Errorf("%s: %s to %s is not formatted (-formatted +kept):\n%s", path, name, to, cmp.Diff(formatted(alone), got))
					}
					if got != alone {
						moved++
					}
				}
			}
		}
	}
	if moved*testsize.FormatEvery < 80 {
		t.Errorf("only %d renames move anything", moved)
	}
}
