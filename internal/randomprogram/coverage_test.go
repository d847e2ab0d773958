package randomprogram_test

import (
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// Every form and every mistake occurs in the programs of all families.
func TestRandomProgramsHaveEverything(t *testing.T) {
	t.Parallel()
	made, mistaken := map[string]int{}, 0
	programs := 0
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			f := f.open(t)
			for seed := range testsize.RandomPrograms {
				p := f.program(seed)
				programs++
				for form, n := range p.Forms {
					made[form] += n
				}
				if len(p.Mistakes) > 0 {
					mistaken++
				}
				for _, m := range p.Mistakes {
					made[m]++
				}
			}
		})
	}
	if 5*mistaken < 2*programs || 5*mistaken > 3*programs {
		t.Errorf("%d of %d programs have mistakes", mistaken, programs)
	}
	all := randomprogram.Everything()
	missing := slices.DeleteFunc(slices.Clone(all), func(form string) bool { return made[form] > 0 })
	allowed := 0
	if !testsize.Long() {
		allowed = len(all) / 2 // the usual size has too few programs for rare ones
	}
	if len(missing) > allowed {
		t.Errorf("%d of %d forms and mistakes do not occur: %q", len(missing), len(all), missing)
	}
}
