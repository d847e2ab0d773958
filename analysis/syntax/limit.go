package syntax

import "fmt"

// Limits of texts.

// Limit is how long a text may be. The zero value is no limit.
type Limit struct{ Bytes, Lines int }

// LimitOf is the limit for files of this many mebibytes. Lines are limited too, because a text
// of short lines needs many times more memory than one of long lines.
func LimitOf(mebibytes int) Limit {
	return Limit{Bytes: mebibytes << 20, Lines: mebibytes * linesInMebibyte}
}

const linesInMebibyte = 25_000

// Times is a limit that is larger by a factor.
func (l Limit) Times(n int) Limit { return Limit{Bytes: n * l.Bytes, Lines: n * l.Lines} }

// Allows reports whether a text of this length is within the limit.
func (l Limit) Allows(bytes, lines int) bool {
	return l == Limit{} || bytes <= l.Bytes && lines <= l.Lines
}

// Exceeded is the message about a text of some length that the limit does not allow.
func (l Limit) Exceeded(bytes int) string {
	most := fmt.Sprintf("%d,%03d lines", l.Lines/1000, l.Lines%1000)
	if bytes > l.Bytes {
		most = fmt.Sprintf("%d MiB", l.Bytes>>20)
	}
	return "This file has more than " + most + " and is not checked; to check it, raise the setting `limits.fileSize`, or the option `--max-file-size` of a command."
}

// CountLines returns how many lines a text has. Its last line counts even if it is empty.
func CountLines(text string) int { return countLineEnds(text) + 1 }
