package checked_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// packageNotes are what messages say about the schema that was used, as in (std 2.3.2).
var packageNotes = regexp.MustCompile(`\([\w-]+ v?\d+\.\d+\.\d+[^ )]*\)`)

// What messages say is short, names types as people write them, and names a package once.
func TestMessagesReadWell(t *testing.T) {
	t.Parallel()
	schemas, messages := analysistest.RepositorySchemas(t), 0
	for _, m := range fixturePrograms(t) {
		for _, d := range findingsOf(t, m.open(schemas)) {
			messages++
			switch notes := packageNotes.FindAllString(d.Message, -1); {
			case len(notes) != len(slices.Compact(slices.Sorted(slices.Values(notes)))):
				t.Errorf("%s: %s: the package is named twice: %s", m.name, d.Code, d.Message)
			case strings.Contains(d.Message, "type("):
				t.Errorf("%s: %s: not as people write types: %s", m.name, d.Code, d.Message)
			case d.Message == "" || strings.Join(strings.Fields(d.Message), " ") != d.Message:
				t.Errorf("%s: %s: not one line of words: %q", m.name, d.Code, d.Message)
			case utf8.RuneCountInString(d.Message) > 200:
				t.Errorf("%s: %s: too long: %s", m.name, d.Code, d.Message)
			}
		}
	}
	if messages < 2000 {
		t.Errorf("only %d messages were read", messages)
	}
}
