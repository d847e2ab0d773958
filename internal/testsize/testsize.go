// Package testsize holds the sizes of tests whose size is arbitrary: how many random programs, edits or types a law is tested on, how deep or long a
// hostile text is, and at how many places of a file requests are sent.
//
// The environment variable PCL_LSP_TEST_SIZE selects one of three sizes:
//
//   - usual, the default, is for `go test` and `make test`. A person waits for it, so a test takes at most a few seconds.
//   - race is for runs with the race detector, which makes code about ten times slower. Races show up after a few
//     cases; the usual run covers the rest.
//   - long is for `make test-long`, which tries everything at its full size.
//
// Seeds are fixed in the tests: a larger size tries the same cases and more, and every run of one size tries the same ones. A test that needs no more
// than a second at its full size has no entry here.
package testsize

import (
	"fmt"
	"os"
)

// Variable is the environment variable that selects the size.
const Variable = "PCL_LSP_TEST_SIZE"

const (
	usual = iota
	race
	long
)

var selected = read(os.Getenv(Variable))

func read(name string) int {
	switch name {
	case "", "usual":
		return usual
	case "race":
		return race
	case "long":
		return long
	}
	panic(fmt.Sprintf("%s is %q; use usual, race or long", Variable, name))
}

func of(sizes ...int) int { return sizes[selected] }

// all is a number that no test reaches.
const all = 1 << 40

// Race reports whether the race detector watches this run.
func Race() bool { return selected == race }

// Long reports whether tests run at their full size.
func Long() bool { return selected == long }

