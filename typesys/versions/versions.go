// Package versions reads semantic versions and ranges of them.
package versions

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/blang/semver/v4"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// RangeProblem says why a text is no range of versions; it is empty for a range. The engine reads ranges with the same
// library: `>=3.0.0 <4.0.0 || 5.x`. Some forms that other tools know are no ranges here: `^3.0.0`, `~3.0`, `>=3`, `v3.0.0`, a
// comma.
func RangeProblem(text string) string {
	if isRange(text) {
		return ""
	}
	words := strings.Fields(spacedSign.ReplaceAllString(text, "$1"))
	switch {
	case len(words) == 0:
		return "the range is empty"
	case words[0] == "||" || words[len(words)-1] == "||":
		return "`||` needs a range on both sides"
	}
	for _, word := range words {
		if word != "||" && !isRange(word) {
			return comparisonProblem(word)
		}
	}
	return "this is no range of versions such as `>=3.0.0 <4.0.0`"
}

func isRange(text string) bool {
	_, err := semver.ParseRange(text)
	return err == nil
}

// spacedSign is a sign of comparison with blanks before its version.
var spacedSign = regexp.MustCompile(`([<>=!^~]) +`)

var comparisons = []string{"", "=", "==", "!", "!=", ">", ">=", "<", "<="}

// comparisonProblem says what is wrong with a sign of comparison and its version.
func comparisonProblem(word string) string {
	at := strings.IndexFunc(word, unicode.IsDigit)
	if at < 0 {
		return "`" + word + "` has no version"
	}
	sign, version := word[:at], word[at:]
	parts := strings.Split(version, ".")
	switch {
	case sign == "^" || sign == "~" || sign == "~>":
		return "`" + sign + "` is not supported; write `>=` and `<` with versions"
	case sign == "v":
		return "write the version without a leading `v`: `" + version + "`"
	case !slices.Contains(comparisons, sign):
		return "`" + sign + "` is not a comparison operator; the operators are `=`, `!=`, `>`, `>=`, `<` and `<=`"
	case strings.Contains(version, "x"):
		return "an x can replace only the last numbers: `3.x`, `3.1.x`"
	case len(parts) < 3 && IsVersion(version+strings.Repeat(".0", 3-len(parts))):
		return "`" + version + "` needs three numbers: `" + version + strings.Repeat(".0", 3-len(parts)) + "`"
	}
	return "`" + version + "` is not a version of three numbers such as 3.1.0"
}

// IsVersion reports whether a text is a strict semantic version: three numbers,
// an optional pre-release and build part, no leading v.
func IsVersion(text string) bool {
	_, err := semver.Parse(text)
	return err == nil
}

// Excludes reports whether a range does not allow a version. It returns false for what is no range or no whole version.
func Excludes(text, version string) bool {
	allows, wrong := semver.ParseRange(text)
	v, unknown := semver.Parse(strings.TrimPrefix(version, "v"))
	return wrong == nil && unknown == nil && !allows(v)
}

// comparedVersion is a version in a range, where x stands for any number.
var comparedVersion = lazy.Regexp(`(\d+)(?:\.(\d+|x))?(?:\.(\d+|x))?`)

// Lowest returns the lowest released version that a range allows. It returns false for what is no range, and for one that
// allows nothing.
func Lowest(text string) (lowest semver.Version, ok bool) {
	allows, err := semver.ParseRange(text)
	if err != nil {
		return semver.Version{}, false
	}
	candidates := []semver.Version{{}}
	for _, parts := range comparedVersion.Get().FindAllStringSubmatch(text, -1) {
		var v semver.Version
		for i, field := range []*uint64{&v.Major, &v.Minor, &v.Patch} {
			*field, _ = strconv.ParseUint(parts[i+1], 10, 32) // what is no number is 0, and what is too large is allowed by no version
		}
		candidates = append(candidates, v, // or what follows it
			semver.Version{Major: v.Major, Minor: v.Minor, Patch: v.Patch + 1}, semver.Version{Major: v.Major, Minor: v.Minor + 1}, semver.Version{Major: v.Major + 1})
	}
	candidates = slices.DeleteFunc(candidates, func(v semver.Version) bool { return !allows(v) })
	if len(candidates) == 0 {
		return semver.Version{}, false
	}
	return slices.MinFunc(candidates, semver.Version.Compare), true
}
