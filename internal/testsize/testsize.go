// Package testsize holds the sizes of tests whose size is arbitrary: how many random programs, edits or types a law is tested on, how deep or long a
// hostile text is, and at how many places of a file requests are sent.
//
// There are three sizes:
//
//   - quick is for `make test` and `go test -short`. A person waits for all of it, so a test takes a second or two. The race detector, which
//     makes code about ten times slower, runs in this size too: races show up after a few cases.
//   - full, the default, is for `make test-all`, which judges every change.
//   - long is for `make test-long`, which tries everything: for a night.
//
// The environment variable PCL_LSP_TEST_SIZE selects one without -short. `go test` takes a result from its cache whatever the variable is, since it is
// read before the tests begin; so it needs -count=1.
//
// Seeds are fixed in the tests: a larger size tries the same cases and more, and every run of one size tries the same ones. A test that needs no more
// than a second at its full size has no entry here.
package testsize

import (
	"cmp"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
)

// Variable is the environment variable that selects the size.
const Variable = "PCL_LSP_TEST_SIZE"

const (
	quick = iota
	full
	long
)

var selected = read(os.Getenv(Variable))

func read(name string) int {
	if slices.Contains(os.Args, "-test.short=true") { // flags are not parsed yet
		return quick
	}
	i := slices.Index([]string{quick: "quick", full: "full", long: "long"}, cmp.Or(name, "full"))
	if i < 0 {
		panic(fmt.Sprintf("%s is %q; use quick, full or long", Variable, name))
	}
	return i
}

func of(sizes ...int) int { return sizes[selected] }

// all is a number that no test reaches.
const all = 1 << 40

// Race reports whether the race detector watches this run.
var Race = sync.OnceValue(func() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
})

// Full skips a test in the quick size, and says why it has no quick one.
func Full(t testing.TB, why string) {
	t.Helper()
	if selected == quick {
		t.Skip("make test-all runs this:", why)
	}
}

// NotRaced skips a test under the race detector with -short: make test-long runs it there.
func NotRaced(t testing.TB, why string) {
	t.Helper()
	if Race() && testing.Short() {
		t.Skip("not with the race detector:", why)
	}
}

// Long reports whether tests run at their long size.
func Long() bool { return selected == long }

