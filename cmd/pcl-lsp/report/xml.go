package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file implements the XML formats: Checkstyle, and test reports in the JUnit format.

// writeXML writes a value as an XML document. It replaces characters that XML does not
// allow.
func writeXML(w io.Writer, value any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

type checkstyleReport struct {
	XMLName    xml.Name         `xml:"checkstyle"`
	Version    string           `xml:"version,attr"`
	Files      []checkstyleFile `xml:"file"`
	Exceptions []string         `xml:"exception"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// checkstyleVersion is the version of the format.
const checkstyleVersion = "8.0"

var checkstyleSeverities = levels("error", "warning", "info", "info")

// Checkstyle writes the findings by file. What could not be checked is an exception.
func (r *Report) Checkstyle(w io.Writer) error {
	out := checkstyleReport{Version: checkstyleVersion, Exceptions: r.Problems}
	for _, findings := range r.byFile() {
		file := checkstyleFile{Name: findings[0].File}
		for _, f := range findings {
			at := f.Range.Start
			file.Errors = append(file.Errors, checkstyleError{at.Line, at.Column, checkstyleSeverities[f.Severity], f.Message, "pcl-lsp." + string(f.Code)})
		}
		out.Files = append(out.Files, file)
	}
	return writeXML(w, out)
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Error   *junitFailure `xml:"error"`
	Failure *junitFailure `xml:"failure"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes a test suite for each checked file, with a test case for each finding.
// Findings that do not fail the check are passed tests with output. A file without findings
// is one passed test. What could not be checked is an error.
func (r *Report) JUnit(w io.Writer) error {
	all := junitSuites{Name: "pcl-lsp"}
	add := func(s junitSuite) {
		all.Tests, all.Failures, all.Errors = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors
		all.Suites = append(all.Suites, s)
	}
	byName, omitted := map[string][]Finding{}, map[string][]Finding{}
	shown := len(r.Shown())
	names := slices.Clone(r.Checked)
	for i, f := range r.Findings {
		names = append(names, f.File)
		if i < shown {
			byName[f.File] = append(byName[f.File], f)
		} else {
			omitted[f.File] = append(omitted[f.File], f)
		}
	}
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			add(r.suite(name, byName[name], omitted[name]))
		}
	}
	if len(r.Problems) > 0 {
		add(unchecked(r.Problems))
	}
	return writeXML(w, all)
}

// suite returns the test suite of a file. Findings over the limit are one test case.
func (r *Report) suite(name string, findings, omitted []Finding) junitSuite {
	s := junitSuite{Name: name}
	for i := range findings {
		f := &findings[i]
		at := f.Range.Start
		c := junitCase{Name: fmt.Sprintf("%s at %d:%d", f.Code, at.Line, at.Column), Class: name}
		if r.Fails(f) {
			s.Failures++
			c.Failure = &junitFailure{f.Severity.String(), f.Message, f.line()}
		} else {
			c.Output = f.line()
		}
		s.Cases = append(s.Cases, c)
	}
	if len(omitted) > 0 {
		c := junitCase{Name: prose.Counted(len(omitted), "finding") + " not shown", Class: name}
		if slices.ContainsFunc(omitted, func(f Finding) bool { return r.Fails(&f) }) {
			s.Failures++
			c.Failure = &junitFailure{"omitted", c.Name, c.Name}
		}
		s.Cases = append(s.Cases, c)
	}
	if len(s.Cases) == 0 {
		s.Cases = []junitCase{{Name: "no findings", Class: name}}
	}
	s.Tests = len(s.Cases)
	return s
}

// unchecked returns the test suite of what could not be checked.
func unchecked(problems []string) junitSuite {
	s := junitSuite{Name: "not checked", Tests: len(problems), Errors: len(problems)}
	for _, p := range problems {
		s.Cases = append(s.Cases, junitCase{Name: p, Class: "not checked", Error: &junitFailure{"not checked", p, p}})
	}
	return s
}
