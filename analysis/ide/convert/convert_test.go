package convert_test

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/convert"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// TestFixtures converts the source of each fixture, which is pasted into its program.
func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "convert", func(t *testing.T, f *analysistest.Fixture) { checkFixture(t, f) })
}

func checkFixture(t *testing.T, f *analysistest.Fixture) {
	t.Helper()
	text := convert.All(context.Background(), f.Program, []string{source(t, f)}, fileOf(f))[0].Text
	if text == "" {
		f.Check(t, "", "nothing\n")
		return
	}
	var out strings.Builder
	out.WriteString(text)
	for _, finding := range checkLaws(t, f.Program, text) {
		out.WriteString("!! " + finding + "\n")
	}
	f.Check(t, "", out.String())
}

// fileOf reads files of a fixture, which are templates.
func fileOf(f *analysistest.Fixture) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		for _, part := range f.Archive.Files {
			if part.Name == name {
				return string(part.Data), true
			}
		}
		return "", false
	}
}

func source(t *testing.T, f *analysistest.Fixture) string {
	t.Helper()
	for _, part := range f.Archive.Files {
		if strings.HasPrefix(part.Name, "source.") {
			return string(part.Data)
		}
	}
	t.Fatal("the fixture has no source")
	return ""
}

// checkLaws: a converted text is formatted. It returns its errors, which fixtures list: of items in which comments are left, and those that a program
// brings along, such as a directory that is not there.
func checkLaws(t *testing.T, p *analysis.Program, text string) []string {
	t.Helper()
	file := syntax.Parse(analysistest.Root+"/converted.pp", text, nil)
	if edits := format.Edits(file); len(edits) > 0 {
		t.Errorf("not formatted at %q", file.Slice(edits[0].Span))
	}
	return errorsIn(t, p.With(append(p.Files[:len(p.Files):len(p.Files)], file)...), file)
}

func errorsIn(t *testing.T, p *analysis.Program, file *syntax.File) []string {
	t.Helper()
	found, err := p.Diagnostics(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var errors []string
	for _, d := range found {
		if d.Severity != codes.Error || d.Path != file.Path {
			continue
		}
		errors = append(errors, file.LineText(file.Line(d.Span.Start))+": "+d.Message)
	}
	return errors
}

// TestOffers lists the offers at each cursor of a fixture, or for the text between two cursors, with the new lines.
func TestOffers(t *testing.T) {
	t.Parallel()
	analysistest.EachArchive(t, "testdata/convert/offers", func(t *testing.T, file string) {
		f := analysistest.Load(t, file)
		var out strings.Builder
		for i, c := range f.Cursors {
			selected := syntax.Span{Start: c.Offset, End: c.Offset}
			if strings.Contains(string(f.Archive.Comment), "selected") {
				if i%2 == 1 {
					continue
				}
				selected.End = f.Cursors[i+1].Offset
			}
			fmt.Fprintf(&out, "%s\n", f.ShowSpan(c.Path, selected))
			p := f.ProgramOf(c.Path)
			for _, offer := range convert.At(p, c.Path, selected) {
				fmt.Fprintf(&out, "  %s %s\n", offer.Title, offer.Disabled)
				edits, err := offer.Edits(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range edits {
					for line := range strings.Lines(e.Text) {
						out.WriteString("    " + strings.TrimRight(line, "\n") + "\n")
					}
				}
			}
		}
		f.Check(t, "", out.String())
	})
}

// TestHostileTexts: no text makes the conversion fail, however broken it is, and it refuses texts that are too long.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "-- main.pp --\n")
	for _, text := range hostile() {
		if got := convert.Text(context.Background(), f.Program, text).Text; got != "" {
			checkLaws(t, f.Program, got)
		}
	}
	long := strings.Repeat("variable \"x\" {\n}\n", convert.Longest/len("variable \"x\" {\n}\n")+1)
	if got := convert.Text(context.Background(), f.Program, long).Text; got != "" {
		t.Errorf("a text of %d bytes became one of %d", len(long), len(got))
	}
}

// TestHostileTemplates: no template file makes the conversion fail, and it is written where it is read.
func TestHostileTemplates(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "-- main.pp --\n")
	text := "locals {\n  a = [{ b = 1 }]\n  c = [\"${templatefile(\"x\", { a = local.a, \"d\" = [for x in local.a : x], h = <<X\n1\nX\n })}\", templatefile(\"x\", { a = 1 })]\n}\n"
	whole := "#!/bin/sh\n%{ for x in a ~}\n${x.b[0]} $${x} %%{x}\n%{ endfor }%{ if a[0].b > 1 }y%{ else }z%{ endif }\nEOT\n\"\\ ${h}${d}${upper(a...)}${ [for a in a : a] }"
	for i := range whole {
		for _, template := range []string{whole[:i], whole[i:], whole[:i] + whole[i+1:]} {
			file := func(string) (string, bool) { return template, true }
			got := convert.All(t.Context(), f.Program, []string{text}, file)[0].Text
			for _, it := range syntax.Parse("converted.pp", got, nil).All() {
				if len(it.Errors) > 0 {
					t.Fatalf("%q does not parse: %q: %s", template, got, it.Errors[0].Message)
				}
			}
			checkLaws(t, f.Program, got)
		}
	}
}

