// Package analysis answers questions about PCL programs: which names and types they have, what their values carry, and what is wrong with them.
//
// It is a façade without logic: [check] computes types and findings, [taint] computes what values carry, [clash] compares the
// declarations of a program, and [lint] holds the rules. Editor features, the workspace and the commands use this package, so
// the packages behind it can change.
package analysis

import (
	"context"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/clash"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/lenient"
	"github.com/pcl-lsp/pcl-lsp/analysis/lint"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/packageblock"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/taint"
	"github.com/pcl-lsp/pcl-lsp/analysis/typeexpr"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
)

// The results of checking a program.
type (
	// Attribute is something that can be set in a body and that no package schema declares.
	Attribute = checked.Attribute
	// Callers returns the programs that use the program in a directory as a component.
	Callers = taint.Callers
	// ComponentMember is one input or output of a program that is used as a component.
	ComponentMember = checked.ComponentMember
	// ConfigDeclaration is one config of a program.
	ConfigDeclaration = checked.ConfigDeclaration
	// Diagnostic is one finding in one file.
	Diagnostic = diagnostic.Diagnostic
	// TeamRule is what a rule of a team says about itself, and Offer a fix that comes with a finding.
	TeamRule = diagnostic.TeamRule
	Offer    = diagnostic.Offer
	// Dump is everything about a program and the programs of its components.
	Dump = dump.Dump
	// DumpedExpression is one expression.
	DumpedExpression = dump.Expression
	// Explainer is a [Schemas] that can say why a package is served as it is; false if it cannot after all.
	Explainer = checked.Explainer
	// File is what the world says of a path.
	File = check.File
	// FileFindings are the findings in one file.
	FileFindings = checked.FileFindings
	// FileKind is what is at a path.
	FileKind = check.FileKind
	// FileContent describes what is in a file.
	FileContent = checked.FileContent
	// FileName is one name in a directory.
	FileName = checked.FileName
	// Identity identifies an item with everything that its check found out.
	Identity = checked.Identity
	// Info is what the check of one item found out.
	Info = check.Info
	// ItemPass is what a linter sees of one item.
	ItemPass = check.ItemPass
	// Mode says which rules are relaxed.
	Mode = lenient.Mode
	// Object is something that has a name: a declaration of the program or a variable inside one item.
	Object = check.Object
	// ObjectKind says what a name denotes.
	ObjectKind = check.ObjectKind
	// Observer is told of work while it is done, by whoever does it; it must not ask the program anything.
	Observer = program.Observer
	// Occurrence is one name in the source and what it denotes.
	Occurrence = check.Occurrence
	// OccurrenceKind says how a name is used.
	OccurrenceKind = check.OccurrenceKind
	// Location describes one offset of a file.
	Location = checked.Location
	// Program is the program in one directory: all its files share one scope.
	Program = checked.Program
	// ProgramPass is what a linter sees of a program as a whole.
	ProgramPass = checked.ProgramPass
	// PublicNames are patterns for inputs that hold names, identifiers, tags and the like.
	PublicNames = sensitive.PublicNames
	// Related is a second place that belongs to a finding, such as the earlier of two declarations.
	Related = diagnostic.Related
	// Report is what was found in the files of a program.
	Report = checked.Report
	// ResultKind is what a result is about.
	ResultKind = program.ResultKind
	// Schemas finds package schemas.
	Schemas = checked.Schemas
	// PackageOverride says how programs would be with another version of a package.
	PackageOverride = checked.PackageOverride
	// ItemView is a view of one item at one moment: its results, and what its names denote.
	ItemView = taint.ItemView
	// Seen is which version of a program views were valid for.
	Seen = checked.Seen
	// Stack is the configuration of one stack, as it is stored.
	Stack = check.Stack
	// StackValue is the value that a stack's configuration has for a key.
	StackValue = check.StackValue
	// Taint is what a value carries: the zero Taint is that of a public value which is known and comes from nowhere.
	Taint = taint.Taint
	// Taints are those of the expressions of an item.
	Taints = taint.Taints
	// Use is a use of a name of the program in a file.
	Use = checked.Use
	// Work is one result about an item that a question needed and that was not known to hold.
	Work = program.Work
	// World is what a program needs from outside its directory.
	World = checked.World
)

// The kinds of files that a [World] tells of.
const (
	FileAbsent    = check.FileAbsent
	FileDirectory = check.FileDirectory
	FileRegular   = check.FileRegular
	FileUnknown   = check.FileUnknown
)

