package codes

// This file implements what a declaration of a code consists of.

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

// Declaration is what the server knows about a code besides its [Text].
type Declaration struct {
	Code     Code
	Severity Severity // the default; a place in a program or a [Policy] can change it
	Tag      Tag
	// Rule says that a program with such a finding runs and does what it says: the
	// finding is advice. Only rules can be [Off].
	Rule bool
}

// Area is a group of codes about one part of the language, a section of the
// documentation.
type Area struct {
	Title        string
	About        string // what the codes are about, in a few words
	Varies       bool   // whether findings depend on the selected stack or on files besides the program
	Declarations []Declaration
}
