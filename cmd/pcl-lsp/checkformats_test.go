package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// Every form has the expected bytes for a program with odd characters in its names,
// lines and messages.
func TestFormats(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/formats", func(t *testing.T, f *fixture.Fixture) {
		dir := unpacked(t, f)
		for _, form := range report.Formats() {
			got := runIn(t, dir, []string{"check", "--format", form.Name}, "PULUMI_HOME=/home")
			if got.stderr != "" {
				t.Errorf("%s: standard error: %s", form.Name, got.stderr)
			}
			f.Golden(t, form.Name, strings.ReplaceAll(strings.ReplaceAll(got.stdout, dir, "DIR"), process.Build().Version, "VERSION"))
		}
	})
}

// The forms in JSON are what their schemas say, for all reports of the fixtures and for
// a program with findings of many kinds.
func TestFormatsAreValid(t *testing.T) {
	t.Parallel()
	root := analysistest.Repository(t)
	for form, schema := range map[string]string{"sarif": "sarif-schema-2.1.0.json", "rdjson": "rdjson.json", "gitlab": "codeclimate.json"} {
		compiled, err := jsonschema.NewCompiler().Compile(filepath.Join(root, "testdata", "formats", "schemas", schema))
		if err != nil {
			t.Fatal(err)
		}
		eachReported(t, func(_, dir string) {
			for _, flags := range []string{"", " --absolute-paths", " --max-findings 1"} {
				text := runIn(t, dir, words("check --format "+form+flags)).stdout
				if form != "gitlab" {
					valid(t, compiled, text)
					continue
				}
				var entries []json.RawMessage // its schema is that of one
				decode(t, form, text, &entries)
				for _, e := range entries {
					valid(t, compiled, string(e))
				}
			}
		})
	}
}

// valid holds a document to a schema.
func valid(t *testing.T, schema *jsonschema.Schema, text string) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = schema.Validate(value)
	}
	if err != nil {
		t.Errorf("%v in %s", err, text)
	}
}

// eachReported calls a function with directories with programs.
func eachReported(t *testing.T, do func(name, dir string)) {
	t.Helper()
	for _, folder := range []string{"testdata/formats", "testdata/report"} {
		files, err := filepath.Glob(filepath.Join(analysistest.Repository(t), folder, "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no fixtures in %s: %v", folder, err)
		}
		for _, file := range files {
			do(filepath.Base(file), unpacked(t, fixture.Load(t, file)))
		}
	}
	do("problems", unpacked(t, fixture.LoadText(t, checkedPrograms)))
	do("webshop", filepath.Join(analysistest.Repository(t), "testdata", "programs", "webshop"))
}

// spot is what every form tells of a finding: file and line. Column and code are left
// out where a form has none.
type spot struct {
	file         string
	line, column int
	code         string
}

// All forms tell of the same findings, at the same places.
func TestFormatsAgree(t *testing.T) {
	t.Parallel()
	eachReported(t, func(name, dir string) {
		want := spotsOf(t, "json", runIn(t, dir, words("check --format json")).stdout)
		for _, form := range report.Formats() {
			got := spotsOf(t, form.Name, runIn(t, dir, []string{"check", "--format", form.Name}).stdout)
			expected := slices.Clone(want)
			for i := range got {
				if i < len(expected) && got[i].column == 0 {
					expected[i].column = 0
				}
				if i < len(expected) && form.Name == "rdjson" { // which counts bytes
					expected[i].column, got[i].column = 0, 0
				}
			}
			if diff := cmp.Diff(expected, got, cmp.AllowUnexported(spot{})); diff != "" {
				t.Errorf("%s of %s (-json +%s):\n%s", form.Name, name, form.Name, diff)
			}
		}
	})
}

