package changes

import "unicode/utf8"

// This file records how a text changed.

// Splice is what happened to a text: Cut bytes from At on were replaced.
type Splice struct {
	At   int    `json:"at,omitempty"`
	Cut  int    `json:"cut,omitempty"`
	Text string `json:"text,omitempty"`
	// Gone says that the file was removed.
	Gone bool `json:"gone,omitempty"`
}

func spliceOf(old, text string) Splice {
	start := 0
	for start < min(len(old), len(text)) && old[start] == text[start] {
		start++
	}
	for start < len(old) && !utf8.RuneStart(old[start]) {
		start-- // JSON holds no half of a character
	}
	end := 0
	for end < min(len(old), len(text))-start && old[len(old)-1-end] == text[len(text)-1-end] {
		end++
	}
	for end > 0 && !utf8.RuneStart(old[len(old)-end]) {
		end--
	}
	return Splice{At: start, Cut: len(old) - start - end, Text: text[start : len(text)-end]}
}

func (s Splice) of(old string) string { return old[:s.At] + s.Text + old[s.At+s.Cut:] }