// The kinds of objects.
const (
	ObjectArgs         = check.ObjectArgs
	ObjectComponent    = check.ObjectComponent
	ObjectConfig       = check.ObjectConfig
	ObjectHook         = check.ObjectHook
	ObjectLocal        = check.ObjectLocal
	ObjectLoopVariable = check.ObjectLoopVariable
	ObjectOutput       = check.ObjectOutput
	ObjectProperty     = check.ObjectProperty
	ObjectPulumi       = check.ObjectPulumi
	ObjectRange        = check.ObjectRange
	ObjectRead         = check.ObjectRead
	ObjectRecoverError = check.ObjectRecoverError
	ObjectResource     = check.ObjectResource
)

// The kinds of occurrences.
const (
	OccurAttribute     = check.OccurAttribute
	OccurDeclaration   = check.OccurDeclaration
	OccurFunction      = check.OccurFunction
	OccurFunctionToken = check.OccurFunctionToken
	OccurKey           = check.OccurKey
	OccurKeyword       = check.OccurKeyword
	OccurMember        = check.OccurMember
	OccurMethod        = check.OccurMethod
	OccurOption        = check.OccurOption
	OccurPackage       = check.OccurPackage
	OccurResourceToken = check.OccurResourceToken
	OccurSource        = check.OccurSource
	OccurTypeText      = check.OccurTypeText
	OccurVariable      = check.OccurVariable
)

// ConfigDescription is the literal description of a config block, empty when it
// has none.
func ConfigDescription(it *syntax.Item) string { return checked.ConfigDescription(it) }

// ContentSpan is an item in its file without the comments and blank lines around
// it; for an item that has no tree it begins at its first word.
func ContentSpan(it syntax.Placed) syntax.Span { return tree.ContentSpan(it) }

// CommentAbove is the comment directly above an item, without the signs that make it one.
func CommentAbove(it syntax.Placed) string { return tree.CommentAbove(it) }

// CommentAtTop is the comment with which a text begins, unless an item follows directly.
func CommentAtTop(text string) string { return tree.CommentAtTop(text) }

// DumpProgram dumps a program and, after it, the programs of its components, each
// once. It has no constants of secrets. The error is that of the context.
func DumpProgram(ctx context.Context, p *Program) (*Dump, error) {
	dump, err := dump.Program(ctx, p)
	if err == nil {
		dump.Conceal()
	}
	return dump, err
}

// SecretArguments are the arguments of functions that make secrets, except for names.
func SecretArguments(n hclsyntax.Node) []syntax.Span { return sensitive.Arguments(n) }

// Secrets are the secrets in the text of an item: see [sensitive.Secrets].
type Secrets = sensitive.Secrets

// SecretsIn returns the secrets in the text of an item.
func SecretsIn(i *Info, it *syntax.Item) Secrets { return sensitive.In(it, i.Declared()) }

// HasSecretValue reports whether an expression is, or has in it, a secret default or input: see [sensitive.HasValue].
func HasSecretValue(i *Info, it *syntax.Item, e hclsyntax.Expression) bool {
	return sensitive.HasValue(it, i.Declared(), e)
}

// EqualRefs reports whether two package blocks say the same.
func EqualRefs(a, b schema.Ref) bool { return packageblock.Equal(a, b) }

// RelativePath is the way from one clean absolute path to another.
func RelativePath(from, to string) string { return diagnostic.RelativePath(from, to) }

// IsVersion reports whether a text is a strict semantic version: three numbers,
// an optional pre-release and build part, no leading v.
func IsVersion(text string) bool { return versions.IsVersion(text) }

// ItemLabel names an item by its keyword and name. It holds nothing else of the
// text.
func ItemLabel(it *syntax.Item) string { return program.ItemLabel(it) }

// LiteralKey is the text of an object key that is a literal: a bare word, a quoted
// text without interpolation, a number.
func LiteralKey(key hclsyntax.Expression) (string, bool) { return tree.LiteralKey(key) }

// LogicalName is the name that an item has outside the program: its
// __logicalName, or else its lexical name.
func LogicalName(it *syntax.Item) string { return tree.LogicalName(it) }

// passes are those of all programs.
var passes = []checked.Pass{taint.Pass{}, clash.Pass{}}

// NewProgram puts the files of a directory together. Nothing is checked. Results
// of prev are taken over where what they were computed from is unchanged; prev
// may be nil.
func NewProgram(dir string, files []*syntax.File, world World, prev *Program) *Program {
	world.Linter, world.Passes = lint.Linter, passes
	return checked.NewProgram(dir, files, world, prev)
}

