package workload

import (
	"maps"
	"strings"
	"testing"
)

// Kinds are all kinds.
func Kinds() []Kind { return []Kind{Simple, Nested, Chained, AWS, ChainedAWS} }

// Invariant: no text of a place has a line break, every place is alone on its line,
// and what stands before it there is ASCII.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, kind := range Kinds() {
		w := Generate(Config{Kind: kind, Resources: 60, Programs: 2, Files: 3, Seed: 5})
		if len(w.Files) != 6 || len(w.Places) == 0 {
			t.Fatalf("%s: %d files, %d places", kind, len(w.Files), len(w.Places))
		}
		taken := map[string]map[int]bool{}
		for _, p := range w.Places {
			text := w.Files[p.Path]
			lines := strings.Split(text, "\n")
			if !strings.HasPrefix(text[p.Offset:], p.Texts[0].Text) || !strings.HasPrefix(lines[p.Line][p.Column:], p.Texts[0].Text) {
				t.Errorf("%s %s: %+v is not where %q stands", kind, p.Path, p.Position, p.Texts[0].Text)
			}
			for _, r := range lines[p.Line][:p.Column] {
				if r > 127 {
					t.Errorf("%s %s: %q before the place", kind, p.Path, lines[p.Line][:p.Column])
				}
			}
			if taken[p.Path] == nil {
				taken[p.Path] = map[int]bool{}
			}
			if taken[p.Path][p.Line] {
				t.Errorf("%s %s: two places on line %d", kind, p.Path, p.Line)
			}
			taken[p.Path][p.Line] = true
			if p.Line < p.First || p.Line > p.Last || lines[p.Last+1] != "" || p.First > 0 && lines[p.First-1] != "" {
				t.Errorf("%s %s: the item of line %d is not %d to %d", kind, p.Path, p.Line, p.First, p.Last)
			}
			if len(p.Texts) < 2 || p.Texts[0].Own+p.Texts[0].Others != 0 || p.Texts[1].Own == 0 {
				t.Errorf("%s %s: texts %+v", kind, p.Path, p.Texts)
			}
			for _, text := range p.Texts {
				if strings.Contains(text.Text, "\n") {
					t.Errorf("%s %s: %q has a line break", kind, p.Path, text.Text)
				}
			}
			if p.HasReference && (p.Reference.Line < p.First || p.Reference.Line > p.Last) {
				t.Errorf("%s %s: reference %+v outside of its item", kind, p.Path, p.Reference)
			}
		}
	}
}

// The same Config gives the same bytes, and no mark of a template is left.
func TestDeterministic(t *testing.T) {
	t.Parallel()
	for _, kind := range Kinds() {
		c := Config{Kind: kind, Resources: 50, Files: 2, Seed: 3}
		w := Generate(c)
		if again := Generate(c); !maps.Equal(w.Files, again.Files) {
			t.Errorf("%s: two runs differ", kind)
		}
		for path, text := range w.Files {
			if i := strings.IndexAny(text, "<«»→"); i >= 0 {
				t.Errorf("%s: %s has a mark at %d: %.40q", kind, path, i, text[i:])
			}
		}
	}
}

// As many resources as asked for, and about eight lines for each of aws.
func TestSize(t *testing.T) {
	t.Parallel()
	w := Generate(Config{Kind: AWS, Resources: 1000, Files: 7})
	resources := 0
	for _, text := range w.Files {
		resources += strings.Count("\n"+text, "\nresource ")
	}
	if resources != 1000 || w.Lines() < 7500 || w.Lines() > 8500 {
		t.Errorf("%d resources in %d lines", resources, w.Lines())
	}
	chained := Generate(Config{Kind: Chained, Resources: 1001})
	text := chained.Files["main.pp"]
	if n := strings.Count(text, "\nresource ") + strings.Count("\n"+text, "\nlink"); n != 1000 {
		t.Errorf("%d items in a chain of 1000 and an odd one", n)
	}
	if got := chained.Places[0].Texts[2].Others; got != 500 {
		t.Errorf("%d findings besides that of the head, want 500", got)
	}
}

// Programs in different languages have the same resources, with one place in each, and no mark of a template is left.
func TestTranslated(t *testing.T) {
	t.Parallel()
	for _, language := range []Language{PCL, Terraform, PulumiYAML} {
		w := Translated(language, 12)
		text := w.Files[language.File]
		if len(w.Places) != 12 || strings.ContainsAny(text, "<«»→") || strings.Contains(text, Nobody) {
			t.Errorf("%s: %d places in\n%s", language.ID, len(w.Places), text)
		}
		for _, p := range w.Places {
			if !strings.HasPrefix(text[p.Offset:], p.Texts[0].Text) || !strings.Contains(p.Texts[1].Text, Nobody) {
				t.Errorf("%s: %+v", language.ID, p)
			}
		}
		for _, name := range []string{"vpc2", "subnet2", "wall1", "web1", "files1"} {
			if !strings.Contains(text, name) {
				t.Errorf("%s has no %s", language.ID, name)
			}
		}
	}
}
