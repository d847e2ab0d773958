// Package convert rewrites declarations of other languages as PCL: blocks of Terraform, programs and resources of Pulumi YAML, resources of a state, and
// manifests of Kubernetes.
//
// Readers for Terraform (terraform.go, body.go) and for documents (document.go, pulumiyaml.go) turn the source into members and values (value.go). These
// have the names and shapes of the source. The schema then decides what they are in PCL (fit.go): which input a name means, whether repeated blocks are a
// list, and whether a path is an asset. The writer prints the result.
//
// Bridged schemas do not contain the names of Terraform. So a resource type is found by its words, and if these fit several tokens, by the inputs that
// the block sets (token.go). Nothing is guessed beyond that: a block or value without a clear counterpart stays in place as a comment, which begins with
// the reason.
//
// Expressions have the same grammar in both languages. They keep their text except for references and calls, so that their layout and comments survive.
//
// Invariant: the text of each converted item parses and is formatted.
//
// Invariant: the work is in proportion to the text, which has a limit, and to the number of tokens in the packages that it names.
package convert
