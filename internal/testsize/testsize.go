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
	"cmp"
	"fmt"
	"os"
	"slices"
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
	i := slices.Index([]string{usual: "usual", race: "race", long: "long"}, cmp.Or(name, "usual"))
	if i < 0 {
		panic(fmt.Sprintf("%s is %q; use usual, race or long", Variable, name))
	}
	return i
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
	Types     = of(15_000, 2_000, 100_000) // distinct random types that each law of the type system is tried on
	Sentences = of(2_000, 200, 20_000)     // random expressions whose values are compared between evaluators
	Rings     = of(500, 50, all)           // programs whose items need each other in a circle
	EachRing  = of(10, 100, 1)             // one of so many programs with circles goes through every command

	SchemaBytes   = of(5_000_000, 200_000, all) // compressed, of the largest published schema that is read
	SchemaChanges = of(15, 3, 150)              // times that each schema is changed at random
	DecodedBytes  = of(1_000_000, 100_000, all) // of schemas that are decoded; of those ten times as large, a tenth is
	SchemaMembers = of(60, 10, all)             // members of each large schema for which a program is checked

	FaultSteps      = of(2, 2, all)           // of the steps that a fault fits, those that fail, for each command
	Mutations       = of(1_000, 100, 100_000) // small mistakes that are made in valid programs
	Mistakes        = of(40, 4, 300)          // mistakes of each kind in valid programs, each known to be one
	RandomPrograms  = of(150, 20, 5_000)      // of each family of schemas, whose verdicts equal the recorded ones
	WrittenPrograms = of(500, 20, 5_000)      // of each large family, whose texts equal the recorded ones
	FlowRules       = of(0, 0, all)           // rules of flows that are taken away, one at a time
	RecordedFlows   = of(all, 100, all)       // random programs whose flows are compared with those of a run

	HostileShare    = of(4, 20, 1)          // divides the size of hostile programs that take seconds at their full size
	PlannedEdits    = of(300, 40, all)      // recorded edits that are checked, each a program
	MarkedPrograms  = of(1_500, 500, 6_000) // random programs whose secret marks are followed through evaluation
	JudgedPrograms  = of(60, 10, 1_000)     // random programs on which random rules are compared with runs
	StarterPrograms = of(300, 60, 5_000)    // random programs on which the starter rules are compared with runs
	MovedPrograms   = of(12, 3, 300)        // random programs of which every refactoring that keeps names is made
	RefactoredEvery = of(12, 40, 1)         // each n-th recorded program has its refactorings made again

	EditedSeeds = of(2, 1, 6)                // random edit sequences after which a file must equal a fresh parse
	TokenEdits  = of(40, 10, 150)            // edits after which the differences of semantic tokens are applied
	FormatEvery = of(8, 40, 1)               // each n-th text is formatted
	RenameEvery = of(8, 80, 1)               // each n-th name is renamed
	FormatDepth = of(20_000, 2_000, 100_000) // depth of nested texts that the formatter leaves alone
	Renames     = of(1, 1, 20)               // names of each text that are replaced, to see what its layout becomes

	SchemaSequences        = of(30, 5, 2_000)       // sequences of changes to schemas and to what decides on them
	EditSequences          = of(80, 16, 240)        // random sequences of changes to a workspace
	DiskSequences          = of(5, 2, 15)           // the same on a real disk
	RuleSequences          = of(400, 20, 1_200)     // the same for rules of teams and for upgrades
	ExpensiveRuleSequences = of(8, 1, 60)           // the same for rules that come to their budget
	BesideSequences        = of(8, 3, 16)           // sequences with questions from other goroutines beside them
	Workspaces             = of(20, 5, 400)         // random workspaces that commands and the server run on
	ReadWhileEdited        = of(1_000, 200, 20_000) // reads of a program while its component is edited

	SweepEvery    = of(211, 2_111, 1)    // requests are sent at each n-th byte of every fixture and program
	SecretEvery   = of(3, 29, 1)         // the same for programs with secrets
	CutEvery      = of(2_321, 20_011, 1) // a text is cut at each n-th byte
	WalkWithout   = of(61, 499, 7)       // each n-th byte is asked about for clients that lack one capability
	WalkWithOnly  = of(251, 251, 43)     // the same for clients that have only one
	QuestionEvery = of(8, 80, 1)         // each n-th text of the fixtures is for the questions fuzzer
	LeakStep      = of(7, 60, 1)         // how far apart requests are sent about programs with secrets
	StormEdits    = of(60, 30, 150)      // edits of TestStorm
	StormCompares = of(30, 30, 10)       // answers about each n-th version are compared with those of a fresh server

	AnsweredDepth  = of(2_500, 2_500, 100_000)      // depth of nested texts about which every request is answered
	CostSize       = of(60, 25, 100)                // smallest size of programs whose cost is measured
	HostileSize    = of(10_000, 2_000, 50_000)      // of programs about which everything is cancelled
	HostileParts   = of(24, 29, 1)                  // part of the shapes of programs on which it is cancelled
	HostileTexts   = of(3_000, 100, 20_000)         // random texts that are put into every place of a page
	BusySteps      = of(30, 15, 60)                 // steps of a client that does everything at once
	LineBytes      = of(1<<20, 1<<17, 10<<20)       // of a line of an extreme document
	Blocks         = of(5_000, 1_000, 100_000)      // of an extreme document
	ExtremeDepth   = of(100_000, 10_000, 1_000_000) // of an extreme document
	DocumentBytes  = of(5<<20, 1<<20, 50<<20)       // of an extreme document
	LastingServers = of(6, 2, 300)                  // servers that are compared with fresh ones after edits
	SoakOperations = of(1000, 1000, 1500)           // operations in TestSoak; `make soak` chooses its own

	GrammarEdits = of(3, 1, 100) // times that the grammar reads each text of the repository after random edits
)