// lineForms are the forms that have a line for each finding: file, line, column and code
// are groups by these names, and what is escaped is taken back by a function.
var lineForms = map[string]struct {
	line    *regexp.Regexp
	restore func(string) string
}{
	"text":    {regexp.MustCompile(`(?m)^(?P<file>\S.*?):(?P<line>\d+):(?P<column>\d+): \w+\[(?P<code>[\w.-]+)\]: `), same},
	"concise": {regexp.MustCompile(`(?m)^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): \w+: .* \[(?P<code>[\w.-]+)\]$`), same},
	"github": {regexp.MustCompile(`(?m)^::\w+ file=(?P<file>[^,:]*),line=(?P<line>\d+)(?:,col=(?P<column>\d+))?,endLine=\d+(?:,endColumn=\d+)?,title=(?P<code>[\w.-]+)::`),
		strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",").Replace},
	"azure": {regexp.MustCompile(`(?m)^##vso\[task.logissue type=\w+;sourcepath=(?P<file>[^;\]]*);linenumber=(?P<line>\d+);columnnumber=(?P<column>\d+);code=(?P<code>[\w.-]+);\]`),
		strings.NewReplacer("%AZP25", "%", "%0D", "\r", "%0A", "\n", "%5D", "]", "%3B", ";").Replace},
	"teamcity": {regexp.MustCompile(`(?m)^##teamcity\[inspection typeId='(?P<code>[\w.-]+)' message='(?:[^|']|\|.)*' file='(?P<file>(?:[^|']|\|.)*)' line='(?P<line>\d+)' SEVERITY='[A-Z ]+'\]$`), fromTeamCity},
	"markdown": {regexp.MustCompile("(?m)^\\| [^|]+ \\| `+ ?(?P<file>.*?):(?P<line>\\d+):(?P<column>\\d+) ?`+ \\| .* \\| \\[`(?P<code>[\\w.-]+)`\\]\\(.*\\) \\|$"), strings.NewReplacer(`\|`, "|").Replace},
	"junit":    {regexp.MustCompile(`(?m)^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): \w+: .* \[(?P<code>[\w.-]+)\]$`), same},
}

func same(text string) string { return text }

func fromTeamCity(text string) string {
	var units []uint16
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '|':
			units = append(units, uint16(text[i]))
			continue
		case strings.HasPrefix(text[i:], "|0x"):
			n, _ := strconv.ParseUint(text[i+3:i+7], 16, 16)
			units = append(units, uint16(n))
			i += 6
			continue
		}
		i++
		units = append(units, uint16(strings.NewReplacer("n", "\n", "r", "\r").Replace(text[i : i+1])[0]))
	}
	return string(utf16.Decode(units))
}

// spotsOf reads a report back.
func spotsOf(t *testing.T, form, text string) []spot {
	t.Helper()
	switch form {
	case "json":
		var doc struct{ Findings []json.RawMessage }
		decode(t, form, text, &doc)
		var lines []string
		for _, f := range doc.Findings {
			lines = append(lines, string(f))
		}
		return spotsOf(t, "jsonl", strings.Join(lines, "\n"))
	case "jsonl":
		var spots []spot
		for d := json.NewDecoder(strings.NewReader(text)); d.More(); {
			var f struct {
				File, Code string
				Range      checkedRange
			}
			if err := d.Decode(&f); err != nil {
				t.Fatal(err)
			}
			spots = append(spots, spot{f.File, f.Range.Start.Line, f.Range.Start.Column, f.Code})
		}
		return spots
	case "sarif":
		return sarifSpots(t, text)
	case "rdjson":
		var doc struct {
			Diagnostics []struct {
				Code     struct{ Value string }
				Location struct {
					Path  string
					Range checkedRange
				}
			}
		}
		decode(t, form, text, &doc)
		var spots []spot
		for _, d := range doc.Diagnostics {
			spots = append(spots, spot{d.Location.Path, d.Location.Range.Start.Line, d.Location.Range.Start.Column, d.Code.Value})
		}
		return spots
	case "gitlab":
		var doc []struct {
			Check    string `json:"check_name"`
			Location struct {
				Path      string
				Positions struct{ Begin struct{ Line, Column int } }
			}
		}
		decode(t, form, text, &doc)
		var spots []spot
		for _, d := range doc {
			spots = append(spots, spot{d.Location.Path, d.Location.Positions.Begin.Line, d.Location.Positions.Begin.Column, d.Check})
		}
		return spots
	case "record":
		r, err := report.ReadRecord(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		all := checking.Assemble(&report.Report{}, report.Format{}, true, nil)
		for _, s := range r.Sections {
			_ = all.Section(s) // prints nothing
		}
		var spots []spot
		for _, f := range append(all.Report.Findings, all.Hints()...) {
			spots = append(spots, spot{f.File, f.Range.Start.Line, f.Range.Start.Column, string(f.Code)})
		}
		return spots
	case "checkstyle":
		return checkstyleSpots(t, text)
	case "junit":
		return junitSpots(t, text)
	case "html":
		return pageSpots(text)
	case "grouped":
		return groupedSpots(text)
	}
	return lineSpots(t, form, text)
}

func decode(t *testing.T, form, text string, value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), value); err != nil {
		t.Fatalf("%s: %v in %s", form, err, text)
	}
}

