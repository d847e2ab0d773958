package schema_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// openAll opens every schema in the folders. Packages see each other as they see
// packages of a program.
func openAll(t *testing.T, dirs ...string) map[string]*schema.Package {
	t.Helper()
	packages := map[string]*schema.Package{}
	for _, dir := range dirs {
		for _, pattern := range []string{"*.json", "*.json.gz"} {
			files, _ := filepath.Glob(filepath.Join(dir, pattern))
			for _, file := range files {
				text := readSchema(t, file)
				config := schema.Config{External: func(ref schema.Ref) *schema.Package { return packages[ref.Name] }}
				p, err := config.Open(bytes.NewReader(text), int64(len(text)))
				if err != nil {
					t.Fatalf("%s: %v", file, err)
				}
				packages[p.Name()] = p
			}
		}
	}
	return packages
}

func readSchema(t testing.TB, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var text io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if text, err = gzip.NewReader(f); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	all, err := io.ReadAll(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return all
}

// corpusDir is the folder with real schemas.
func corpusDir(t testing.TB) string {
	t.Helper()
	const dir = "../../../shared/schemas"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("../shared/schemas is not there")
	}
	return dir
}

// TestRealSchemas opens every real schema and decodes every member: none may be
// unreadable, what cannot be understood must be known, and there are as many as
// the list of schemas says.
func TestRealSchemas(t *testing.T) {
	t.Parallel()
	dir := corpusDir(t)
	counts := listedCounts(t, filepath.Join(dir, "README.md"))
	for _, pattern := range []string{"*.json.gz", "codegen/*.json.gz", "conformance/*.json.gz"} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern))
		if len(files) == 0 {
			t.Errorf("no schemas match %s", pattern)
		}
		for _, file := range files {
			name, _ := filepath.Rel(dir, file)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				if info, err := os.Stat(file); err != nil || info.Size() > int64(testsize.SchemaBytes) {
					t.Skipf("too large for this test size: %v", err)
				}
				text := readSchema(t, file)
				p, err := schema.Open(bytes.NewReader(text), int64(len(text)))
				if err != nil {
					t.Fatal(err)
				}
				decodeAll(t, p, 1+len(text)/testsize.DecodedBytes)
				got := memberCounts{len(p.ResourceTokens()), len(p.FunctionTokens()), len(p.TypeTokens()), len(text)}
				if want, listed := counts[name]; got != want && (listed || !strings.Contains(name, "/")) {
					t.Errorf("got %+v, and %+v are listed", got, want)
				}
				for _, problem := range p.Problems() {
					if !knownProblems[name][problem] {
						t.Errorf("problem in %s: %s", problem.Member, problem.Message)
					}
				}
			})
		}
	}
}

// memberCounts are the numbers of a schema's members, and its size.
type memberCounts struct{ resources, functions, types, bytes int }

// listedCounts are the numbers in the table of real schemas: file, origin, blob,
// license, resources, functions, types, bytes, compressed bytes.
func listedCounts(t *testing.T, path string) map[string]memberCounts {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]memberCounts{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 11 || !strings.Contains(cells[1], ".json.gz`") {
			continue
		}
		var numbers [4]int
		for i := range numbers {
			number := strings.ReplaceAll(strings.TrimSpace(cells[5+i]), ",", "")
			if numbers[i], err = strconv.Atoi(number); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
		counts[strings.Trim(cells[1], " `")] = memberCounts{numbers[0], numbers[1], numbers[2], numbers[3]}
	}
	if len(counts) < 20 {
		t.Errorf("only %d schemas are listed in %s", len(counts), path)
	}
	return counts
}

// knownProblems are the faults of the schemas themselves, by file.
var knownProblems = map[string]map[schema.Problem]bool{
	"conformance/bad-3.0.0.json.gz": {{Member: "resources/bad:index:Resource", Message: `value: "not a type" is not a type`}: true},
}

// decodeAll asks for every step'th member and looks at all types it mentions.
func decodeAll(t *testing.T, p *schema.Package, step int) {
	for i, token := range p.ResourceTokens() {
		if i%step == 0 {
			checkResource(t, p, token)
		}
	}
	checkResource(t, p, "pulumi:providers:"+p.Name())
	for i, token := range p.FunctionTokens() {
		if i%step != 0 {
			continue
		}
		f := p.Function(token)
		if f == nil || f.Unreadable || f.Token != token {
			t.Errorf("%s: got %+v", token, f)
			continue
		}
		for _, in := range f.Inputs {
			checkProperty(t, token, in)
		}
		if !f.InputPlain.IsValid() || !f.InputShaped.IsValid() {
			t.Errorf("%s: the inputs have no type", token)
		}
	}
	for i, token := range p.TypeTokens() {
		if i%step != 0 {
			continue
		}
		o, e := p.ObjectType(token), p.EnumType(token)
		switch {
		case o != nil:
			for _, prop := range o.Properties() {
				checkProperty(t, token, prop)
			}
		case e == nil:
			t.Errorf("%s: neither object nor enum", token)
		case len(e.Values) == 0:
			t.Errorf("%s: an enum without values", token)
		}
	}
}

func checkResource(t *testing.T, p *schema.Package, token string) {
	r := p.Resource(token)
	if r == nil || r.Unreadable || r.Token != token {
		t.Errorf("%s: got %+v", token, r)
		return
	}
	if schema.ResourceOf(r.Type()) != r {
		t.Errorf("%s: its variable's type does not lead back to it", token)
	}
	for _, props := range [][]*schema.Property{r.Inputs, r.Outputs, r.StateInputs} {
		for _, prop := range props {
			checkProperty(t, token, prop)
		}
	}
	for name := range r.Methods {
		if m := r.Method(name); m == nil || m.Self == nil {
			t.Errorf("%s: method %s is %+v", token, name, m)
		}
	}
}

func checkProperty(t *testing.T, token string, p *schema.Property) {
	if !p.Type.IsValid() || !p.Plain.IsValid() || !p.Input.IsValid() {
		t.Errorf("%s: %s has no type: %+v", token, p.Name, p)
	}
	if p.Plain.ContainsEventuals() {
		t.Errorf("%s: the plain type of %s is %s", token, p.Name, p.Plain)
	}
}
