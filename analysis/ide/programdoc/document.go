package programdoc

// This file declares the document.

// Use says how a program is used.
type Use uint8

const (
	// AsComponent is a program that component blocks of other programs run.
	AsComponent Use = iota
	// ByItself is a program that its project runs.
	ByItself
)

// mostRows limits each list of a document, and mostNames the names in a row.
const (
	mostRows  = 500
	mostNames = 20
)

// Document describes a program. Lists are in declaration order, but for resources and
// components, which are sorted.
type Document struct {
	Name        string      `json:"name"`
	Description string      `json:"description,omitempty"`
	Inputs      []Input     `json:"inputs"`
	Outputs     []Output    `json:"outputs"`
	Resources   []Made      `json:"resources"`
	Components  []Made      `json:"components"`
	Example     string      `json:"example,omitempty"` // source text; only of components
	LeftOut     LeftOutRows `json:"leftOut,omitzero"`
	use         Use
}

// LeftOutRows counts what the lists of a document do not show.
type LeftOutRows struct {
	Inputs     int `json:"inputs,omitempty"`
	Outputs    int `json:"outputs,omitempty"`
	Resources  int `json:"resources,omitempty"`
	Components int `json:"components,omitempty"`
}

// Input is a config.
type Input struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Required    bool   `json:"required"`
	Default     string `json:"default,omitempty"` // source text, or (secret)
	Secret      bool   `json:"secret,omitempty"`
	Nullable    bool   `json:"nullable,omitempty"`
	Description string `json:"description,omitempty"`
}

// Output is an output.
type Output struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Secret      bool   `json:"secret,omitempty"`
	Unknown     bool   `json:"unknown,omitempty"` // it may be unknown during a preview
	Description string `json:"description,omitempty"`
}

// Made lists the blocks of one type that a program has: a resource type, or the source of a
// component.
type Made struct {
	Type  string   `json:"type"`
	Names []string `json:"names"`
	// Ranged says that one of the blocks may make several resources, or none.
	Ranged bool `json:"ranged,omitempty"`
	// LeftOut counts blocks whose names are not listed.
	LeftOut int `json:"leftOut,omitempty"`
}
