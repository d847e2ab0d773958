package cost

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// This file collects exponents and writes their tables.

var write = flag.Bool("costs", false, "write the exponents of this run into docs/performance.md")

// Sheet collects the exponents of requests or commands. The zero value is ready to use.
type Sheet struct {
	rows map[string]*row
}

// row is about one request or command.
type row struct {
	exponents []float64 // the largest ones, by measure
	excess    float64   // how close an exponent came to its limit
	worst     string    // where that was
}

// Check fails the test if the work of a request or command at a place of programs of a shape grows too fast.
func (s *Sheet) Check(t *testing.T, what, where string, shape Shape, n int, work func(n int) []float64) {
	t.Helper()
	if s.rows == nil {
		s.rows = map[string]*row{}
	}
	on := shape.Name
	if where != "" {
		on += ", " + where
	}
	r := s.rows[what]
	if r == nil {
		r = &row{exponents: make([]float64, len(measures()))}
		s.rows[what] = r
	}
	for i, exponent := range growth(measures(), n, work) {
		m := measures()[i]
		limit := m.limit
		if capped := n < shape.Compared; capped {
			limit = quadratic
		}
		if exponent > limit {
			t.Errorf("%s on %s: %s grows by %.2f: %.2f, %.2f and %.2f", what, on, m.name, exponent, work(n)[i], work(2 * n)[i], work(4 * n)[i])
		} else if testing.Verbose() && exponent > 0 {
			t.Logf("%s on %s: %s grows by %.2f to %.2f", what, on, m.name, exponent, work(4 * n)[i])
		}
		r.exponents[i] = max(r.exponents[i], exponent)
		if excess := exponent - m.limit; r.worst == "" && exponent > 0 || excess > r.excess {
			r.excess, r.worst = excess, on
			if limit == quadratic && exponent > m.limit {
				r.worst += "; limit: " + shape.Limit
			}
		}
	}
}

// Document tests that a table of a document has a row for everything in the sheet, and for nothing else. With -costs it writes the table.
func (s *Sheet) Document(t *testing.T, file, table string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- costs of "+table+" -->\n", "<!-- end of costs of "+table+" -->\n"
	before, rest, begins := strings.Cut(string(text), begin)
	old, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("%s has no place for the costs of %s", file, table)
	}
	if *write {
		if err := os.WriteFile(file, []byte(before+begin+s.table()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	listed := map[string]bool{}
	for line := range strings.Lines(old) {
		if name, isRow := strings.CutPrefix(line, "| `"); isRow {
			name, _, _ = strings.Cut(name, "`")
			listed[name] = true
			if s.rows[name] == nil {
				t.Errorf("%s has a row for %s, which is not measured", file, name)
			}
		}
	}
	for name := range s.rows {
		if !listed[name] {
			t.Errorf("%s has no row for %s; run make costs", file, name)
		}
	}
}

// table is one row for each request or command.
func (s *Sheet) table() string {
	var b strings.Builder
	b.WriteString("\n| what |")
	for _, m := range measures() {
		fmt.Fprintf(&b, " %s |", m.name)
	}
	b.WriteString(" worst on |\n|---|" + strings.Repeat("---|", len(measures())) + "---|\n")
	for _, name := range slices.Sorted(maps.Keys(s.rows)) {
		r := s.rows[name]
		fmt.Fprintf(&b, "| `%s` |", name)
		for _, exponent := range r.exponents {
			fmt.Fprintf(&b, " %.2f |", exponent)
		}
		fmt.Fprintf(&b, " %s |\n", r.worst)
	}
	b.WriteString("\n")
	return b.String()
}
