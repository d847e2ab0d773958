package randomprogram_test

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file compares the flows of values in random programs with what the reference's values carried
// when it ran them.

// limits are how many of a hundred claims of flows no run may show, of those that some run could show. Beyond
// what runs show, flows claim what is in an element of a list that a splat or a loop makes, though a program
// chooses another one; what the later arguments of `try` carry, though the first never fails; what the other
// branch of a condition carries, and that an operator is unknown, though calls decide it that flows do not
// compute; that an invoke waits for a resource, though its argument is known; that the id of an imported resource is
// unknown, though no run replaces it; and that settings of providers are unknown, though components give them.
var limits = map[string]float64{"unknown": 2, "secret": 5, "dependencies": 8}

// ran is a program with what the values in it carried in any run.
type ran struct {
	seed  int
	hash  string
	facts map[string]fact // by place
	// unseen are, by file, the places of expressions that not all runs evaluated.
	unseen map[string][][2]int
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
	f := open(t, randomprogram.Families()[0])
	programs, pulumi := readRan(t)
	programs = programs[:min(testsize.RecordedFlows, len(programs))]
	said, shown := map[string]int{}, map[string]int{}
	for _, r := range programs {
		p := f.Program(r.seed)
		if p.Hash() != r.hash {
			t.Fatalf("the flows of program %d are those of another text; record them again", r.seed)
		}
		snapshot := session(f, p, pulumi).Snapshot()
		dump, err := analysis.DumpProgram(context.Background(), snapshot.ProgramIn(fixture.Root))
		if err != nil {
			t.Fatal(err)
		}
		flows := map[string][]analysis.DumpedExpression{} // of one place, such as a text and its only part
		for _, e := range dump.Expressions {
			place := fmt.Sprintf("%s %d-%d", e.File, e.Range[0], e.Range[1])
			flows[place] = append(flows[place], e)
			if r.isUnseen(e) {
				continue
			}
			claim := func(what string, wasShown bool) {
				said[what]++
				if wasShown {
					shown[what]++
				}
			}
			seen := r.facts[place]
			if e.Secret == "yes" {
				claim("secret", slices.Contains(seen.secret, ""))
			}
			if e.Unknown == "preview" {
				claim("unknown", slices.Contains(seen.unknown, ""))
			}
			of := snapshot.ProgramIn(path.Join(fixture.Root, path.Dir(e.File)))
			for _, name := range e.DependsOn {
				if o := of.Lookup(name); o != nil && o.Kind != analysis.ObjectConfig {
					claim("dependencies", slices.Contains(seen.deps, name))
				}
			}
		}
		for place, fact := range r.facts {
			if !slices.ContainsFunc(flows[place], fact.isSaid) {
				t.Errorf("program %d, %s carried %+v, but flows are %+v\n%s", r.seed, place, fact, flows[place], show(p))
			}
		}
		if t.Failed() {
			return
		}
	}
	for what, limit := range limits {
		beyond := 100 * float64(said[what]-shown[what]) / float64(max(1, said[what]))
		t.Logf("%s: %d claims, of which no run shows %.1f %%", what, said[what], beyond)
		if beyond > limit {
			t.Errorf("%s: no run shows %.1f %% of the claims; at most %g %% are allowed", what, beyond, limit)
		}
	}
}

// isUnseen reports an expression which a run did not evaluate that could have shown more.
func (r ran) isUnseen(e analysis.DumpedExpression) bool {
	return slices.ContainsFunc(r.unseen[e.File], func(u [2]int) bool { return u[0] <= e.Range[0] && e.Range[1] <= u[1] })
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
func readRan(t *testing.T) (all []ran, pulumi string) {
	t.Helper()
	file := ""
	lines, pulumi := readLines(t, "flows.txt")
	for _, line := range lines {
		words := strings.Fields(line)
		switch depth := len(line) - len(strings.TrimLeft(line, " ")); depth {
		case 0:
			seed, err := strconv.Atoi(words[0])
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, ran{seed, words[1], map[string]fact{}, map[string][][2]int{}})
		case 1:
			file = words[0]
		default:
			r := all[len(all)-1]
			if words[len(words)-1] == "?" {
				r.unseen[file] = append(r.unseen[file], readPlace(t, words[0]))
				words = words[:len(words)-1]
			}
			r.facts[file+" "+words[0]] = readFact(words[1:])
		}
	}
	return all, pulumi
}

func readPlace(t *testing.T, text string) (place [2]int) {
	t.Helper()
	if _, err := fmt.Sscanf(text, "%d-%d", &place[0], &place[1]); err != nil {
		t.Fatal(err)
	}
	return place
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
