package report

import (
	"encoding/xml"
	"io"
)

// This file implements what the forms in XML have in common.

// writeXML writes a value as an XML document. Characters that XML cannot hold are
// replaced.
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