// Each row lists the usual size, the size under the race detector, and the full size.
var (
	// Types is the number of distinct random types that each law of the type system is tried on.
	Types = of(15_000, 2_000, 100_000)

	// Sentences is the number of random expressions whose values are compared between evaluators.
	Sentences = of(2_000, 200, 20_000)

	// Rings is the number of programs whose items need each other in a circle.
	Rings = of(500, 50, all)

	// EachRing says that one of so many programs with circles goes through every command.
	EachRing = of(10, 100, 1)

	// SchemaBytes is the compressed size of the largest published schema that is read. Only its size sets the largest one apart.
	SchemaBytes = of(5_000_000, 200_000, all)

	// SchemaChanges is the number of times that each schema is changed at random.
	SchemaChanges = of(15, 3, 150)
	// DecodedBytes is the size of schemas whose members are all decoded; of a schema ten times as large every tenth member is.
	DecodedBytes = of(1_000_000, 100_000, all)
	// SchemaMembers is the number of resources and functions of each large schema for which a program is checked.
	SchemaMembers = of(60, 10, all)

	// FaultSteps is how many of the steps that a fault fits fail, for each command.
	FaultSteps = of(2, 2, all)

	// Mutations is the number of small mistakes that are made in valid programs.
	Mutations = of(1_000, 100, 100_000)
	// Mistakes is how many mistakes of each kind are made in valid programs, each known to be one.
	Mistakes = of(40, 4, 300)
	// RandomPrograms is the number of random programs of each family of schemas whose verdicts are compared with the recorded ones.
	RandomPrograms = of(150, 20, 5_000)
	// WrittenPrograms is the number of random programs of each large family whose texts are compared with the recorded ones.
	WrittenPrograms = of(500, 20, 5_000)
	// FlowRules is the number of rules of flows that are taken away, one at a time.
	FlowRules = of(0, 0, all)
	// RecordedFlows is the number of random programs whose flows are compared with what a run recorded.
	RecordedFlows = of(all, 100, all)

	// HostileShare divides the size of hostile programs that take seconds at their full size.
	HostileShare = of(4, 20, 1)
	// PlannedEdits is the number of recorded edits that are checked, each a program.
	PlannedEdits = of(300, 40, all)
	// MarkedPrograms is the number of random programs whose secret marks are followed through evaluation.
	MarkedPrograms = of(1_500, 500, 6_000)

	// JudgedPrograms is the number of random programs on which random rules are compared with runs.
	JudgedPrograms = of(60, 10, 1_000)
	// StarterPrograms is the number of random programs on which the starter rules are compared with runs.
	StarterPrograms = of(300, 60, 5_000)

	// MovedPrograms is the number of random programs of which every refactoring that keeps names is made.
	MovedPrograms = of(12, 3, 300)
	// RefactoredEvery chooses each n-th recorded program whose refactorings are made again.
	RefactoredEvery = of(12, 40, 1)

	// EditedSeeds is the number of random edit sequences after which a file must equal a fresh parse.
	EditedSeeds = of(2, 1, 6)
	// TokenEdits is the number of edits after which the differences of semantic tokens are applied.
	TokenEdits = of(40, 10, 150)
	// FormatEvery and RenameEvery choose each n-th text and each n-th name.
	FormatEvery = of(8, 40, 1)
	RenameEvery = of(8, 80, 1)
	// FormatDepth is the depth of nested texts that the formatter leaves alone.
	FormatDepth = of(20_000, 2_000, 100_000)

	// SchemaSequences is the number of random sequences of changes to schemas and to what decides on them.
	SchemaSequences = of(30, 5, 2_000)
	// EditSequences is the number of random sequences of changes to a workspace; DiskSequences is that on a real disk.
	EditSequences = of(80, 16, 240)
	// RuleSequences is that for rules of teams and for upgrades, and ExpensiveRuleSequences that for rules that come to their budget.
	RuleSequences          = of(400, 20, 1_200)
	ExpensiveRuleSequences = of(8, 1, 60)
	// Workspaces is the number of random workspaces that commands and the server run on.
	Workspaces    = of(20, 5, 400)
	DiskSequences = of(5, 2, 15)
	// ReadWhileEdited is how often a program is read at the moment in which its component is edited.
	ReadWhileEdited = of(1_000, 200, 20_000)

	// BesideSequences is the number of sequences with questions from other goroutines beside them.
	BesideSequences = of(8, 3, 16)

	// Renames is the number of names of each text that are replaced, to see what that does to its layout.
	Renames = of(1, 1, 20)
	// SweepEvery chooses each n-th byte of every fixture and program; all requests about a place are sent there.
	SweepEvery = of(211, 2_111, 1)
	// SecretEvery chooses each n-th byte of programs with secrets; all requests about a place are sent there.
	SecretEvery = of(3, 29, 1)
	// CutEvery chooses each n-th byte at which a text is cut.
	CutEvery = of(2_321, 20_011, 1)
	// WalkWithout and WalkWithOnly choose the bytes to ask about for clients that lack one capability or have only one.
	WalkWithout  = of(61, 499, 7)
	WalkWithOnly = of(251, 251, 43)
	// QuestionEvery chooses each n-th text of the fixtures for the questions fuzzer.
	QuestionEvery = of(8, 80, 1)
	// StormEdits is the number of edits of TestStorm; answers about each StormCompares-th version are compared with those of a fresh server.
	StormEdits    = of(60, 30, 150)
	StormCompares = of(30, 30, 10)
	// AnsweredDepth is the depth of nested texts about which every request is answered.
	AnsweredDepth = of(2_500, 2_500, 100_000)
	// CostSize is the smallest size of programs whose cost is measured.
	CostSize = of(60, 25, 100)
	// HostileSize is the size of programs about which every request, command and tool is cancelled.
	HostileSize = of(10_000, 2_000, 50_000)
	// HostileParts is the part of the shapes of programs on which each of them is cancelled.
	HostileParts = of(24, 29, 1)
	// BusySteps is the number of steps of a client that does everything at once.
	BusySteps = of(30, 15, 60)
	// LineBytes, Blocks, ExtremeDepth and DocumentBytes are the sizes of extreme documents and messages.
	LineBytes     = of(1<<20, 1<<17, 10<<20)
	Blocks        = of(5_000, 1_000, 100_000)
	ExtremeDepth  = of(100_000, 10_000, 1_000_000)
	DocumentBytes = of(5<<20, 1<<20, 50<<20)
	// LastingServers is the number of servers that are compared with fresh ones after edits.
	LastingServers = of(6, 2, 300)
	// HostileTexts is the number of random texts that are put into every place of a page.
	HostileTexts = of(3_000, 100, 20_000)
	// LeakStep is how far apart the places are at which every request is sent about programs with secrets.
	LeakStep = of(7, 60, 1)
	// SoakOperations is the number of operations in TestSoak; `make soak` chooses its own.
	SoakOperations = of(1000, 1000, 1500)

	// GrammarEdits is how many times the tree-sitter grammar reads each text of the repository after random edits.
	GrammarEdits = of(3, 1, 100)
)
