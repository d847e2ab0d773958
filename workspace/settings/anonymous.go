package settings

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file makes settings fit for a bug report that anybody can read.

// withheld stands for a text that somebody wrote: a path, a name or a mistake.
const withheld = "(a text, left out)"

// Anonymous returns the key and the value without names, paths and other texts of users. Numbers, booleans and the words of
// enumerations stay. A value that is not valid counts as a text.
func (s InForce) Anonymous() (key, value string) {
	if code, isRule := strings.CutPrefix(s.Key, "rules."); isRule {
		if codes.IsOfTeam(code) {
			s.Key = "rules." + codes.TeamPrefix + "…"
		}
		return s.Key, onlyWords(s.Value, SeverityWords)
	}
	declared, _ := Named(s.Key) // its key comes from the declarations
	switch _, err := strconv.ParseBool(s.Value); {
	case declared.Kind == Bool && err == nil:
		return s.Key, s.Value
	case declared.Kind == Number && isNumber(s.Value):
		return s.Key, s.Value
	}
	return s.Key, onlyWords(s.Value, declared.Words)
}

func isNumber(value string) bool {
	_, err := strconv.Atoi(value)
	return err == nil
}

// onlyWords returns a value that consists of some words, as a list or not.
func onlyWords(value string, words []string) string {
	list := strings.TrimSuffix(strings.TrimPrefix(value, "["), "]")
	for _, word := range strings.Split(list, ",") {
		if !slices.Contains(words, strings.TrimSpace(word)) {
			return withheld
		}
	}
	return value
}
