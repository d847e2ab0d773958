package settings

import (
	"regexp"
	"strings"
	"testing"
)

// Whoever reads a bug report learns which settings there are and what was chosen from a list, and no text of the user.
func TestAnonymous(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ key, value, wantKey, want string }{
		{"failOn", "warning", "failOn", "warning"},
		{"failOn", "hunter2", "failOn", withheld},
		{"mode", "vars, props", "mode", "vars, props"},
		{"mode", "vars, hunter2", "mode", withheld},
		{"schemas.require", "true", "schemas.require", "true"},
		{"schemas.require", "hunter2", "schemas.require", withheld},
		{"schemas.paths", "[../schemas, /home/jane]", "schemas.paths", withheld},
		{"stack", "acme/shop/prod", "stack", withheld},
		{"targets", "[go, yaml]", "targets", "[go, yaml]"},
		{"targets", "[go, hunter2]", "targets", withheld},
		{"limits.fileSize", "8", "limits.fileSize", "8"},
		{"limits.fileSize", "8 hunter2", "limits.fileSize", withheld},
		{"rules.unused.*", "off", "rules.unused.*", "off"},
		{"rules.unused.*", "hunter2", "rules.unused.*", withheld},
		{"rules.team.acme-buckets", "off", "rules.team.…", "off"},
		{"upgrade", "{acme: 7.2.0}", "upgrade", withheld},
	} {
		if key, value := (InForce{Key: test.key, Value: test.value}).Anonymous(); key != test.wantKey || value != test.want {
			t.Errorf("%s: %s becomes %s: %s, want %s: %s", test.key, test.value, key, value, test.wantKey, test.want)
		}
	}
}

// The words of the mode are those of its pattern.
func TestModeWords(t *testing.T) {
	t.Parallel()
	pattern := regexp.MustCompile(modePattern)
	for _, word := range modeWords {
		if !pattern.MatchString(word) {
			t.Errorf("%s is no mode", word)
		}
	}
	for _, word := range regexp.MustCompile(`[a-z]+`).FindAllString(modePattern, -1) {
		if !strings.Contains(strings.Join(modeWords, " "), word) {
			t.Errorf("%s is missing", word)
		}
	}
}
