// Package leak finds secrets in what leaves the server or a command.
//
// Tests use its marks in all secrets: whoever reads the output of the server or of a command for a test looks for the
// marks in every byte, whatever the test is about. So a new request or format is covered before anybody thinks of it.
package leak

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

const (
	// Stored is part of every secret that a project, a stack or the environment holds. It appears nowhere.
	Stored = "zqstored"
	// Written is part of every secret that a program holds in its own text: a literal in a call of `secret`, or the
	// default of a secret config. It appears where that text is edited or shown as a line, and nowhere else.
	Written = "zqwritten"
	// StoredNumber is [Stored] for secrets that are numbers.
	StoredNumber = "546372819"
	// WrittenNumber is [Written] for secrets that are numbers.
	WrittenNumber = "918273645"
)

// InOutput returns what is around the first stored secret in the output of a command, or
// an empty string. A report shows lines of programs as they are.
func InOutput(text []byte) string { return around(text, Stored, StoredNumber) }

// InMessage returns what is around the first secret in a message of the server, or an empty string.
func InMessage(body []byte) string {
	if found := around(body, Stored, StoredNumber); found != "" {
		return found
	}
	if around(body, Written, WrittenNumber) == "" {
		return ""
	}
	var message any
	if err := json.Unmarshal(body, &message); err != nil {
		return fmt.Sprintf("no message: %v", err)
	}
	rest, err := json.Marshal(withoutEdits(message))
	if err != nil {
		return err.Error()
	}
	return around(rest, Written, WrittenNumber)
}

// withoutEdits is a message without the new texts of its edits.
func withoutEdits(at any) any {
	switch at := at.(type) {
	case map[string]any:
		delete(at, "newText")
		for name, value := range at {
			at[name] = withoutEdits(value)
		}
	case []any:
		for i, value := range at {
			at[i] = withoutEdits(value)
		}
	}
	return at
}

// around is what is around the first place of a mark, in letters of any case and with any escapes before it.
func around(text []byte, marks ...string) string {
	lower := bytes.ToLower(text)
	for _, mark := range marks {
		if at := bytes.Index(lower, []byte(mark)); at >= 0 {
			return strings.ToValidUTF8(string(text[max(0, at-120):min(len(text), at+80)]), "?")
		}
	}
	return ""
}