// TestAliases: aliases of YAML stand for their values, but not without end.
func TestAliases(t *testing.T) {
	t.Parallel()
	program := analysistest.LoadText(t, "-- main.pp --\n").Program
	bomb := "resources:\n  n:\n    type: cloudy:iam:Role\n    properties:\n      trustPolicy:\n        t0: &t0 x\n"
	few, many := "", ""
	for i := range 40 {
		bomb += fmt.Sprintf("        t%d: &t%d [*t%d, *t%d]\n", i+1, i+1, i, i)
		if i == 0 {
			few = bomb
		}
		many = bomb
	}
	if got := convert.Text(context.Background(), program, few).Text; !strings.Contains(got, `t1 = ["x", "x"]`) {
		t.Errorf("a few aliases: %q", got)
	}
	if got := convert.Text(context.Background(), program, many).Text; got != "" {
		t.Errorf("a bomb became a text of %d bytes", len(got))
	}
}

func hostile() []string {
	all := []string{
		"resource \"cloudy_network\" \"ü\" {\n}\n", "resource \"_\" \"_\" {\n}\n", "resource \"cloudy_\" \"x\" {\n}\n", "variable \"\" {\n}\n",
		"resource \"cloudy_network\" \"n\" {\n  cidr_block = 1\n  cidr_block {\n  }\n  lifecycle {\n  }\n}\n",
		"resource \"cloudy_network\" \"n\" {\n  lifecycle = 1\n  timeouts = 3\n  depends_on {\n  }\n  count {\n  }\n  provider {\n  }\n}\n",
		"resource \"cloudy_network\" \"n\" {\n  dynamic \"peers\" {\n  }\n  dynamic {\n  }\n  lifecycle {\n    ignore_changes {\n    }\n  }\n}\n",
		"variable \"v\" {\n  type {\n  }\n  default {\n  }\n  sensitive {\n  }\n}\noutput \"o\" {\n  value {\n  }\n  description {\n  }\n  sensitive {\n  }\n}\n",
		"module \"m\" {\n  source {\n  }\n}\nlocals {\n  x {\n  }\n}\nprovider \"cloudy\" {\n  alias {\n  }\n}\ndata \"cloudy_zones\" \"z\" {\n  count {\n  }\n}\n",
		"locals {\n  a = format()\n  b = format(\"%s\")\n  c = merge()\n  d = replace(1)\n  e = cidrsubnets()\n  f = format(\"%s%%{\", 1)\n  g = keys()\n}\n",
		"locals {\n  a = var\n  b = data.x\n  c = local.a[*].b[0][*]\n  d = cloudy_network.n[\"a\"].b.c[1]\n  e = each\n}\n",
		"resource \"cloudy_network\" \"n\" {\n  timeouts = 1\n} \n\n\n\n# end \n",
		"locals {\r\n  a = <<EOT\r\n${var.x}\r\nEOT\r\n}\r\n",
		"module \"m\" {\n  count = 1\n  source = \"./x\"\n  providers = {\n    a = b.c\n  }\n}\nlocals {\n  a = [module.m[0].b, module.m[*].c, module.m, module.m[1]]\n  d = setproduct(a.b, [for m in module.m : m.x_y]...)\n  e = setsubtract(element(var.x, 0), lookup(local.a[var.y], \"k\", 1))\n}\n",
		"data \"cloudy_zones\" \"m\" {\n  for_each = module.m\n}\nlocals {\n  m = [for k, m in each.value.x != null ? each.value.x : [] : k]\n  i = { \"${var.x}\" = data.cloudy_zones.m[0].x }\n  n = [for in in in : in]\n}\noutput \"n\" {\n  value = local.m\n}\n",
		"resources:\n  a:\n    type: cloudy:net:Network\n    properties: &p\n      tags: {<<: *p, x: *p, fn::join: 1}\n      cidrBlock: ${a.b[0]}$${x}${\n",
		"resources:\n  a: {type: 'cloudy:net:Network', options: {dependsOn: 1, ignoreChanges: x, range: 0x10}, properties: 3}\nconfig: {b: 1, c: {type: ''}}\noutputs: [1]\nvariables: {d: {fn::invoke: 1}, e: {fn::select: [1]}}\n",
		"apiVersion: v1\nkind: List\nitems: &a\n- *a\n- apiVersion: v1\n  kind: Pod\n---\nkind: Pod\n",
		"{\"type\": \"cloudy:net:Network\", \"properties\": {\"tags\": {\"4dabf18193072939515e22adb298388d\": \"x\"}}}\n",
	}
	for _, text := range all {
		for i := range text {
			all = append(all, text[:i]+text[i+1:])
		}
	}
	return all
}

