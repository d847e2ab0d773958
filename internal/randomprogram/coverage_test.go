package randomprogram_test

import (
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// The recorded programs are those that the generator writes now, at least a third of each
// family is accepted, and at least a third rejected. Those of the first family, whose schemas
// are always there, have every form and every mistake.
func TestRecordedProgramsHaveEverything(t *testing.T) {
	t.Parallel()
	const recorded = randomprogram.Recorded
	for i, name := range randomprogram.Families() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := open(t, name)
			verdicts, _ := readVerdicts(t, name)
			if len(verdicts) != recorded {
				t.Fatalf("%d verdicts are recorded, not %d", len(verdicts), recorded)
			}
			hasEverything := i == 0 && !testsize.Race()
			written := min(testsize.WrittenPrograms, recorded)
			if hasEverything {
				written = recorded
			}
			made, stale := map[string]bool{}, 0
			for seed, v := range verdicts[:written] {
				p := f.Program(seed)
				if p.Hash() != v.hash {
					stale++
				}
				for form := range p.Forms {
					made[form] = true
				}
				for _, mistake := range p.Mistakes {
					made[mistake] = true
				}
			}
			if stale > 0 {
				t.Errorf("%d of %d verdicts are those of other texts; record the family again", stale, written)
			}
			all := randomprogram.Everything()
			for form := range made {
				if !slices.Contains(all, form) {
					t.Errorf("%q occurs and is not listed", form)
				}
			}
			for _, form := range all {
				if hasEverything && !made[form] {
					t.Errorf("%q does not occur", form)
				}
			}
			counts := map[string]int{}
			for _, v := range verdicts {
				counts[v.kind]++
			}
			if 3*(counts["ok"]+counts["provider"]) < recorded || 3*counts["reject"] < recorded {
				t.Error("less than a third is accepted, or less than a third rejected")
			}
			t.Logf("%d programs: %v", recorded, counts)
		})
	}
}
