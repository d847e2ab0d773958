package language

// This file declares the closed sets of rules that entries of the table of builtins
// choose from. Package check implements each rule once, package taint those about what
// values carry, and package evaluate those about values.

// Role says what an argument is used for beyond its type.
type Role uint8

// The roles of arguments.
const (
	RoleValue          Role = iota
	RoleResource            // a single resource, not only a value of its type
	RoleStackReference      // a reference to another stack
	RoleCollection          // something to iterate over
	RoleFile                // the path of a file that the run reads
	RoleAssetFile           // the path of a file that becomes an asset
	RoleArchivePath         // the path of a directory or an archive file
	RoleAssetAddress        // the URI of an asset
	RoleArchiveAddress      // the URI of an archive
	RoleAssetText           // the content of an asset
	RoleAssetMembers        // the members of an archive, by path
	RoleFunctionToken       // the token of a function of a package
	RoleMethodName          // the name of a method of the resource before it
)

// IsPath reports whether the argument is a path on the disk.
func (r Role) IsPath() bool {
	return r == RoleFile || r == RoleAssetFile || r == RoleArchivePath
}

// IsAssetLocation reports whether the argument is the path or URI of an asset or archive.
func (r Role) IsAssetLocation() bool {
	return r == RoleAssetFile || r == RoleArchivePath || r == RoleAssetAddress || r == RoleArchiveAddress
}

// IsWrittenOut reports whether the argument must be a literal.
func (r Role) IsWrittenOut() bool { return r == RoleFunctionToken || r == RoleMethodName }

// Source says where the signature of a function comes from.
type Source uint8

// The sources of signatures.
const (
	SourceTable    Source = iota // the table of builtins
	SourceFunction               // the function of a package that the token names
	SourceMethod                 // the method of a resource
)

// FlowRule says how unknown and secret values pass through a call.
type FlowRule uint8

// The flow rules.
const (
	FlowMerged       FlowRule = iota // the result carries what all arguments carry
	FlowSecret                       // the first argument, and secret
	FlowUnsecret                     // the first argument without its secret mark
	FlowGathered                     // what all arguments carry, but known where only members of them are unknown
	FlowElement                      // one element of the first argument, at the index in the second
	FlowLookup                       // one member of the first argument, or the third one
	FlowEntries                      // a list of the keys and members of the first argument
	FlowSingle                       // the only element of the first argument
	FlowFirstSuccess                 // the first argument that can be evaluated
	FlowSuccess                      // whether the first argument can be evaluated
	FlowEither                       // one of the two arguments
	FlowLate                         // unknown until the run
	FlowFunction                     // what a function of a package returns
	FlowMethod                       // what a method of a resource returns
)

// OnlyPasses reports whether a call carries nothing if its arguments carry nothing, and whether that is
// as it should be.
func (r FlowRule) OnlyPasses() bool {
	switch r {
	case FlowSecret, FlowUnsecret, FlowLate, FlowFunction, FlowMethod:
		return false
	}
	return true
}

// TextRule says whether a function makes one text of everything in its arguments.
type TextRule uint8

// The text rules.
const (
	TextNone       TextRule = iota
	TextSerialized          // the whole value, written as text
	TextJoined              // the strings in a list, one after the other
)

// Evaluation says which arguments of a call are evaluated, and what happens to failures.
type Evaluation uint8

// The evaluations.
const (
	EvaluateAll          Evaluation = iota // all arguments, and any failure is that of the call
	EvaluateFirstSuccess                   // arguments in order, until one succeeds
	EvaluateSuccess                        // the argument, and the result tells whether it succeeds
	EvaluateRecovery                       // the second argument if the first fails
	EvaluateReplacement                    // the second argument where the resource of the first failed
)

// Catches reports whether a call catches failures of its argument at an index.
func (e Evaluation) Catches(argument, count int) bool {
	return e == EvaluateSuccess || e.TriesFirst() && argument < count-1
}

// TriesFirst reports whether an argument is evaluated because the one before it fails.
func (e Evaluation) TriesFirst() bool { return e == EvaluateFirstSuccess || e == EvaluateRecovery }

// CatchesFailures reports whether a call catches failures of arguments at all.
func (e Evaluation) CatchesFailures() bool {
	return e == EvaluateSuccess || e.TriesFirst()
}

// HostFact is a fact about a run.
type HostFact uint8

// The facts about a run that the selected stack tells, and those that the registration of the argument does.
const (
	HostNone HostFact = iota
	HostStack
	HostProject
	HostResourceType
	HostResourceName
)
