package randomprogram_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file compares the flows of values in random programs with what the reference's values carried
// when it ran them.

// mostUnseen is how many of a hundred values that flows call secret, or unknown, no run shows to be. Some
// are never evaluated, because a run ends at what fails.
const mostUnseen = 12

// ran is a program with what the values in it carried in any run.
type ran struct {
	seed  int
	hash  string
	facts map[string]fact // by place
}

// fact is what the value of an expression carried.
type fact struct {
	secret, unknown []string // ways to members; "" is the value itself
	deps            []string
}

// Flows never say less than a run shows: what was secret or unknown is said to be, perhaps, and where it
// came from is named. They do not say much more either.
func TestFlowsOfRandomPrograms(t *testing.T) {
	t.Parallel()
	f := families[0].open(t)
	programs := readRan(t)
	programs = programs[:min(testsize.RecordedFlows, len(programs))]
	said, shown := 0, 0
	for _, r := range programs {
		p := f.program(r.seed)
		if p.Hash() != r.hash {
			t.Fatalf("the flows of program %d are those of another text; record them again", r.seed)
		}
		dump, err := analysis.DumpProgram(context.Background(), f.session(p).Snapshot().ProgramIn(fixture.Root))
		if err != nil {
			t.Fatal(err)
		}
		flows := map[string][]analysis.DumpedExpression{} // of one place, such as a text and its only part
		for _, e := range dump.Expressions {
			place := fmt.Sprintf("%s %d-%d", e.File, e.Range[0], e.Range[1])
			flows[place] = append(flows[place], e)
			seen := r.facts[place]
			for _, claim := range []struct{ is, was bool }{
				{e.Secret == "yes", slices.Contains(seen.secret, "")},
				{e.Unknown == "preview", slices.Contains(seen.unknown, "")},
			} {
				said += oneIf(claim.is)
				shown += oneIf(claim.is && claim.was)
			}
		}
		for place, fact := range r.facts {
			if !slices.ContainsFunc(flows[place], fact.isSaid) {
				t.Errorf("program %d, %s carried %+v, but flows are %+v\n%s", r.seed, place, fact, flows[place], show(p))
			}
		}
	}
	t.Logf("%d programs, %d claims, of which runs show %d", len(programs), said, shown)
	if unseen := 100 * (said - shown) / max(1, said); unseen > mostUnseen {
		t.Errorf("of a hundred claims %d are shown by no run; at most %d are allowed", unseen, mostUnseen)
	}
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// isSaid reports whether flows say all of the fact.
func (f fact) isSaid(e analysis.DumpedExpression) bool {
	return (e.Secret == "yes" || covers(e.SecretParts, f.secret)) && (e.Unknown == "preview" || covers(e.UnknownParts, f.unknown)) &&
		!slices.ContainsFunc(f.deps, func(name string) bool { return !slices.Contains(e.DependsOn, name) })
}

// covers reports whether all ways lead to, or into, members that are said: "*" is any member.
func covers(said, ways []string) bool {
	return !slices.ContainsFunc(ways, func(way string) bool {
		return !slices.ContainsFunc(said, func(s string) bool { return leadsInto(strings.Split(way, "."), strings.Split(s, ".")) })
	})
}

func leadsInto(way, member []string) bool {
	if len(way) < len(member) {
		return false
	}
	for i, name := range member {
		if name != "*" && name != way[i] {
			return false
		}
	}
	return true
}

// readRan reads testdata/random/flows.txt, which says what its lines are.
func readRan(t *testing.T) []ran {
	t.Helper()
	var all []ran
	file := ""
	for _, line := range readLines(t, "flows.txt") {
		words := strings.Fields(line)
		switch depth := len(line) - len(strings.TrimLeft(line, " ")); depth {
		case 0:
			seed, err := strconv.Atoi(words[0])
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, ran{seed, words[1], map[string]fact{}})
		case 1:
			file = words[0]
		default:
			all[len(all)-1].facts[file+" "+words[0]] = readFact(words[1:])
		}
	}
	return all
}

func readFact(words []string) (f fact) {
	for _, word := range words {
		what, of, _ := strings.Cut(word, ":")
		switch what {
		case "s":
			f.secret = append(f.secret, of)
		case "u":
			f.unknown = append(f.unknown, of)
		case "d":
			f.deps = append(f.deps, of)
		}
	}
	return f
}
