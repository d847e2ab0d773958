package schema_test

import "encoding/json"

// This file is a package schema as Go types with everything in it, which is how
// tools read schemas that read all of them.

type packageSpec struct {
	Name              string                  `json:"name"`
	DisplayName       string                  `json:"displayName"`
	Version           string                  `json:"version"`
	Description       string                  `json:"description"`
	Keywords          []string                `json:"keywords"`
	Homepage          string                  `json:"homepage"`
	License           string                  `json:"license"`
	Attribution       string                  `json:"attribution"`
	Repository        string                  `json:"repository"`
	LogoURL           string                  `json:"logoUrl"`
	PluginDownloadURL string                  `json:"pluginDownloadURL"`
	Publisher         string                  `json:"publisher"`
	Meta              map[string]any          `json:"meta"`
	Config            objectSpec              `json:"config"`
	Types             map[string]typeSpec     `json:"types"`
	Provider          resourceSpec            `json:"provider"`
	Resources         map[string]resourceSpec `json:"resources"`
	Functions         map[string]functionSpec `json:"functions"`
	Language          map[string]rawText      `json:"language"`
}

type rawText = json.RawMessage

type useSpec struct {
	Type                 string             `json:"type"`
	Ref                  string             `json:"$ref"`
	Items                *useSpec           `json:"items"`
	AdditionalProperties *useSpec           `json:"additionalProperties"`
	OneOf                []useSpec          `json:"oneOf"`
	Discriminator        *discriminatorSpec `json:"discriminator"`
	Plain                bool               `json:"plain"`
}

type discriminatorSpec struct {
	PropertyName string            `json:"propertyName"`
	Mapping      map[string]string `json:"mapping"`
}

type propertySpec struct {
	useSpec
	Description          string             `json:"description"`
	Const                any                `json:"const"`
	Default              any                `json:"default"`
	DefaultInfo          *defaultSpec       `json:"defaultInfo"`
	DeprecationMessage   string             `json:"deprecationMessage"`
	Language             map[string]rawText `json:"language"`
	Secret               bool               `json:"secret"`
	ReplaceOnChanges     bool               `json:"replaceOnChanges"`
	WillReplaceOnChanges bool               `json:"willReplaceOnChanges"`
}

type defaultSpec struct {
	Environment []string           `json:"environment"`
	Language    map[string]rawText `json:"language"`
}

type objectSpec struct {
	Description string                  `json:"description"`
	Properties  map[string]propertySpec `json:"properties"`
	Type        string                  `json:"type"`
	Required    []string                `json:"required"`
	Plain       []string                `json:"plain"`
	Language    map[string]rawText      `json:"language"`
	IsOverlay   bool                    `json:"isOverlay"`
}

type typeSpec struct {
	objectSpec
	Enum []enumSpec `json:"enum"`
}

type enumSpec struct {
	Name               string `json:"name"`
	Description        string `json:"description"`
	Value              any    `json:"value"`
	DeprecationMessage string `json:"deprecationMessage"`
}

type aliasSpec struct {
	Name    *string `json:"name"`
	Project *string `json:"project"`
	Type    *string `json:"type"`
}

type resourceSpec struct {
	objectSpec
	InputProperties    map[string]propertySpec `json:"inputProperties"`
	RequiredInputs     []string                `json:"requiredInputs"`
	PlainInputs        []string                `json:"plainInputs"`
	StateInputs        *objectSpec             `json:"stateInputs"`
	Aliases            []aliasSpec             `json:"aliases"`
	DeprecationMessage string                  `json:"deprecationMessage"`
	IsComponent        bool                    `json:"isComponent"`
	Methods            map[string]string       `json:"methods"`
}

type functionSpec struct {
	Description         string             `json:"description"`
	Inputs              *objectSpec        `json:"inputs"`
	MultiArgumentInputs []string           `json:"multiArgumentInputs"`
	Outputs             *objectSpec        `json:"outputs"`
	DeprecationMessage  string             `json:"deprecationMessage"`
	Language            map[string]rawText `json:"language"`
	IsOverlay           bool               `json:"isOverlay"`
}
