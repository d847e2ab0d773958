package schema

import "github.com/go-json-experiment/json/jsontext"

// This file is the JSON form of what a schema declares, as far as it is read.

// typeSpec is a use of a type.
type typeSpec struct {
	Type                 string             `json:"type"`
	Ref                  string             `json:"$ref"`
	Items                *typeSpec          `json:"items"`
	AdditionalProperties *typeSpec          `json:"additionalProperties"`
	OneOf                []*typeSpec        `json:"oneOf"`
	Discriminator        *discriminatorSpec `json:"discriminator"`
	Plain                bool               `json:"plain"`
}

type discriminatorSpec struct {
	PropertyName string            `json:"propertyName"`
	Mapping      map[string]string `json:"mapping"`
}

// propertySpec is a property: the use of a type with what is said about it.
type propertySpec struct {
	typeSpec

	Description          string         `json:"description"`
	Deprecation          string         `json:"deprecationMessage"`
	Const                jsontext.Value `json:"const"`
	Default              jsontext.Value `json:"default"`
	DefaultInfo          *defaultSpec   `json:"defaultInfo"`
	Secret               bool           `json:"secret"`
	ReplaceOnChanges     bool           `json:"replaceOnChanges"`
	WillReplaceOnChanges bool           `json:"willReplaceOnChanges"`
}

type defaultSpec struct {
	Environment []string `json:"environment"`
}

// configSpec is the configuration that a package takes. The required variables are
// named by a word of its own.
type configSpec struct {
	Variables map[string]*propertySpec `json:"variables"`
	Required  []string                 `json:"defaults"`
}

// objectSpec is a set of properties.
type objectSpec struct {
	Description string                   `json:"description"`
	Properties  map[string]*propertySpec `json:"properties"`
	Required    []string                 `json:"required"`
}

// typeDefSpec is a member of types without its properties.
type typeDefSpec struct {
	Type        string     `json:"type"`
	Description string     `json:"description"`
	Deprecation string     `json:"deprecationMessage"`
	Enum        []enumSpec `json:"enum"`
}

type enumSpec struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Deprecation string         `json:"deprecationMessage"`
	Value       jsontext.Value `json:"value"`
}

type resourceSpec struct {
	Description     string                   `json:"description"`
	Deprecation     string                   `json:"deprecationMessage"`
	Properties      map[string]*propertySpec `json:"properties"`
	Required        []string                 `json:"required"`
	InputProperties map[string]*propertySpec `json:"inputProperties"`
	RequiredInputs  []string                 `json:"requiredInputs"`
	StateInputs     *objectSpec              `json:"stateInputs"`
	ListInputs      *objectSpec              `json:"listInputs"`
	IsComponent     bool                     `json:"isComponent"`
	IsOverlay       bool                     `json:"isOverlay"`
	Methods         map[string]string        `json:"methods"`
	Aliases         []jsontext.Value         `json:"aliases"` // objects, and texts where a schema is at fault
}

type functionSpec struct {
	Description   string         `json:"description"`
	Deprecation   string         `json:"deprecationMessage"`
	Inputs        *objectSpec    `json:"inputs"`
	Outputs       jsontext.Value `json:"outputs"`
	ReturnType    jsontext.Value `json:"returnType"`
	MultiArgument []string       `json:"multiArgumentInputs"`
	IsOverlay     bool           `json:"isOverlay"`
}

// result is what the function returns, in either of the two places for it; nil if it
// returns nothing.
func (s *functionSpec) result() jsontext.Value {
	for _, text := range []jsontext.Value{s.Outputs, s.ReturnType} {
		if kind := text.Kind(); kind != 0 && kind != 'n' {
			return text
		}
	}
	return nil
}

// returnSpec is what a function returns: an object written out, or a use of a
// type.
type returnSpec struct {
	typeSpec
	objectSpec
	// Plain is a boolean here and a list of names in old schemas.
	Plain jsontext.Value `json:"plain"`
}

// isObject reports whether the properties are written out. A result of which
// nothing is said is an object without properties.
func (s *returnSpec) isObject() bool {
	if s.Properties != nil {
		return true
	}
	return (s.Type == "object" || s.Type == "") && s.AdditionalProperties == nil && s.Ref == "" && s.OneOf == nil
}
