package codes

import "slices"

// This file implements what a code is, and the list of all of them.

// Code is the permanent name of a kind of finding, such as attr.unknown.
type Code string

// Severity is how much a finding matters. Smaller is worse, as in the Language
// Server Protocol.
type Severity uint8

// The severities. Off is that of a finding which is not reported at all.
const (
	Off Severity = iota
	Error
	Warning
	Information
	Hint
)

var severityNames = [...]string{
	Off: "off", Error: "error", Warning: "warning", Information: "information", Hint: "hint",
}

// String is the lower-case name: error, warning, information, hint or off.
func (s Severity) String() string { return severityNames[s] }

// Tag is a way in which editors show the marked text besides its severity.
type Tag uint8

// The tags.
const (
	Plain       Tag = iota // no way of its own
	Unnecessary            // faded
	Deprecated             // struck through
)

// Declaration says what a code means.
type Declaration struct {
	Code     Code
	Severity Severity // where it is not lowered or raised by a place
	Tag      Tag
	// Rule says that a program with such a finding means what it says and runs: the
	// finding is about how programs are best written. A rule may be [Off].
	Rule bool
	// Title says what is wrong, in a few words without a capital.
	Title string
	// Explanation says why it is wrong and what to do: Markdown, a few sentences.
	Explanation string
	// Bad is a program with exactly one finding, of this code, and Good one with
	// none. Either is the text of main.pp, or an archive of several files, each
	// after a line "-- path --".
	Bad, Good string
}

// Area is a group of codes about one part of the language.
type Area struct {
	Title        string // of a section in the documentation
	About        string // what the codes are about, in a few words
	Declarations []Declaration
}

//go:generate go test . -run TestFindingsDocument -update

var areas = []Area{
	syntaxArea, packagesArea, declarationsArea, typelabelsArea, blocksArea, resourcesArea, optionsArea,
	componentsArea, expressionsArea, callsArea, settingsArea, stackArea, projectArea, structureArea, unusedArea, valuesArea, deprecationsArea, runtimeArea, rangesArea, optionValuesArea, pathsArea, filesArea,
	unknownsArea, secretsArea, suppressionsArea,
	namesArea, needlessArea, orderArea,
	hardcodedArea, securityArea, simplifyArea,
}

// Areas are all codes by area, in the order of the documentation.
func Areas() []Area { return slices.Clip(areas) }

var declared = func() map[Code]Declaration {
	byCode := map[Code]Declaration{}
	for _, a := range areas {
		for _, d := range a.Declarations {
			byCode[d.Code] = d
		}
	}
	return byCode
}()

// All are all declarations, in the order of the documentation.
func All() []Declaration {
	var all []Declaration
	for _, a := range areas {
		all = append(all, a.Declarations...)
	}
	return all
}

// Lookup is the declaration of a code, and false where there is no such code.
func Lookup(c Code) (Declaration, bool) {
	d, ok := declared[c]
	return d, ok
}

// Severity is how bad a finding with the code is by default.
func (c Code) Severity() Severity { return declared[c].Severity }

// Tag is how editors show a finding with the code.
func (c Code) Tag() Tag { return declared[c].Tag }