func lineSpots(t *testing.T, form, text string) []spot {
	t.Helper()
	known, ok := lineForms[form]
	if !ok {
		t.Fatalf("nothing reads %s back", form)
	}
	var spots []spot
	for _, m := range known.line.FindAllStringSubmatch(text, -1) {
		var s spot
		for i, name := range known.line.SubexpNames() {
			switch name {
			case "file":
				s.file = known.restore(m[i])
			case "line":
				s.line, _ = strconv.Atoi(m[i])
			case "column":
				s.column, _ = strconv.Atoi(m[i])
			case "code":
				s.code = m[i]
			}
		}
		spots = append(spots, s)
	}
	return spots
}

var pageLine = regexp.MustCompile(`^(?:<h2>(.*)</h2>|.*<span class="place">(\d+):(\d+)</span> .*<a class="code" href="[^"]*">(.*)</a></p>)$`)

func pageSpots(text string) []spot {
	var spots []spot
	file := ""
	for line := range strings.Lines(text) {
		m := pageLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		switch {
		case m == nil:
		case m[4] == "":
			file = html.UnescapeString(m[1])
		default:
			s := spot{file: file, code: m[4]}
			s.line, _ = strconv.Atoi(m[2])
			s.column, _ = strconv.Atoi(m[3])
			spots = append(spots, s)
		}
	}
	return spots
}

var groupedLine = regexp.MustCompile(`^  (\d+):(\d+) +\w+ +([\w.-]+) `)

func groupedSpots(text string) []spot {
	var spots []spot
	file := ""
	for line := range strings.Lines(text) {
		m := groupedLine.FindStringSubmatch(line)
		if m == nil {
			file = strings.TrimSuffix(line, "\n")
			continue
		}
		s := spot{file: file, code: m[3]}
		s.line, _ = strconv.Atoi(m[1])
		s.column, _ = strconv.Atoi(m[2])
		spots = append(spots, s)
	}
	return spots
}

func sarifSpots(t *testing.T, text string) []spot {
	t.Helper()
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	decode(t, "sarif", text, &log)
	var spots []spot
	for _, r := range log.Runs[0].Results {
		at := r.Locations[0].PhysicalLocation
		if rule := log.Runs[0].Tool.Driver.Rules[r.RuleIndex].ID; rule != r.RuleID {
			t.Errorf("rule %d is %s, not %s", r.RuleIndex, rule, r.RuleID)
		}
		spots = append(spots, spot{pathOfURI(t, at.ArtifactLocation.URI), at.Region.StartLine, at.Region.StartColumn, r.RuleID})
	}
	return spots
}

func checkstyleSpots(t *testing.T, text string) []spot {
	t.Helper()
	var doc struct {
		File []struct {
			Name  string `xml:"name,attr"`
			Error []struct {
				Line   int    `xml:"line,attr"`
				Column int    `xml:"column,attr"`
				Source string `xml:"source,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	var spots []spot
	for _, f := range doc.File {
		for _, e := range f.Error {
			spots = append(spots, spot{f.Name, e.Line, e.Column, strings.TrimPrefix(e.Source, "pcl-lsp.")})
		}
	}
	return spots
}

func junitSpots(t *testing.T, text string) []spot {
	t.Helper()
	var doc struct {
		Tests, Failures int `xml:",attr"`
		Suites          []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Failure string `xml:"failure"`
				Output  string `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	var spots []spot
	for _, suite := range doc.Suites {
		for _, c := range suite.Cases {
			for _, s := range lineSpots(t, "junit", c.Failure+c.Output) {
				if s.file != suite.Name {
					t.Errorf("a finding of %q is in the suite of %q", s.file, suite.Name)
				}
				spots = append(spots, s)
			}
		}
	}
	return spots
}

// pathOfURI is the path that a relative reference stands for.
func pathOfURI(t *testing.T, reference string) string {
	t.Helper()
	path, err := unescaped(strings.TrimPrefix(reference, "./"))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func unescaped(text string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		n, err := strconv.ParseUint(text[i+1:i+3], 16, 8)
		if err != nil {
			return "", fmt.Errorf("%q: %w", text, err)
		}
		b.WriteByte(byte(n))
		i += 2
	}
	return b.String(), nil
}

// What is said about the forms is true: each is listed in the help, and has a line in
// docs/check.md.
func TestFormatsAreListed(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(root, "docs", "check.md"))
	if err != nil {
		t.Fatal(err)
	}
	help := runIn(t, t.TempDir(), words("check --help")).stdout
	for _, f := range report.Formats() {
		if !strings.Contains(help, "\n  "+f.Name+" ") || !strings.Contains(string(page), "`"+f.Name+"`") {
			t.Errorf("%s is not in the help, or not in docs/check.md", f.Name)
		}
	}
}
