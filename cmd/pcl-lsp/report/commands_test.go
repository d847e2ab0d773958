package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// runnerSpace is the white space that the runner of GitHub Actions removes from the start of a line, which is
// char.IsWhiteSpace of .NET: a list of its own, so that the rule is not compared with itself.
const runnerSpace = "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

// ignorable are characters that a comparison by the rules of a language ignores, some of each kind.
const ignorable = "\x00\x01\x1f\x7f\u0080\u009f\u00ad\u034f\u061c\u115f\u180e\u200b\u200d\u200e\u2060\u2066\u3164\ufe0f\ufeff\uffa0\U000e0001\U000e0100"

var inLineCommand = regexp.MustCompile(`(?i)##(?:vso|teamcity)?\[`)

// obeyedIn returns the first line of a log that a CI system would obey.
func obeyedIn(log string) string {
	log = strings.Map(func(r rune) rune {
		if (r < ' ' || r > '~') && strings.ContainsRune(ignorable, r) {
			return -1
		}
		return r
	}, log)
	for _, line := range strings.FieldsFunc(log, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if strings.HasPrefix(strings.TrimLeft(line, runnerSpace), "::") || strings.Contains(line, "##") && inLineCommand.MatchString(line) {
			return line
		}
	}
	return ""
}

// No character before a command, alone or beside a blank, makes a CI system find it. A log differs from the text only in commands.
func TestEveryCodePointBeforeACommand(t *testing.T) {
	testsize.Full(t, "there are a million of them")
	t.Parallel()
	for _, command := range []string{"::x\n", "##[\n"} {
		for from := rune(0); from <= utf8.MaxRune; from += 1 << 12 {
			var text strings.Builder
			for r := from; r < from+1<<12; r++ {
				text.WriteString(string(r) + command + string(r) + " " + command + " " + string(r) + command)
			}
			var log, plain strings.Builder
			fmt.Fprint(NewLog(&log), text.String())
			fmt.Fprint(NewPlain(&plain), text.String())
			for _, written := range []string{log.String(), plain.String()} {
				if found := obeyedIn(written); found != "" {
					t.Fatalf("the line %q", found)
				}
			}
		}
	}
}

// A character inside of a command that comparisons ignore does not hide it from the rule.
func TestInvisibleInsideACommand(t *testing.T) {
	t.Parallel()
	for _, r := range ignorable {
		for _, text := range []string{":%c:error::x", "#%c#[add-path]x", "##%c[x]", "##v%cso[x]", "##team%ccity[x]"} {
			text = strings.ReplaceAll(text, "%c", string(r))
			var b strings.Builder
			fmt.Fprint(NewLog(&b), text)
			if found := obeyedIn(b.String()); found != "" {
				t.Errorf("%q: the line %q", text, found)
			}
		}
	}
}

// Whatever the writes, a log has no commands, and nothing else is changed.
func TestLogInPieces(t *testing.T) {
	t.Parallel()
	const text = "\x1b[36m::a\x1b[0m\n\u00a0::b\r ::c\nplain :: text # ## [x] ##\u00e9[\n##[d] ###[e] ##vso [f] x##VSO[g]\n:\n: :\n:::h\U0001f600::\n"
	var whole strings.Builder
	fmt.Fprint(NewLog(&whole), text)
	if found := obeyedIn(whole.String()); found != "" {
		t.Errorf("the line %q", found)
	}
	const want = "\x1b[36m::a\x1b[0m\n\u00a0:\ufffdb\r :\ufffdc\nplain :: text # ## [x] ##\u00e9[\n##\ufffdd] ###\ufffde] ##vso [f] x##VSO\ufffdg]\n:\n: :\n:\ufffd:h\U0001f600::\n"
	if whole.String() != want {
		t.Errorf("got  %q\nwant %q", whole.String(), want)
	}
	for size := range len(text) {
		var b strings.Builder
		log := NewLog(&b)
		for rest := text; rest != ""; {
			n := min(size+1, len(rest))
			fmt.Fprint(log, rest[:n])
			rest = rest[n:]
		}
		if b.String() != whole.String() {
			t.Errorf("in pieces of %d bytes: %q", size+1, b.String())
		}
	}
}
