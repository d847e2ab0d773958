package report

import (
	"net/url"
	"strings"
)

// This file declares the parts of SARIF 2.1.0 that reports use, with the names of the
// standard.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool              sarifTool            `json:"tool"`
	Invocations       []sarifInvocation    `json:"invocations"`
	ColumnKind        string               `json:"columnKind"`
	NewlineSequences  []string             `json:"newlineSequences"`
	DefaultEncoding   string               `json:"defaultEncoding"`
	DefaultSourceKind string               `json:"defaultSourceLanguage"`
	URIBases          map[string]sarifBase `json:"originalUriBaseIds"`
	Results           []sarifResult        `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	Semantic       string      `json:"semanticVersion,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID         string              `json:"id"`
	Short      sarifText           `json:"shortDescription"`
	Full       sarifText           `json:"fullDescription"`
	Help       sarifText           `json:"help"`
	HelpURI    string              `json:"helpUri"`
	Default    sarifConfiguration  `json:"defaultConfiguration"`
	Properties sarifRuleProperties `json:"properties"`
}

type sarifConfiguration struct {
	Level string `json:"level,omitempty"`
}

type sarifRuleProperties struct {
	Tags     []string `json:"tags,omitempty"`
	Severity string   `json:"problem.severity,omitempty"`
	Risk     string   `json:"security-severity,omitempty"`
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
	Threads []sarifThread `json:"threadFlows"`
}

type sarifThread struct {
	Locations []sarifStep `json:"locations"`
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
	Deleted  sarifRegion   `json:"deletedRegion"`
	Inserted *sarifContent `json:"insertedContent,omitempty"`
}

type sarifContent struct {
	Text string `json:"text"`
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
