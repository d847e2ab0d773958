// Package fingerprint names findings by what they are about, so that one can be
// recognised when the program around it has changed: in a baseline, or in the reports of
// two runs.
//
// A fingerprint is made of the code of the finding, the name of its file, the kind and
// the name of the item that it is in, the marked text, and of how many findings before it
// in the file all this is the same. So it stays when lines are added, moved or indented
// otherwise, and is another one when the marked text is changed, or the item is renamed or
// goes to another file. The message and the severity do not count: a better wording or
// another policy is no other finding.
//
// It deliberately does not know what the fingerprints are for, and reads no file.
//
// **Why** the number of the occurrence: one mistake made twice in an item are two
// findings, and who has accepted one of them has not accepted the other. It is counted
// by place, so of several that are equal the last one is the new one.
package fingerprint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Version is that of the way in which fingerprints are made: those of two versions say
// nothing about each other.
const Version = 1

// size is how many bytes of the hash are kept: enough for no two of millions to be equal.
const size = 16

// Of are the fingerprints of the findings of one file, in the order of the findings. The
// findings must be all that the file has, or the occurrences are counted wrongly; their
// order does not matter. The name is that of the file as it is to be remembered: a path
// with slashes, relative to something that stays. The file may be nil if there is no
// text; then the places of findings do not count.
func Of(name string, file *syntax.File, findings []analysis.Diagnostic) []string {
	order := make([]int, len(findings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := findings[i], findings[j]
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		if a.Span.End != b.Span.End {
			return a.Span.End - b.Span.End
		}
		return strings.Compare(a.Message, b.Message)
	})
	seen := map[string]int{}
	prints := make([]string, len(findings))
	for _, i := range order {
		about := subject(name, file, findings[i])
		prints[i] = hashed(append(about, fmt.Sprint(seen[strings.Join(about, "\x00")]))...)
		seen[strings.Join(about, "\x00")]++
	}
	return prints
}

// subject is what a finding is about, but for the number of its occurrence.
func subject(name string, file *syntax.File, d analysis.Diagnostic) []string {
	about := []string{string(d.Code), name, "", "", ""}
	if d.Code == codes.ConfigStackPlainSecret { // the text is a secret
		about[4] = d.Subject
		return about
	}
	if file == nil {
		return about
	}
	if item, ok := file.ItemAt(d.Span.Start); ok {
		about[2], about[3] = item.Kind.String(), item.Name
	}
	end := min(d.Span.End, file.Len())
	start := min(d.Span.Start, end)
	about[4] = normalised(file.Slice(syntax.Span{Start: start, End: end}))
	return about
}

// normalised is a text with one blank wherever there is white space.
func normalised(text string) string { return strings.Join(strings.Fields(text), " ") }

// hashed is a short name for some texts. Their lengths count, so that what stands at the
// end of one is not taken for the beginning of the next.
func hashed(parts ...string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d", Version)
	for _, p := range parts {
		fmt.Fprintf(h, ":%d:", len(p))
		io.WriteString(h, p)
	}
	return hex.EncodeToString(h.Sum(nil)[:size])
}
