package revision

import (
	"maps"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// This file compares texts line by line.

// Lines is a set of lines of a text, counted from 0.
type Lines []stretch

// stretch is the lines from a line up to, but not including, another.
type stretch struct{ from, to int }

// Touch reports whether the set contains a line from first to last.
func (l Lines) Touch(first, last int) bool {
	return slices.ContainsFunc(l, func(s stretch) bool { return s.from <= last && first < s.to })
}

func (l Lines) count() int {
	n := 0
	for _, s := range l {
		n += s.to - s.from
	}
	return n
}

// plain removes differences that version control and editors make: line endings, the
// final newline and the byte order mark.
func plain(text string) string {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// changedLines returns the lines of a text that it did not have before.
func changedLines(before, after string) Lines {
	before, after = plain(before), plain(after)
	var changed Lines
	line, at := 0, 0 // a line after, and its offset before
	for _, e := range udiff.Lines(before, after) {
		line += strings.Count(before[at:e.Start], "\n")
		if n := strings.Count(e.New, "\n"); n > 0 {
			changed = append(changed, stretch{line, line + n})
			line += n
		}
		at = e.End
	}
	return changed
}

// renamed returns the changed lines of a file that the revision does not have: those that
// it does not share with the most similar file that is gone. All lines have changed if no
// such file shares half of them. Of equally similar files, the first by name counts.
func renamed(gone map[string]blob, texts map[string]string, after string) Lines {
	lines := strings.Count(plain(after), "\n")
	best := Lines{{0, lines + 1}}
	for _, name := range slices.Sorted(maps.Keys(gone)) {
		before := texts[gone[name].id]
		changed := changedLines(before, after)
		shared := lines - changed.count()
		if 2*shared >= max(lines, strings.Count(plain(before), "\n")) && changed.count() < best.count() {
			best = changed
		}
	}
	return best
}
