package main

import (
	"io"
	"strings"
	"unicode"
)

// This file keeps texts that come from elsewhere from controlling a terminal.

// printable writes without control characters other than line ends and tabs.
type printable struct{ w io.Writer }

// Write writes what can be printed of p. It takes whole characters, as Fprintf
// gives them.
func (p printable) Write(text []byte) (int, error) {
	kept := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, string(text))
	if _, err := io.WriteString(p.w, kept); err != nil {
		return 0, err
	}
	return len(text), nil
}
