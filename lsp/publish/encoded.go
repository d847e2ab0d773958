// This file encodes findings. Successive reports of a file share the encodings of those that have not changed.

package publish

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"

	"go.lsp.dev/protocol"
)

// encoded is the encoding of a finding. It is immutable.
//
// Why each finding has its own, and not all of a file one text: a file may have thousands, of which a keystroke
// changes one. Copying the others is most of the memory that it takes.
type encoded struct {
	json []byte         // with a comma before it
	tail int            // offset of everything after the range
	at   protocol.Range // where it stands in the file
}

// encoder encodes findings one after the other.
type encoder struct{ text []byte } // of the last one, for its room

// encode encodes a finding.
func (e *encoder) encode(d protocol.Diagnostic) (*encoded, error) {
	text, err := protocol.AppendMarshal(append(e.text[:0], ','), &d)
	if err != nil {
		return nil, err
	}
	e.text = text
	head := appendHead(make([]byte, 0, len(text)), d.Range)
	if !bytes.HasPrefix(text, head) {
		return nil, fmt.Errorf("unexpected encoding of a finding: %s", text)
	}
	return &encoded{append(head, text[len(head):]...), len(head), d.Range}, nil
}

// movedTo returns the encoding of the finding at another place.
func (e *encoded) movedTo(at protocol.Range) *encoded {
	if at == e.at {
		return e
	}
	head := appendHead(make([]byte, 0, len(e.json)+room), at)
	return &encoded{append(head, e.json[e.tail:]...), len(head), at}
}

// room is the space for further digits of a place.
const room = 16

// after returns the text of a finding that follows a number of others in a report. Nothing precedes the first.
func (e *encoded) after(others int) []byte {
	if others == 0 {
		return e.json[1:]
	}
	return e.json
}

func (e *encoded) same(other *encoded) bool { return e == other || bytes.Equal(e.json, other.json) }

// compare orders findings by their places.
func (e *encoded) compare(other *encoded) int {
	a, b := e.at, other.at
	return cmp.Or(
		cmp.Compare(a.Start.Line, b.Start.Line), cmp.Compare(a.Start.Character, b.Start.Character),
		cmp.Compare(a.End.Line, b.End.Line), cmp.Compare(a.End.Character, b.End.Character),
		bytes.Compare(e.json, other.json),
	)
}

// appendHead encodes the beginning of a finding, up to and including its range.
func appendHead(b []byte, r protocol.Range) []byte {
	b = appendPosition(append(b, `,{"range":{"start":`...), r.Start)
	b = appendPosition(append(b, `,"end":`...), r.End)
	return append(b, '}')
}

func appendPosition(b []byte, p protocol.Position) []byte {
	b = strconv.AppendUint(append(b, `{"line":`...), uint64(p.Line), 10)
	b = strconv.AppendUint(append(b, `,"character":`...), uint64(p.Character), 10)
	return append(b, '}')
}
