package rules

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements patterns for names and tokens, in which * stands for any characters.

// The limits of patterns.
const (
	maxPattern  = 200 // characters
	maxPatterns = 100 // in a list
)

// pattern is a text in which * stands for any characters.
type pattern string

// matches takes work in proportion to the product of the lengths at most: only the last star is ever
// tried again.
func (p pattern) matches(name string) bool {
	at, star, from := 0, -1, 0
	for i := 0; i < len(name); {
		switch {
		case at < len(p) && p[at] == '*':
			star, from = at, i
			at++
		case at < len(p) && p[at] == name[i]:
			at++
			i++
		case star >= 0:
			from++
			at, i = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(string(p[at:]), "*") == ""
}

// matchAny reports whether one of the patterns matches one of the names.
func matchAny(patterns []pattern, names ...string) bool {
	return slices.ContainsFunc(patterns, func(p pattern) bool { return slices.ContainsFunc(names, p.matches) })
}

// ShortToken is the shortest way to write a token in a pattern.
func ShortToken(token string) string {
	if all := spellings(token); len(all) > 1 {
		return all[1]
	}
	return token
}

// spellings are the ways to write a token: aws:s3/bucket:Bucket is aws:s3:Bucket, too.
func spellings(token string) []string {
	t, ok := schema.ParseToken(token)
	if !ok {
		return []string{token}
	}
	module, _, _ := strings.Cut(t.Module, "/")
	short := t.Package + ":" + module + ":" + t.Member
	long := t.Package + ":" + module + "/" + strings.ToLower(t.Member[:1]) + t.Member[1:] + ":" + t.Member
	return []string{token, short, long}
}
