package report

import (
	"cmp"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements SARIF 2.1.0, the Static Analysis Results Interchange Format. The types are the parts of it that
// reports use, with the names of the standard.

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	homepage    = "https://github.com/pcl-lsp/pcl-lsp"
	// sourceRoot names the directory that paths are relative to. Readers of the report know
	// where it is.
	sourceRoot = "%SRCROOT%"
	// fingerprintName is the name of fingerprints of this version.
	fingerprintName = "pclFinding/v1"
)

var sarifLevels = levels("error", "warning", "note", "note")

// SARIF writes the report as a SARIF log with one run.
func (r *Report) SARIF(w io.Writer) error {
	s := sarifWriter{Report: r, rules: map[codes.Code]int{}}
	shown := r.Shown()
	run := sarifRun{
		Invocations:       []sarifInvocation{{ExecutionSuccessful: len(r.Problems) == 0}},
		ColumnKind:        "unicodeCodePoints",
		NewlineSequences:  []string{"\r\n", "\n", "\r"}, // as syntax.Mapper counts lines
		URIBases:          map[string]sarifBase{sourceRoot: {sarifText{Text: "The directory in which pcl-lsp was run."}}},
		Results:           []sarifResult{},
		DefaultEncoding:   "utf-8",
		DefaultSourceKind: "pcl",
	}
	run.Tool.Driver = sarifDriver{
		Name: "pcl-lsp", Version: r.Tool, Semantic: r.Tool, InformationURI: homepage, Rules: s.declared(shown),
	}
	for _, p := range r.Problems {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{"error", sarifText{Text: "not checked: " + p}})
	}
	run.Results = append(run.Results, lists.Map(shown, s.result)...)
	return WriteJSON(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

type sarifWriter struct {
	*Report
	rules map[codes.Code]int // indexes in the list of rules
}

// declared returns the rules of the findings, by code.
func (s sarifWriter) declared(findings []Finding) []sarifRule {
	areas := map[codes.Code]string{}
	for _, a := range codes.Areas() {
		for _, d := range a.Declarations {
			areas[d.Code] = a.Title
		}
	}
	used := map[codes.Code]*TeamRule{}
	for _, f := range findings {
		used[f.Code] = f.Rule
	}
	rules := []sarifRule{}
	for i, code := range slices.Sorted(maps.Keys(used)) {
		s.rules[code] = i
		rules = append(rules, sarifRuleOf(code, areas[code]))
		if r := used[code]; r != nil {
			rules[i].ofTeam(code, r)
		}
	}
	return rules
}

// ofTeam describes the rule of a team, which no declaration describes.
func (s *sarifRule) ofTeam(code codes.Code, r *TeamRule) {
	s.Short.Text = sentence(r.Title, code)
	s.Full.Text = sentence(cmp.Or(r.Docs, r.Title), code)
	s.Help = sarifText{Text: s.Full.Text, Markdown: s.Full.Text}
	if r.Category != "" {
		s.Properties.Tags = []string{r.Category}
	}
}

func sarifRuleOf(code codes.Code, area string) sarifRule {
	text := code.Text()
	rule := sarifRule{
		ID: string(code), Short: sarifText{Text: sentence(text.Title, code)}, Full: sarifText{Text: sentence(text.Explanation, code)},
		Help:    sarifText{Text: sentence(text.Explanation, code), Markdown: help(text)},
		HelpURI: code.Link(),
	}
	rule.Default.Level, rule.Properties.Severity = sarifLevels[code.Severity()], problemSeverities[code.Severity()]
	if area != "" {
		rule.Properties.Tags = []string{area, string(code.Category())}
	}
	if risk := risks[code.Risk()]; risk != "" {
		rule.Properties.Risk = risk
		if securityTag := string(codes.Security); code.Category() != codes.Security {
			rule.Properties.Tags = append(rule.Properties.Tags, securityTag) // which GitHub looks for
		}
	}
	return rule
}

// risks are scores as those of the Common Vulnerability Scoring System, in the middle of what GitHub
// calls low, medium and high.
var risks = [...]string{codes.NoRisk: "", codes.LowRisk: "2.0", codes.MediumRisk: "5.5", codes.HighRisk: "8.0"}

// problemSeverities are the names of severities in GitHub code scanning.
var problemSeverities = levels("error", "warning", "recommendation", "recommendation")

// sentence returns a text, or the code if there is none.
func sentence(text string, code codes.Code) string {
	if text = strings.TrimSpace(text); text != "" {
		return text
	}
	return string(code)
}

// help returns the explanation of a code in Markdown.
func help(t codes.Text) string {
	text := t.Explanation
	for _, e := range []struct{ title, text string }{{"Bad", t.Bad}, {"Good", t.Good}} {
		if e.text != "" {
			text += "\n\n" + e.title + ":\n\n```\n" + strings.Trim(e.text, "\n") + "\n```"
		}
	}
	return text
}

func (s sarifWriter) result(f Finding) sarifResult {
	result := sarifResult{
		RuleID: string(f.Code), RuleIndex: s.rules[f.Code], Level: sarifLevels[f.Severity],
		Message:   sarifText{Text: f.Message},
		Locations: []sarifLocation{{Physical: physical(f.File, f.Range)}},
	}
	if s.Compared {
		result.State = "new" // findings of the baseline are not reported
	}
	if f.Fingerprint != "" {
		result.Fingerprints = map[string]string{fingerprintName: f.Fingerprint}
	}
	for i, rel := range f.Related {
		result.Related = append(result.Related, sarifLocation{
			ID: i + 1, Physical: physical(rel.File, rel.Range), Message: &sarifText{Text: rel.Message},
		})
	}
	result.Flows = flows(f)
	for _, x := range f.Fixes {
		if len(x.Edits) > 0 {
			result.Fixes = append(result.Fixes, sarifFix{sarifText{Text: x.Title}, changes(x.Edits)})
		}
	}
	return result
}

// flows is the way of a value from where it comes from to the finding, and on into a component.
func flows(f Finding) []sarifFlow {
	if f.Way == 0 {
		return nil
	}
	var steps []sarifStep
	step := func(file string, at Range, message string) {
		steps = append(steps, sarifStep{sarifLocation{Physical: physical(file, at), Message: &sarifText{Text: message}}})
	}
	for _, rel := range slices.Backward(f.Related[len(f.Related)-f.Way:]) {
		step(rel.File, rel.Range, rel.Message)
	}
	step(f.File, f.Range, f.Message)
	for _, rel := range f.Related[:f.Passed] {
		step(rel.File, rel.Range, rel.Message)
	}
	var flow sarifFlow
	flow.Threads[0].Locations = steps
	return []sarifFlow{flow}
}

// changes returns edits, by file.
func changes(edits []Edit) []sarifChange {
	var all []sarifChange
	for _, e := range edits {
		at := slices.IndexFunc(all, func(c sarifChange) bool { return c.file == e.File })
		if at < 0 {
			at = len(all)
			all = append(all, sarifChange{file: e.File, Artifact: artifact(e.File)})
		}
		replacement := sarifReplacement{Deleted: region(e.Range)}
		if e.Text != "" {
			replacement.Inserted = &sarifText{Text: e.Text}
		}
		all[at].Replacements = append(all[at].Replacements, replacement)
	}
	return all
}

func physical(file string, at Range) sarifPhysical { return sarifPhysical{artifact(file), region(at)} }

func artifact(file string) sarifArtifact {
	address, relative := uriOf(file)
	if relative {
		return sarifArtifact{URI: address, Base: sourceRoot}
	}
	return sarifArtifact{URI: address}
}

func region(at Range) sarifRegion {
	return sarifRegion{at.Start.Line, at.Start.Column, at.End.Line, at.End.Column}
}

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	Invocations       []sarifInvocation    `json:"invocations"`
	ColumnKind        string               `json:"columnKind"`
	NewlineSequences  []string             `json:"newlineSequences"`
	DefaultEncoding   string               `json:"defaultEncoding"`
	DefaultSourceKind string               `json:"defaultSourceLanguage"`
	URIBases          map[string]sarifBase `json:"originalUriBaseIds"`
	Results           []sarifResult        `json:"results"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	Semantic       string      `json:"semanticVersion,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID      string    `json:"id"`
	Short   sarifText `json:"shortDescription"`
	Full    sarifText `json:"fullDescription"`
	Help    sarifText `json:"help"`
	HelpURI string    `json:"helpUri"`
	Default struct {
		Level string `json:"level,omitempty"`
	} `json:"defaultConfiguration"`
	Properties struct {
		Tags     []string `json:"tags,omitempty"`
		Severity string   `json:"problem.severity,omitempty"`
		Risk     string   `json:"security-severity,omitempty"`
	} `json:"properties"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifBase struct {
	Description sarifText `json:"description"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	State        string            `json:"baselineState,omitempty"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Flows        []sarifFlow       `json:"codeFlows,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifFlow struct {
	Threads [1]struct {
		Locations []sarifStep `json:"locations"`
	} `json:"threadFlows"`
}

type sarifStep struct {
	Location sarifLocation `json:"location"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	file         string
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted *sarifText  `json:"insertedContent,omitempty"`
}

// uriOf returns the URI for the displayed name of a file. A relative URI is relative to the
// directory of the run.
func uriOf(name string) (reference string, relative bool) {
	if strings.HasPrefix(name, "/") {
		return (&url.URL{Scheme: "file", Path: name}).String(), false
	}
	if len(name) > 1 && name[1] == ':' && strings.HasPrefix(name[2:], "/") { // a drive letter
		return (&url.URL{Scheme: "file", Path: "/" + name}).String(), false
	}
	return (&url.URL{Path: name}).String(), true
}