// FuzzText: no text makes the conversion fail, and what it produces parses and is formatted.
func FuzzText(f *testing.F) {
	for _, text := range hostile()[:19] {
		f.Add(text)
	}
	program := analysistest.LoadText(f, "-- main.pp --\n").Program
	f.Fuzz(func(t *testing.T, text string) {
		got := convert.Text(context.Background(), program, text).Text
		if got == "" {
			return
		}
		file := syntax.Parse("converted.pp", got, nil)
		if edits := format.Edits(file); len(edits) > 0 {
			t.Errorf("not formatted: %q", got)
		}
		for _, it := range file.All() {
			if len(it.Errors) > 0 {
				t.Errorf("does not parse: %q: %s", got, it.Errors[0].Message)
			}
		}
	})
}

// TestLinear: the work, as the memory that it allocates, grows with the text and not faster.
func TestLinear(t *testing.T) {
	each := func(n int, text func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(text(i))
		}
		return b.String()
	}
	program := analysistest.LoadText(t, "-- main.pp --\n").Program
	for name, text := range map[string]func(n int) string{
		"resources": func(n int) string {
			return each(n, func(i int) string {
				return fmt.Sprintf("resource \"cloudy_network\" \"n%d\" {\n  cidr_block = cloudy_network.n%d.cidr_block\n  tags = cloudy_bucket.b%d.tags\n}\n", i, i/2, i)
			})
		},
		"names that clash": func(n int) string {
			return each(n, func(i int) string {
				return fmt.Sprintf("variable \"a%s\" {\n}\n", strings.Repeat("_", i%200)+strconv.Itoa(i/200))
			})
		},
		"blocks with one name": func(n int) string {
			return "resource \"cloudy_security_group\" \"g\" {\n" + strings.Repeat("  ingress {\n    from_port = 1\n  }\n", n) + "}\n"
		},
		"unknown attributes": func(n int) string {
			return "resource \"cloudy_network\" \"g\" {\n  cidr_block = 1\n  enable_dns = true\n" + each(n, func(i int) string { return fmt.Sprintf("  tags {\n    k%d = 1\n  }\n", i) }) + "}\n"
		},
		"resources in YAML": func(n int) string {
			return "resources:\n" + each(n, func(i int) string {
				return fmt.Sprintf("  n%d:\n    type: cloudy:net:Network\n    properties:\n      cidrBlock: ${n%d.cidrBlock}\n      colour: red\n", i, i/2)
			})
		},
		"tags in YAML": func(n int) string {
			return "resources:\n  n:\n    type: cloudy:net:Network\n    properties:\n      tags:\n" + each(n, func(i int) string { return fmt.Sprintf("        k%d: ${n.id}-${n.id}\n", i) })
		},
		"elements": func(n int) string { return "locals {\n  a = [" + strings.Repeat("var.x, ", n) + "]\n}\n" },
		"steps":    func(n int) string { return "locals {\n  a = var.x" + strings.Repeat("[0].y", min(n, 300)) + "\n}\n" },
	} {
		small, large := allocated(t, program, text(200)), allocated(t, program, text(1600))
		if large > 12*small {
			t.Errorf("%s: eight times the text takes %.1f times the memory", name, large/small)
		}
	}
}

