package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// large is a file with many resources.
func large(resources int) *syntax.File {
	var b strings.Builder
	for i := range resources {
		fmt.Fprintf(&b, "resource r%d \"cloudy:storage/bucket:Bucket\" {\n  name = \"bucket-%d\"\n  tags = {\n    team = \"web\"\n  }\n}\n\n", i, i)
	}
	return syntax.Parse("main.pp", b.String(), nil)
}

// The cost of formatting a part depends on the part and not on the file.
func TestPartsCostLittle(t *testing.T) {
	cost := func(f *syntax.File) (ranged, typed float64) {
		at := f.LineStart(f.LineCount()/2/7*7 + 2)
		ranged = testing.AllocsPerRun(5, func() { format.EditsIn(f, syntax.Span{Start: at, End: at}) })
		return ranged, testing.AllocsPerRun(5, func() { format.Typed(f, at, "\n") })
	}
	ranged, typed := cost(large(50))
	rangedLong, typedLong := cost(large(5000))
	if ranged == 0 || typed == 0 || rangedLong > 1.5*ranged || typedLong > 1.5*typed {
		t.Errorf("a hundred times the text: allocations grow from %v to %v and from %v to %v", ranged, rangedLong, typed, typedLong)
	}
}

func BenchmarkFormat(b *testing.B) {
	f := large(5000)
	at := f.LineStart(f.LineCount()/2/7*7 + 2)
	b.Run("everything", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			format.Edits(f)
		}
	})
	b.Run("an item", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			format.EditsIn(f, syntax.Span{Start: at, End: at})
		}
	})
	b.Run("typed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			format.Typed(f, at, "\n")
		}
	})
}
