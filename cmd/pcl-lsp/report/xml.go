package report

import (
	"encoding/xml"
	"io"
)

// This file implements what the XML formats share.

// writeXML writes a value as an XML document. It replaces characters that XML does not
// allow.
func writeXML(w io.Writer, value any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
