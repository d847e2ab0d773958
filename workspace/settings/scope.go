package settings

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements which files and folders a setting applies to: include, exclude
// and overrides.

// paths are patterns for files and folders, relative to the settings file. A folder that
// matches includes everything in it.
type paths []string

// match reports whether a path, relative to the settings file, or a folder above it
// matches. The folder of the settings file is ".", and above everything but files outside of it,
// which only patterns that begin with "**" match.
func (ps paths) match(relative string) bool {
	if len(ps) == 0 {
		return false
	}
	for at := relative; ; at = path.Dir(at) {
		if path.Base(at) == ".." {
			return slices.Contains(ps, "**")
		}
		for _, p := range ps {
			if at == "." && (p == "." || p == "**") || at != "." && doublestar.MatchUnvalidated(p, at) {
				return true
			}
		}
		if at == "." {
			return false
		}
	}
}

// override is a part of a settings file that applies only to some paths.
type override struct {
	paths   paths
	policy  codes.Policy
	mode    analysis.Mode
	hasMode bool
	said    statements
}

func (o override) equal(other override) bool {
	return slices.Equal(o.paths, other.paths) && o.policy.Equal(other.policy) && o.mode == other.mode && o.hasMode == other.hasMode
}

// relative makes a path relative to the folder of the settings file. A file that was chosen also
// applies outside of its folder.
func (s *File) relative(p string) string {
	up := ""
	for top := path.Dir(s.Path); ; top, up = path.Dir(top), up+"../" {
		if p == top {
			return path.Clean(up + ".")
		}
		below, inside := strings.CutPrefix(p, strings.TrimSuffix(top, "/")+"/")
		if inside || top == path.Dir(top) {
			return up + strings.TrimPrefix(below, "/")
		}
	}
}

// Excludes reports whether no findings are shown in a file.
func (s *File) Excludes(file string) bool {
	if len(s.exclude) == 0 && len(s.include) == 0 {
		return false
	}
	at := s.relative(file)
	return s.exclude.match(at) || len(s.include) > 0 && !s.include.match(at)
}

// IsPCL reports whether a file is PCL, if the settings say so.
func (s *File) IsPCL(file string) (is, said bool) {
	if len(s.pclFiles) == 0 && len(s.otherFiles) == 0 {
		return false, false
	}
	at := s.relative(file)
	if s.otherFiles.match(at) {
		return false, true
	}
	is = s.pclFiles.match(at)
	return is, is
}

// ExcludesFolder reports whether no findings are shown in a folder.
func (s *File) ExcludesFolder(dir string) bool {
	return len(s.exclude) > 0 && s.exclude.match(s.relative(dir))
}

// ExcludesAll reports whether all files of a program are excluded.
func (s *File) ExcludesAll(files []*syntax.File) bool {
	return len(files) > 0 && !slices.ContainsFunc(files, func(f *syntax.File) bool { return !s.Excludes(f.Path) })
}

// PolicyFor returns the severities in a file. For each code, the last matching override that
// sets it wins.
func (s *File) PolicyFor(file string) codes.Policy {
	policy := s.policy
	for _, o := range s.overrides {
		if !o.policy.IsZero() && o.paths.match(s.relative(file)) {
			policy = o.policy.Over(policy)
		}
	}
	return policy
}

// OptIns returns the rules, off by default, that the settings turn on for at least one file.
// The policy first takes precedence over the settings. Findings in files for which a rule is
// off are removed later.
func (s *File) OptIns(first codes.Policy) codes.OptIns {
	on := first.Over(s.policy).OptIns()
	for _, o := range s.overrides {
		on |= first.Over(o.policy.Over(s.policy)).OptIns()
	}
	return on
}

// ModeFor returns the mode of the program in a directory. The last matching override that
// has a mode wins.
func (s *File) ModeFor(dir string) analysis.Mode {
	mode := s.mode
	for _, o := range s.overrides {
		if o.hasMode && o.paths.match(s.relative(dir)) {
			mode = o.mode
		}
	}
	return mode
}

// JudgesAs reports whether two files treat all findings alike.
func (s *File) JudgesAs(other *File) bool {
	return s.Path == other.Path && s.policy.Equal(other.policy) && slices.Equal(s.include, other.include) &&
		slices.Equal(s.exclude, other.exclude) && slices.EqualFunc(s.overrides, other.overrides, override.equal)
}

// patterns reads patterns for paths. It skips invalid ones. Exceptions are patterns that begin with "!", if these are allowed.
func (s *File) patterns(n *yaml.Node, key string, exceptions *paths) (found paths) {
	for _, p := range s.list(n, "`"+key+"` must be a list of patterns for paths, such as [\"generated/**\"]") {
		if p.Kind != yaml.ScalarNode || p.Tag != "!!str" || p.Value == "" {
			s.fault(s.span(p), "a pattern must be a string")
			continue
		}
		pattern, except := p.Value, false
		if exceptions != nil {
			pattern, except = strings.CutPrefix(pattern, "!")
		}
		switch fault := wrongPattern(pattern); {
		case fault != "":
			s.fault(s.span(p), fault)
		case except:
			*exceptions = append(*exceptions, path.Clean(pattern))
		default:
			found = append(found, path.Clean(pattern))
		}
	}
	return found
}

// mostAlternatives limits the braces in a pattern: each multiplies the work of matching.
const mostAlternatives = 4

// wrongPattern explains why a pattern is invalid. It returns "" if it is valid.
func wrongPattern(p string) string {
	switch {
	case strings.HasPrefix(p, "!"):
		return "a pattern cannot start with `!`; list exceptions in `exclude`, which takes precedence over `include`"
	case path.IsAbs(p) || strings.HasPrefix(p, "~") || strings.ContainsAny(p, "\\\x00") || slices.Contains(strings.Split(p, "/"), ".."):
		return "a pattern must stay in the folder of the settings file, with `/` between names"
	case !doublestar.ValidatePattern(p):
		return fmt.Sprintf("%q is not a valid pattern; use names with *, ?, [a-z], {a,b}, and ** for any folders", p)
	case strings.Count(p, "{") > mostAlternatives || len(p) > 1000:
		return "this pattern has too many alternatives; split it into several patterns"
	}
	return ""
}

func (s *File) readOverrides(n *yaml.Node) {
	for _, entry := range s.list(n, "`overrides` must be a list of mappings with `paths`, and `rules` or `mode`") {
		if entry.Kind != yaml.MappingNode {
			s.fault(s.span(entry), "an override must be a mapping with `paths`, and `rules` or `mode`")
			continue
		}
		s.override(entry)
	}
}

func (s *File) override(n *yaml.Node) {
	o := override{said: statements{}}
	hasPaths := false
	s.eachMember(n, "an override must be", []string{"paths", "rules", "mode"}, func(name string, key, value *yaml.Node) {
		switch name {
		case "paths":
			hasPaths = true
			o.paths = s.patterns(value, "paths", nil)
		case "rules":
			o.policy = s.rules(value, o.said)
		case "mode":
			o.mode, o.hasMode = s.readMode(value)
			o.said.add("mode", s.span(key), value)
		}
	})
	if !hasPaths {
		s.fault(s.span(n), "an override needs `paths`: patterns for the files and folders that it applies to")
	}
	s.overrides = append(s.overrides, o)
}
