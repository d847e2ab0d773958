package codes

// This file implements the declaration of a code.

// Code is the permanent name of a kind of finding, such as attr.unknown.
type Code string

// Severity is how much a finding matters. Lower values are worse, as in the Language
// Server Protocol.
type Severity uint8

// The severities. Findings that are Off are not reported.
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

// Tag changes how editors show the marked text, in addition to the severity.
type Tag uint8

// The tags.
const (
	Plain       Tag = iota // no change
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
	// Evaluated says that the program fails when it is evaluated, whatever rules it is bound
	// by.
	Evaluated bool
	// Engine says that the engine rejects what the program registers. What it does not register does no harm.
	Engine bool
	// Risk says how much the finding matters for security.
	Risk Risk
}

// Risk is how much a finding matters for security. Higher values are worse.
type Risk uint8

// The risks.
const (
	NoRisk     Risk = iota
	LowRisk         // it helps an attacker who already has access
	MediumRisk      // data that should be protected may be read by more people than meant
	HighRisk        // a secret is exposed, or everyone has access
)

// Area is a group of codes about one part of the language, a section of the
// documentation.
type Area struct {
	Title        string
	Category     Category
	About        string // what the codes are about, in a few words
	Varies       bool   // whether findings depend on the selected stack, on other programs or on other files
	Declarations []Declaration
}

// Category is what findings are about, for people who choose among them.
type Category string

// The categories. The empty one stands for Correctness.
const (
	Correctness Category = "correctness"
	Secrets     Category = "secrets"
	Security    Category = "security"
	Deprecation Category = "deprecation"
	Unused      Category = "unused"
	Style       Category = "style"
)