// Each row lists the quick, the full and the long size.
var (
	Types     = of(2_000, 15_000, 100_000) // distinct random types that each law of the type system is tried on
	Sentences = of(200, 2_000, 20_000)     // random expressions whose values are compared between evaluators
	Rings     = of(50, 500, all)           // programs whose items need each other in a circle
	EachRing  = of(100, 10, 1)             // one of so many programs with circles goes through every command

	SchemaBytes   = of(200_000, 5_000_000, all) // compressed, of the largest published schema that is read
	SchemaChanges = of(6, 15, 150)              // times that each schema is changed at random
	DecodedBytes  = of(100_000, 1_000_000, all) // of schemas that are decoded; of those ten times as large, a tenth is
	SchemaMembers = of(10, 60, all)             // members of each large schema for which a program is checked

	FaultSteps      = of(2, 2, all)           // of the steps that a fault fits, those that fail, for each command
	Mutations       = of(100, 1_000, 100_000) // small mistakes that are made in valid programs
	Mistakes        = of(40, 40, 300)         // mistakes of each kind in valid programs, each known to be one
	RandomPrograms  = of(20, 150, 5_000)      // of each family of schemas, whose verdicts equal the recorded ones
	WrittenPrograms = of(20, 500, 5_000)      // of each large family, whose texts equal the recorded ones
	FlowRules       = of(0, 0, all)           // rules of flows that are taken away, one at a time
	RecordedFlows   = of(100, all, all)       // random programs whose flows are compared with those of a run

	HostileShare    = of(20, 4, 1)          // divides the size of hostile programs that take seconds at their full size
	PlanEvery       = of(8, 4, 1)           // each n-th recorded program is planned, with all of its edits
	FixedEvery      = of(8, 3, 1)           // each n-th one is planned with the fixes of its edits
	VersionEvery    = of(8, 1, 1)           // each n-th recorded program is compared with its edits
	PlannedEdits    = of(40, 300, all)      // recorded edits that are checked, each a program
	MarkedPrograms  = of(500, 1_500, 6_000) // random programs whose secret marks are followed through evaluation
	JudgedPrograms  = of(10, 60, 1_000)     // random programs on which random rules are compared with runs
	StarterPrograms = of(60, 300, 5_000)    // random programs on which the starter rules are compared with runs
	MovedPrograms   = of(3, 12, 300)        // random programs of which every refactoring that keeps names is made
	RefactoredEvery = of(40, 12, 1)         // each n-th recorded program has its refactorings made again

	EditedSeeds = of(1, 2, 6)                // random edit sequences after which a file must equal a fresh parse
	TokenEdits  = of(10, 40, 150)            // edits after which the differences of semantic tokens are applied
	FormatEvery = of(40, 8, 1)               // each n-th text is formatted
	RenameEvery = of(80, 8, 1)               // each n-th name is renamed
	FormatDepth = of(2_000, 20_000, 100_000) // depth of nested texts that the formatter leaves alone
	Renames     = of(1, 1, 20)               // names of each text that are replaced, to see what its layout becomes

	SchemaSequences        = of(5, 30, 2_000)       // sequences of changes to schemas and to what decides on them
	EditSequences          = of(16, 80, 240)        // random sequences of changes to a workspace
	DiskSequences          = of(2, 5, 15)           // the same on a real disk
	RuleSequences          = of(20, 400, 1_200)     // the same for rules of teams and for upgrades
	ExpensiveRuleSequences = of(1, 8, 60)           // the same for rules that come to their budget
	BesideSequences        = of(3, 8, 16)           // sequences with questions from other goroutines beside them
	Workspaces             = of(5, 20, 400)         // random workspaces that commands and the server run on
	ReadWhileEdited        = of(200, 1_000, 20_000) // reads of a program while its component is edited

	SweepEvery    = of(2_111, 211, 1)    // requests are sent at each n-th byte of every fixture and program
	SecretEvery   = of(29, 3, 1)         // the same for programs with secrets
	CutEvery      = of(20_011, 2_321, 1) // a text is cut at each n-th byte
	WalkWithout   = of(499, 61, 7)       // each n-th byte is asked about for clients that lack one capability
	WalkWithOnly  = of(251, 251, 43)     // the same for clients that have only one
	QuestionEvery = of(80, 8, 1)         // each n-th text of the fixtures is for the questions fuzzer
	LeakStep      = of(60, 7, 1)         // how far apart requests are sent about programs with secrets
	StormEdits    = of(30, 60, 150)      // edits of TestStorm
	StormCompares = of(30, 30, 10)       // answers about each n-th version are compared with those of a fresh server

	AnsweredDepth  = of(2_500, 2_500, 100_000)      // depth of nested texts about which every request is answered
	CostSize       = of(25, 60, 100)                // smallest size of programs whose cost is measured
	HostileSize    = of(2_000, 10_000, 50_000)      // of programs about which everything is cancelled
	HostileParts   = of(29, 24, 1)                  // part of the shapes of programs on which it is cancelled
	HostileTexts   = of(100, 3_000, 20_000)         // random texts that are put into every place of a page
	BusySteps      = of(15, 30, 60)                 // steps of a client that does everything at once
	LineBytes      = of(1<<17, 1<<20, 10<<20)       // of a line of an extreme document
	Blocks         = of(1_000, 5_000, 100_000)      // of an extreme document
	ExtremeDepth   = of(10_000, 100_000, 1_000_000) // of an extreme document
	DocumentBytes  = of(1<<20, 5<<20, 50<<20)       // of an extreme document
	LastingServers = of(2, 6, 300)                  // servers that are compared with fresh ones after edits
	SoakOperations = of(1000, 1000, 1500)           // operations in TestSoak; `make soak` chooses its own

	GrammarEdits = of(1, 3, 100) // times that the grammar reads each text of the repository after random edits
)