// EditionOf returns the version of the language that a program is judged by, and why.
func EditionOf(p *Program) language.Edition { return checked.EditionOf(p) }

// WithItemViews is a context for a report that shows the views of the items in some files while they are checked: see [taint.WithItemViews].
func WithItemViews(ctx context.Context, byFile map[string]func(*ItemView)) context.Context {
	return taint.WithItemViews(ctx, byFile)
}

// ItemViews makes the views of some items of a file: see [taint.ItemViews].
func ItemViews(ctx context.Context, p *Program, filePath string, items []int, known func(n int) *ItemView, fresh func(n int, s *ItemView)) error {
	return taint.ItemViews(ctx, p, filePath, items, known, fresh)
}

// ItemViewWithCallers is the view of an item for which the values that callers pass count, too.
func ItemViewWithCallers(ctx context.Context, p *Program, it syntax.Placed, callers Callers) (*ItemView, error) {
	return taint.ItemViewWithCallers(ctx, p, it, callers)
}

// TaintsIn returns the taints of all expressions of an item. The error is that of the context.
func TaintsIn(ctx context.Context, p *Program, it syntax.Placed) (Taints, error) {
	return taint.TaintsIn(ctx, p, it)
}

// TaintOf returns the taint of a declaration's name.
func TaintOf(ctx context.Context, p *Program, o *Object) Taint { return taint.TaintOf(ctx, p, o) }

// Observed is a context for questions whose work an observer wants to know. Questions
// without one pay nothing for it.
func Observed(ctx context.Context, o Observer) context.Context { return program.Observed(ctx, o) }

// PackageRef is the package that a package block declares; false for other items
// and for blocks that name none.
func PackageRef(it *syntax.Item) (schema.Ref, bool) { return packageblock.Ref(it) }

// ParameterizationAttributes are what the parameterization of a package block
// sets.
func ParameterizationAttributes() []Attribute { return checked.ParameterizationAttributes() }

// ParseMode reads a mode as users write it: strict, lenient, or a list such as
// "vars,props" of what is relaxed.
func ParseMode(text string) (Mode, error) { return lenient.Parse(text) }

// ParsePublicNames reads patterns as users write them: the name of an input, or a
// way to a member of it with dots, in which * stands for any characters and a
// leading ! makes an exception. No patterns at all mean that no input holds names.
//
// The error is for users.
func ParsePublicNames(patterns []string) (PublicNames, error) {
	return sensitive.ParsePublicNames(patterns)
}

// PlainText is the text of a string without interpolation.
func PlainText(e hclsyntax.Expression) (string, bool) { return tree.PlainText(e) }

// RangeAttribute returns the range option of an item, or nil. A second options block, which
// is an error, is ignored.
func RangeAttribute(it *syntax.Item) *hclsyntax.Attribute { return options.Range(it) }

// ParentOption returns the parent option of an item, or nil.
func ParentOption(it *syntax.Item) *hclsyntax.Attribute { return options.Parent(it) }

// FormerName is one alias: a URN, or the parts of one that were different.
type FormerName = options.FormerName

// FormerNames returns the aliases of a resource that are written out. Others are left out.
func FormerNames(it *syntax.Item) []FormerName { return options.FormerNames(it) }

// ReadInputs are the inputs of a read block for a resource, of which nothing may be
// known.
func ReadInputs(r *schema.Resource) []*schema.Property { return check.ReadInputs(r) }

// ShortestCycle is a shortest way from a node back to itself, found breadth
// first; the node must be on a cycle. Edges are by node.
func ShortestCycle(edges [][]int32, start int32) []int32 { return program.ShortestCycle(edges, start) }

// StrongComponents numbers the strongly connected components of a graph so that
// every edge leads to an equal or smaller number, and says which nodes are on a
// cycle. It is Tarjan's algorithm with its own stack: chains of a hundred
// thousand locals must not exhaust the real one.
func StrongComponents(edges [][]int32) (component []int32, cyclic []bool) {
	return program.StrongComponents(edges)
}

// SuccessorOf is what the note of a deprecated resource names instead; of nothing if it names none that there is.
func SuccessorOf(r *schema.Resource) schema.Match { return check.SuccessorOf(r) }

// SuccessorOfFunction is what the note of a deprecated function names instead; of nothing if it names none that there is.
func SuccessorOfFunction(f *schema.Function) schema.Match { return check.SuccessorOfFunction(f) }

// TypeNames are the keywords and constructors of type expressions.
func TypeNames() (keywords, constructors []string) { return typeexpr.Names() }
