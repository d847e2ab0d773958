package schema

import (
	"fmt"
	"strings"
	"sync"
)

// This file is the package that needs no schema file.

// Builtin is the package named pulumi, which every program may use.
func Builtin() *Package { return builtin() }

var builtin = sync.OnceValue(func() *Package {
	p, err := Open(strings.NewReader(builtinText), int64(len(builtinText)))
	if err != nil {
		panic(fmt.Sprintf("schema: the built-in package: %v", err))
	}
	return p
})

// StackReference is the token of the resource that reads the outputs of another stack.
const StackReference = "pulumi:pulumi:StackReference"

// Kept returns the input whose first value an output of a resource keeps; empty if a type promises nothing of the kind.
func Kept(token, output string) (input string) { return kept[[2]string{token, output}] }

var kept = map[[2]string]string{{"pulumi:index:Stash", "output"}: "input"}

// The module format makes pulumi:pulumi:StackReference, pulumi:index:StackReference
// and pulumi::StackReference one token.
const builtinText = `{
"name": "pulumi",
"description": "What every program can use without a provider.",
"meta": {"moduleFormat": "^(?:pulumi$)?(.*)$"},
"resources": {
"pulumi:pulumi:StackReference": {
  "description": "The outputs of another stack.",
  "inputProperties": {
    "name": {"type": "string", "description": "The stack, as organization/project/stack.", "willReplaceOnChanges": true}
  },
  "requiredInputs": ["name"],
  "properties": {
    "name": {"type": "string", "description": "The stack whose outputs these are."},
    "outputs": {"type": "object", "additionalProperties": {"$ref": "pulumi.json#/Any"}, "description": "The outputs of the stack."},
    "secretOutputNames": {"type": "object", "additionalProperties": {"type": "string"}, "description": "Which of the outputs are secret."}
  },
  "required": ["outputs"]
},
"pulumi:index:Stash": {
  "description": "A value that is kept in the state of the stack.",
  "inputProperties": {
    "input": {"$ref": "pulumi.json#/Any", "description": "The value to keep."}
  },
  "requiredInputs": ["input"],
  "properties": {
    "input": {"$ref": "pulumi.json#/Any", "description": "The value that was given last."},
    "output": {"$ref": "pulumi.json#/Any", "description": "The value that is kept."}
  },
  "required": ["input", "output"]
}
}
}`
