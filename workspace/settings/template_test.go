package settings_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// A template changes nothing. That is still so if every comment in it becomes a setting, because
// all values are the defaults.
func TestTemplate(t *testing.T) {
	t.Parallel()
	template := string(settings.Template())
	live := regexp.MustCompile(`(?m)^#(  )?(\w)`).ReplaceAllString(template, "$1$2")
	var none settings.File
	for name, text := range map[string]string{"the template": template, "all settings": live} {
		f := settings.For("", disk.Machine{}, func(path string) (string, bool) { return text, path == "/p/.pcl-lsp.yaml" }, "/p")
		if f.Path == "" || len(f.Faults) > 0 {
			t.Errorf("%s has mistakes: %v in\n%s", name, f.Faults, text)
		}
		if f.Stack != none.Stack || f.State != none.State || f.ModeFor("/p") != none.ModeFor("/p") || f.RequireSchemas || f.RequireReasons || len(f.Schemas) > 0 || f.Targets != none.Targets ||
			f.PublicNames != none.PublicNames || f.Excludes("/p/a.pp") || !f.PolicyFor("/p/a.pp").IsZero() || f.OptIns(codes.Policy{}) != 0 {
			t.Errorf("%s changes something: %+v in\n%s", name, f, text)
		}
		if set := len(regexp.MustCompile(`(?m)^ *\w+: \S`).FindAllString(text, -1)); (set > 0) != (name == "all settings") {
			t.Errorf("%s sets %d settings", name, set)
		}
	}
	for _, s := range settings.All() {
		name := s.Key[strings.LastIndex(s.Key, ".")+1:]
		if !s.In(settings.Project) && strings.Contains(s.Key, ".") {
			continue // another group may have the name
		}
		if listed := regexp.MustCompile(`(?m)^# *` + name + `(:| is not set)`).MatchString(template); listed != s.In(settings.Project) {
			t.Errorf("%s: listed: %v", s.Key, listed)
		}
	}
	for line := range strings.Lines(template) {
		if len(line) > 81 && !strings.Contains(line, settings.SchemaURL) {
			t.Errorf("a line of %d bytes: %s", len(line), line)
		}
	}
}
