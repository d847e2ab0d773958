package check

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/mod/semver"
)

// This file reads ranges of semantic versions as the engine does: `>=3.0.0 <4.0.0
// || 5.x`. Words that stand side by side must all hold, and one of the groups
// between `||`. Some forms that other tools know are no ranges here: `^3.0.0`,
// `~3.0`, `>=3`, `v3.0.0`, a comma.

// rangeProblem says why a text is no range of versions; it is empty for a range.
func rangeProblem(text string) string {
	words := rangeWords(text)
	switch {
	case len(words) == 0:
		return "the range is empty"
	case words[0] == "||" || words[len(words)-1] == "||":
		return "`||` needs a range on both sides"
	}
	for _, word := range words {
		if word == "||" {
			continue
		}
		if problem := comparisonProblem(word); problem != "" {
			return problem
		}
	}
	return ""
}

// rangeWords cuts a range at blanks; one behind a sign of comparison does not
// count. Words of one character are skipped, as the engine does.
func rangeWords(text string) []string {
	var words []string
	var word strings.Builder
	width, last := 0, byte(0) // of the word with its blanks; the last character that is none
	end := func() {
		if width > 1 {
			words = append(words, word.String())
		}
		word.Reset()
		width = 0
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c != ' ':
			word.WriteByte(c)
			last = c
			width++
		case last == '>' || last == '<' || last == '=':
			width++
		default:
			end()
		}
	}
	end()
	return words
}

var comparisons = []string{"", "=", "==", "!", "!=", ">", ">=", "<", "<="}

// comparisonProblem says what is wrong with a sign of comparison and its version.
func comparisonProblem(word string) string {
	at := strings.IndexFunc(word, unicode.IsDigit)
	if at < 0 {
		return "`" + word + "` has no version"
	}
	sign, version := strings.TrimSpace(word[:at]), word[at:]
	if strings.Contains(word, "x") {
		return wildcardProblem(sign, version)
	}
	if slices.ContainsFunc(comparisons, func(c string) bool { return c == sign }) {
		return versionProblem(version)
	}
	switch sign {
	case "^", "~", "~>":
		return "`" + sign + "` is not supported; write `>=` and `<` with versions"
	case "v":
		return "write the version without a leading `v`: `" + version + "`"
	}
	return "`" + sign + "` is not a comparison operator; the operators are `=`, `!=`, `>`, `>=`, `<` and `<=`"
}

// wildcardProblem is about versions with an x: `3.x`, `3.1.x`, `3.x.x`. Where the
// engine counts the number before the x up, zeros in front of it do not matter.
func wildcardProblem(sign, version string) string {
	parts := strings.Split(version, ".")
	n := len(parts)
	counted := parts[n-1] == "x" && (n == 2 || n == 3)
	switch sign {
	case ">", "<=":
		if counted {
			parts[n-2] = withoutZeros(parts[n-2])
			version = strings.Join(parts, ".")
		}
		fallthrough
	case "", "=", "==", "!", "!=":
		if !counted {
			return "an x can replace only the last numbers: `3.x`, `3.1.x`"
		}
	}
	flat := strings.Replace(strings.Replace(version, ".x.x", ".x", 1), ".x", ".0", 1)
	if strings.Count(flat, ".") == 1 {
		flat += ".0"
	}
	return versionProblem(flat)
}

func withoutZeros(digits string) string {
	if trimmed := strings.TrimLeft(digits, "0"); trimmed != "" || digits == "" {
		return trimmed
	}
	return "0"
}

func versionProblem(version string) string {
	if IsVersion(version) {
		return ""
	}
	parts := strings.Split(version, ".")
	for _, p := range parts {
		if _, err := strconv.ParseUint(p, 10, 64); err != nil || len(parts) > 2 {
			return "`" + version + "` is not a version of three numbers such as 3.1.0"
		}
	}
	return "`" + version + "` needs three numbers: `" + version + strings.Repeat(".0", 3-len(parts)) + "`"
}

// IsVersion reports whether a text is a strict semantic version: three numbers,
// an optional pre-release and build part, no leading v.
func IsVersion(text string) bool {
	dots := 0
	for _, b := range []byte(text) {
		if b == '-' || b == '+' {
			break
		}
		if b == '.' {
			dots++
		}
	}
	return dots == 2 && semver.IsValid("v"+text)
}
