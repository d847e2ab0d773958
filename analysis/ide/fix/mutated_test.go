package fix_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file makes mistakes in programs that are right, so that it is known what each is meant to be.

// words are the names and literals of a program, in order.
func words(text string) (all []string) {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenIdent, hclsyntax.TokenNumberLit, hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit:
			all = append(all, string(t.Bytes))
		}
	}
	return all
}

// slip makes a typing mistake in a name or a text, and says in which and what it is now.
func slip(text string, random *rand.Rand) (mistaken, was, is string) {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	tokens = slices.DeleteFunc(tokens, func(t hclsyntax.Token) bool {
		return t.Type != hclsyntax.TokenIdent && t.Type != hclsyntax.TokenQuotedLit || len(t.Bytes) < 3
	})
	if len(tokens) == 0 {
		return text, "", ""
	}
	t := tokens[random.IntN(len(tokens))]
	word := slices.Clone(t.Bytes)
	switch i := 1 + random.IntN(len(word)-2); random.IntN(4) {
	case 0:
		word = slices.Delete(word, i, i+1)
	case 1:
		word = slices.Insert(word, i, word[i])
	case 2:
		word[i] = byte('a' + random.IntN(26))
	default:
		if word[i] == ':' || word[i+1] == ':' {
			break // nobody can tell aws:xec2 of aws and of awsx
		}
		word[i], word[i+1] = word[i+1], word[i]
	}
	return text[:t.Range.Start.Byte] + string(word) + text[t.Range.End.Byte:], string(t.Bytes), string(word)
}

// habits are what people write who know another language. %s is a name of the program.
var habits = []string{
	"count = 3", "count = var.size", `for_each = toset(["a", "b"])`, `for_each = { a = "x" }`, "depends_on = [%s]", "provider = aws.west",
	"lifecycle {\n    prevent_destroy = true\n    ignore_changes = [tags]\n  }", "lifecycle {\n    create_before_destroy = true\n  }", `tags = { Name = "x-${var.env}" }`,
	"name = each.key", "name = each.value.name", `name = "n-${count.index}"`, `name = "${path.module}/x.json"`, "name = local.prefix",
	"name = data.aws_ami.main.id", "name = module.net.id", "dynamic \"setting\" {\n    for_each = var.settings\n    content {\n      value = setting.value\n    }\n  }",
	"timeouts {\n    create = \"5m\"\n  }", `connection { host = "h" }`, "provisioner \"local-exec\" {\n    command = \"ls\"\n  }", `opts = { protect = true }`,
	"options {\n    depends_on = [%s]\n    prevent_destroy = true\n  }", "name = terraform.workspace", `name = fn.join("-", ["a", 5])`, "name = 17", "name = [1, 2]",
}

// habit writes one of them into the first block.
func habit(text string, random *rand.Rand) string {
	i := strings.Index(text, "{\n")
	if j := strings.Index(text, "resource "); j > 0 && strings.Contains(text[j:], "{\n") {
		i = j + strings.Index(text[j:], "{\n")
	}
	line := habits[random.IntN(len(habits))]
	if strings.Contains(line, "%s") {
		line = fmt.Sprintf(line, "bse")
	}
	return "base = 1\n" + text[:i+2] + "  " + line + "\n" + text[i+2:]
}

// fixed is a program after all obvious fixes.
func fixed(t *testing.T, p *analysis.Program) *analysis.Program {
	t.Helper()
	for range 5 {
		chosen, _ := fix.Compatible(context.Background(), p, findings(t, p), fix.Best, func(fix.Fix) bool { return true })
		if len(chosen) == 0 {
			break
		}
		var edits []change.Edit
		for _, f := range chosen {
			edits = append(edits, f.Edits...)
		}
		p = applyTo(p, edits)
	}
	return p
}

func hasErrors(t *testing.T, p *analysis.Program) bool {
	t.Helper()
	return slices.ContainsFunc(findings(t, p), func(d analysis.Diagnostic) bool { return d.Severity == codes.Error })
}

// Invariant: what is applied without asking makes no other program of one with a mistake: either it is what it was before the mistake, or
// something wrong with it is still reported, or the mistake was none. Nothing that was written is lost.
func TestFixesOfMutatedPrograms(t *testing.T) {
	t.Parallel()
	all := families(t)
	for _, name := range []string{"small", "aws"} { // the stores of the others have the same schemas as that of aws
		f := all[name]
		if f == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			programs, mistakes := 0, 0
			for seed := range 2 * testsize.RandomPrograms {
				random := rand.New(rand.NewPCG(uint64(seed), 9))
				names := f.Store.Names()
				pkg, _ := f.Store.Package(schema.Ref{Name: names[random.IntN(len(names))]})
				if pkg == nil || len(pkg.ResourceTokens()) == 0 {
					continue
				}
				tokens := pkg.ResourceTokens()
				text, ok := randomprogram.ValidResource(pkg, tokens[random.IntN(len(tokens))], random)
				if !ok {
					continue
				}
				load := func(text string) *analysis.Program {
					return analysis.NewProgram("/work", []*syntax.File{syntax.Parse("/work/main.pp", text, nil)}, analysis.World{Schemas: f.Store}, nil)
				}
				if hasErrors(t, load(text)) {
					continue
				}
				programs++
				meant := words(fixed(t, load(text)).Files[0].Text())
				for range 3 {
					mistaken, was, is := slip(text, random)
					if p := load(mistaken); hasErrors(t, p) {
						mistakes++
						after := fixed(t, p)
						asMeant := func(word string) string { return map[bool]string{true: was, false: word}[word == is] } // a name is what it is called
						got, want := lists.Map(words(after.Files[0].Text()), asMeant), lists.Map(meant, asMeant)
						slices.Sort(got)
						slices.Sort(want)
						if !hasErrors(t, after) && !slices.Equal(got, want) {
							t.Errorf("%d: %s is %s in\n%s\nbecomes\n%s", seed, was, is, mistaken, after.Files[0].Text())
						}
					}
				}
				checkKept(t, load(habit(text, random)))
			}
			if t.Logf("%d programs, %d mistakes", programs, mistakes); programs < testsize.RandomPrograms || mistakes < programs {
				t.Error("that is too little")
			}
		})
	}
}

// Of several variants none is chosen without asking, and no name that may mean two things becomes one of them.
func TestNothingIsGuessed(t *testing.T) {
	t.Parallel()
	store := families(t)["small"].Store
	for _, text := range []string{
		"resource a \"zoo:index:Animal\" {\n  name   = \"a\"\n  friend = { kinnd = \"cat\" }\n}\n",   // "Add the missing members" chose bird
		"resource a \"zoo:index:Animal\" {\n  name     = \"a\"\n  alxases = [{ name = \"b\" }]\n}\n", // a letter more or less is a slip, another one is not
	} {
		p := analysis.NewProgram("/work", []*syntax.File{syntax.Parse("/work/main.pp", text, nil)}, analysis.World{Schemas: store}, nil)
		if got := fixed(t, p).Files[0].Text(); got != text {
			t.Errorf("%s\nbecomes\n%s", text, got)
		}
	}
}