// TestNesting: nesting twice as deep takes at most eight times the memory. Code that writes a part twice at each level would take a thousand times
// as much.
func TestNesting(t *testing.T) {
	program := analysistest.LoadText(t, "-- main.pp --\n").Program
	for _, form := range []string{
		"(%s)", "local.m[%s]", "{ a = %s }.a", "[%s][0]", "\"${%s}\"", "\"x${%s}y\"", "true ? %s : 1", "%s[*].a", "!%s", "[for x in %s : x]", "[for x in local.m : %s]",
		"lookup(%s, \"a\")", "lookup(%s, \"a\", 1)", "slice(%s)", "slice(%s, 0, 1)", "contains(%s)", "templatefile(%s)", "join(\",\", %s, [])", "flatten(%s)", "try(%s, 1)",
		"format(\"%%s\", %s)", "[for x in cloudy_bucket.b[%s].tags : x]", "[for x in cloudy_bucket.b[length(%s)].tags : x]", "cloudy_bucket.b[%s].tags", "(cloudy_bucket.b[%s].tags).x",
	} {
		nested := func(levels int) string {
			e := "local.m"
			for range levels {
				e = fmt.Sprintf(form, e)
			}
			return "locals {\n  m = {}\n}\n\nresource \"cloudy_bucket\" \"b\" {\n  count = length(" + e + ")\n}\n\noutput \"o\" {\n  value = " + e + "\n}\n"
		}
		if small, large := allocated(t, program, nested(10)), allocated(t, program, nested(20)); large > 8*small {
			t.Errorf("%s: twice as deep takes %.0f times the memory", form, large/small)
		}
	}
}

// allocated returns how many bytes a conversion allocates, besides what the first one reads of the schema.
func allocated(t *testing.T, p *analysis.Program, text string) float64 {
	t.Helper()
	if convert.Text(context.Background(), p, text).Text == "" {
		t.Fatalf("not converted: %.200s", text)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	convert.Text(context.Background(), p, text)
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// loading is a program's schemas while they are being read.
type loading struct{}

func (loading) Package(schema.Ref) (*schema.Package, schema.Availability) {
	return nil, schema.Availability{State: schema.Loading}
}

// TestOffersWait: while a schema is being read, nothing that needs it is offered, not even with blocks that need none.
func TestOffersWait(t *testing.T) {
	t.Parallel()
	file := syntax.Parse("/p/main.pp", "variable \"size\" {\n}\nresource \"aws_vpc\" \"main\" {\n}\n", nil)
	p := analysis.NewProgram("/p", []*syntax.File{file}, analysis.World{Schemas: loading{}}, nil)
	offers := convert.At(p, file.Path, syntax.Span{Start: 25, End: 25})
	if len(offers) != 2 {
		t.Fatalf("got %+v", offers)
	}
	for _, offer := range offers {
		if !strings.Contains(offer.Disabled, "is being read") {
			t.Errorf("%s: %q", offer.Title, offer.Disabled)
		}
	}
}

// TestModuleDirectory: the files of a module are beside its program, which may be below the directory of the project.
func TestModuleDirectory(t *testing.T) {
	t.Parallel()
	isProject := func(path string) (file analysis.File) {
		if path == "/shop/Pulumi.yaml" {
			file.Kind = analysis.FileRegular
		}
		return file
	}
	for dir, want := range map[string]string{
		"/shop":     "a = rootDirectory()\nb = readFile(\"${rootDirectory()}/x.json\")\n",
		"/shop/a/c": "a = \"${rootDirectory()}/a/c\"\nb = readFile(\"${rootDirectory()}/a/c/x.json\")\n",
		"/other":    "a = rootDirectory()\nb = readFile(\"${rootDirectory()}/x.json\")\n",
	} {
		p := analysis.NewProgram(dir, nil, analysis.World{File: isProject}, nil)
		if got := convert.Text(t.Context(), p, "locals {\n  a = path.module\n  b = file(\"${path.module}/x.json\")\n}\n").Text; got != want {
			t.Errorf("in %s it is\n%s", dir, got)
		}
	}
}
