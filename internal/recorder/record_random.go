package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/internal/refactorings"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file records what the reference says of random programs, and of edits of them.

// runs are those of each program: texts are words, words, numbers and bools, and but for the first run lists and maps have the elements that the
// program looks for.
var runs = []asking.Choices{{}, {Seed: asking.Rich, Stages: updates}, {Seed: asking.RichNumbers, Stages: updates}, {Seed: asking.RichBools, Stages: updates}}

// sparse is a further run of those that fail in each of these: what providers may leave out decides which branches of a condition go together.
var sparse = []asking.Choices{{Seed: asking.RichSparse, Stages: updates}}

// updates is one update, without a preview and a second one.
var updates = []string{asking.Update}

// headOfVerdicts explains a file of testdata/random.
const headOfVerdicts = `# Pulumi %s
#
# What the reference says of the random programs of the family %s: one line for each seed from 0 with the hash of
# the program, the verdict, and the number of the reason. The reasons come first.
#
# ok: it binds, and each of %d updates passes. provider: the same, but a provider would reject an input.
# reject: it does not bind, or each update fails, and one more in which providers tell nothing that is optional. sometimes: some
# updates fail, or all where a reference to a resource is null, a text is no duration, or a version is not there, which only a real
# provider has. crash: the reference crashes, or takes too long.
`

// programs are random programs of a family that were written to a folder, and a question about each.
type programs struct {
	family    *randomprogram.Family
	questions []asking.Question
}

// writePrograms writes the first programs of a family.
func writePrograms(dir, name string, count int) programs {
	p := programs{family: attempt.Must(randomprogram.Open(".", name))}
	for seed := range count {
		at := filepath.Join(dir, strconv.Itoa(seed))
		for name, text := range p.family.Program(seed).Files {
			write(filepath.Join(at, filepath.FromSlash(name)), []byte(text))
		}
		p.questions = append(p.questions, asking.Question{Dir: at, Schemas: randomprogram.Schemas(".", name), Runs: runs, Brief: true})
	}
	return p
}

// recordVerdicts records the family of random programs of some name.
func recordVerdicts(r reference, dir, name string) {
	p := writePrograms(dir, name, randomprogram.Recorded)
	answers := r.ask(p.questions)
	r.askSparse(p.questions, answers)
	var reasons, lines strings.Builder
	numbers := map[string]int{}
	for seed, a := range answers {
		kind, reason := verdict(&a)
		line := p.family.Program(seed).Hash() + " " + kind
		if reason != "" {
			if numbers[reason] == 0 {
				numbers[reason] = len(numbers) + 1
				fmt.Fprintf(&reasons, "%d: %s\n", numbers[reason], reason)
			}
			line += " " + strconv.Itoa(numbers[reason])
		}
		lines.WriteString(line + "\n")
	}
	text := fmt.Sprintf(headOfVerdicts, r.version, name, len(runs)) + reasons.String() + lines.String()
	write(filepath.Join("testdata", "random", name+".txt"), []byte(text))
}

// askSparse adds a run to the answers about programs that bind and whose runs all fail.
func (r reference) askSparse(questions []asking.Question, answers []asking.Answer) {
	var of []int
	var more []asking.Question
	for i, q := range questions {
		if kind, _ := verdict(&answers[i]); kind == "reject" && answers[i].Status == asking.OK {
			q.Runs = sparse
			of, more = append(of, i), append(more, q)
		}
	}
	for k, a := range r.ask(more) {
		answers[of[k]].Runs = append(answers[of[k]].Runs, a.Runs...)
	}
}

// verdict is one word for what the reference says of a program, and the reason.
func verdict(a *asking.Answer) (kind, reason string) {
	switch {
	case a.Status == asking.Panic || a.Status == asking.Fatal:
		return "crash", inShort("bind: " + a.Failure)
	case a.Status != asking.OK:
		return "reject", inShort("bind: " + a.Why())
	}
	passed, crashed := 0, false
	var failed asking.Run // the first one
	for _, o := range a.Runs {
		if o.Stage == "" || isMadeUp(o) {
			passed++
		}
		if failed.Stage == "" {
			failed = o
		}
		crashed = crashed || strings.HasPrefix(plainMessage(o), "panic: ") || strings.Contains(o.Message, "panic in function implementation")
	}
	switch reason = inShort("run: " + failed.Message); {
	case passed == 0 && crashed:
		return "crash", reason
	case passed == 0:
		return "reject", reason
	case failed.Stage != "":
		return "sometimes", reason
	case len(a.Runs[0].Refused) > 0:
		return "provider", ""
	}
	return "ok", ""
}

// isMadeUp reports whether a run fails for want of what cannot be made up: a reference to a resource, a text that is a duration, and a provider of
// another version.
func isMadeUp(o asking.Run) bool {
	return o.Lost && strings.Contains(o.Message, "null value") || strings.Contains(o.Message, "unable to parse customTimeout") ||
		strings.Contains(o.Message, "Could not find plugin for")
}

// unsaid is what differs between messages of the same class: what the engine says of each failure, places, and names.
var unsaid = regexp.MustCompile(`an unhandled error occurred: |Preview failed: |\S*:\d+,\d+-\d+(,\d+)?: |'[^']*'|"[^"]*"`)

