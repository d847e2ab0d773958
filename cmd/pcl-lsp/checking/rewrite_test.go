package checking

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Each hunk stands in the old and in the new text where its header says, however many changes are before it.
func TestHunksStandWhereTheySay(t *testing.T) {
	t.Parallel()
	header := regexp.MustCompile(`^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@$`)
	random := rand.New(rand.NewPCG(3, 4))
	hunks := 0
	for range 200 {
		before, after := []string{}, []string{}
		for i := range 60 {
			text := fmt.Sprint("line ", i)
			before = append(before, text)
			switch random.IntN(9) {
			case 0:
				after = append(after, text+" changed")
			case 1:
				after = append(after, text, "new "+text)
			case 2: // removed
			default:
				after = append(after, text)
			}
		}
		oldAt, newAt := 0, 0 // the next lines by the last header, from 1
		lines := strings.Split(unifiedDiff("a.pp", strings.Join(before, "\n")+"\n", strings.Join(after, "\n")+"\n"), "\n")
		for _, l := range lines[:len(lines)-1] {
			if strings.HasPrefix(l, "---") || strings.HasPrefix(l, "+++") {
				continue
			}
			if m := header.FindStringSubmatch(l); m != nil {
				oldAt, _ = strconv.Atoi(m[1])
				newAt, _ = strconv.Atoi(m[2])
				hunks++
				continue
			}
			if l[0] != '+' {
				if before[oldAt-1] != l[1:] {
					t.Fatalf("line %d of the old text is %q, and the diff says %q:\n%s", oldAt, before[oldAt-1], l, strings.Join(lines, "\n"))
				}
				oldAt++
			}
			if l[0] != '-' {
				if newAt > len(after) || after[newAt-1] != l[1:] {
					t.Fatalf("line %d of the new text is not what the diff says, %q:\n%s", newAt, l, strings.Join(lines, "\n"))
				}
				newAt++
			}
		}
	}
	if hunks < 400 {
		t.Errorf("only %d hunks, which tests little", hunks)
	}
}