// inShort is the first line of a message, without what differs between messages of the same class.
func inShort(message string) string {
	first, _, _ := strings.Cut(message, "\n")
	short := unsaid.ReplaceAllStringFunc(first, func(found string) string {
		if strings.HasSuffix(found, ": ") {
			return ""
		}
		return "_"
	})
	return strings.TrimSpace(short[:min(len(short), 90)])
}

// flowsOf is the number of programs whose flows are recorded, if they bind.
const flowsOf = 1700

// headOfFlows explains testdata/random/flows.txt, and so says what flowRuns are.
const headOfFlows = `# Pulumi %s
#
# What the values in random programs of the family %s carried when the reference ran them: for each program
# with a step that passes a line with the seed and the hash, for each file a line with its name, and for each
# expression that ever carried something a line with its first byte, the byte behind it, and what that was in any
# step: s is secret, u is unknown, s:WAY and u:WAY are so in a member, d:NAME depends on a declaration. A ? is for
# an expression, with all that is in it, that no step of some kind evaluated, though some passed.
#
# There are four kinds of steps:
# - previews, with providers that give inputs back, and only those configs set that have to be;
# - updates after these;
# - previews, with all configs set, and providers that are not configured: they tell nothing of resources, but
#   functions answer; only here, the components of a package have a resource inside;
# - updates, with all configs set, and providers that take no secrets unless they have components. What these
#   would say of outputs that they do not know in a preview is left out: the engine takes a whole output for
#   secret then if something in the input is.
#
# Of each there are %d: texts are words, numbers, bools and words; lists in outputs have one element, two, none
# and four, and those in configs one, one, one and four. In the last, maps have the keys that the text of the
# program has. Steps that fail do not count.
`

// flowRuns are the runs of each program.
func flowRuns() (all []asking.Choices) {
	for _, seed := range flowSeeds {
		all = append(all,
			asking.Choices{Seed: seed, Stages: asking.Stages()[:2]},
			asking.Choices{Seed: seed, Stages: asking.Stages()[:1], Set: true, Kind: asking.Unready},
			asking.Choices{Seed: seed, Stages: updates, Set: true, Kind: asking.Deaf})
	}
	return all
}

var flowSeeds = []uint64{0, asking.Numbers, asking.Bools, asking.Rich}

// recordFlows records the flows of the first programs of a family.
func recordFlows(r reference, dir string) {
	name := randomprogram.Families()[0]
	p := writePrograms(dir, name, flowsOf)
	for i := range p.questions {
		p.questions[i].Runs, p.questions[i].Flows = flowRuns(), true
	}
	var out strings.Builder
	fmt.Fprintf(&out, headOfFlows, r.version, name, len(flowSeeds))
	for seed, a := range r.ask(p.questions) {
		if len(a.Flows) > 0 {
			fmt.Fprintf(&out, "%d %s\n", seed, p.family.Program(seed).Hash())
			writeFlows(&out, a.Flows)
		}
	}
	write(filepath.Join("testdata", "random", "flows.txt"), []byte(out.String()))
}

// writeFlows writes the flows of a program.
func writeFlows(out io.Writer, all []asking.Flow) {
	file, unseen := "", asking.Place{}
	for _, f := range all {
		isUnseen := f.Unseen && (f.File != unseen.File || f.End > unseen.End)
		if len(f.Facts) == 0 && !isUnseen {
			continue
		}
		if f.File != file {
			file = f.File
			fmt.Fprintf(out, " %s\n", file)
		}
		words := append([]string{fmt.Sprintf("%d-%d", f.Start, f.End)}, f.Facts...)
		if isUnseen {
			unseen = f.Place
			words = append(words, "?")
		}
		fmt.Fprintf(out, "  %s\n", strings.Join(words, " "))
	}
}

// recordPlans makes the files of testdata/plans.
func recordPlans(r reference, _ string) {
	store := schemas.New(schemas.Options{Paths: changes.Schemas(".")})
	for _, file := range changes.Plans {
		keep := func(*changes.Recorded) {}
		if file == "names" {
			keep = (*changes.Recorded).KeepNames
		}
		r.recordResults(changes.Cases(changes.Plan(".", file), r.version, store), keep, "plans", file)
	}
}

// recordRefactorings makes the files of testdata/refactorings.
func recordRefactorings(r reference, _ string) {
	moved, used := refactorings.Make()
	r.recordResults(moved, (*changes.Recorded).KeepSteps, "refactorings", "moved")
	r.recordResults(used, (*changes.Recorded).KeepSteps, "refactorings", "used")
}

// recordResults asks for results, keeps some of each, and writes a file below testdata.
func (r reference) recordResults(all []changes.Recorded, keep func(*changes.Recorded), folder, file string) {
	root := attempt.Must(os.Getwd()) // since a run enters the folder of its program
	ask := func(questions []changes.Question) []changes.Answer {
		const limit = 2 * time.Minute // some schemas are large
		return attempt.Must(asking.Ask([]string{r.program, "planner"}, limit, questions, changes.Crash))
	}
	all = changes.Recording{Ask: ask, Root: root}.Results(all)
	for i := range all {
		keep(&all[i])
	}
	attempt.Check(changes.Write(filepath.Join("testdata", folder, file+".jsonl.gz"), r.version, all))
}
