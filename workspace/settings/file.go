package settings

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file reads settings files.

// FileName is the name of a settings file. The file applies to the programs in its
// directory and below, down to the next such file.
const FileName = ".pcl-lsp.yaml"

// File is the content of a settings file. Invalid settings are reported and ignored. The
// zero value stands for no file.
type File struct {
	Path, Text     string // both empty if there is no file
	PublicNames    analysis.PublicNames
	Targets        targets.Set           // the languages to convert programs to; empty if none is set
	Upgrades       []Upgrade             // the later versions that packages will have
	RuleFiles      []RuleFile            // files with a team's own rules
	Stack          string                // empty if none is selected
	Pulumi         string                // the version of Pulumi that judges programs; empty if none is set
	State          string                // the path of the stack's state, with names to fill in; empty if none is set
	Schemas        []string              // paths of schemas and of folders with schemas
	RequireReasons bool                  // comments that suppress findings need a reason
	FailOn         string                // the lowest severity that fails a check; empty if none is set
	RequireSchemas bool                  // a check fails if a schema is missing
	Faults         []analysis.Diagnostic // what is wrong with the file

	policy    codes.Policy
	mode      analysis.Mode // strict if none is set
	include   paths         // where findings are shown; everywhere if empty
	exclude   paths         // where no findings are shown
	overrides []override
	said      statements

	pclFiles, otherFiles paths // files that are PCL, and files that are not
}

// IsFile reports whether a file is a settings file, by its name.
func IsFile(p string) bool { return path.Base(p) == FileName }

// For returns the settings file that applies to a directory: the chosen one, which may have any
// name, or else the nearest one in the directory or above. The function open returns the text of a
// file that is open in an editor.
func For(chosen string, fsys disk.FS, open func(path string) (text string, ok bool), dir string) File {
	if chosen != "" {
		return fileAt(fsys, chosen)
	}
	for {
		file := path.Join(dir, FileName)
		if text, ok := open(file); ok {
			found := File{Path: file, Text: text}
			found.read()
			return found
		}
		if disk.MayBeFile(fsys.Stat(file)) {
			return fileAt(fsys, file)
		}
		parent := path.Dir(dir)
		if parent == dir {
			return File{}
		}
		dir = parent
	}
}

func fileAt(fsys disk.FS, file string) File {
	text, err := fsys.ReadFile(file)
	found := File{Path: file, Text: string(text)}
	if err != nil {
		found.fault(syntax.Span{}, "the settings cannot be read: "+err.Error())
		return found
	}
	found.read()
	return found
}

// Unopened is an argument for [For] if no file is open.
func Unopened(string) (string, bool) { return "", false }

// Equal reports whether two files have the same path and content, and the same faults.
func (s File) Equal(other File) bool {
	alike := func(a, b analysis.Diagnostic) bool { return a.Message == b.Message }
	return s.Path == other.Path && s.Text == other.Text && slices.EqualFunc(s.Faults, other.Faults, alike)
}

func (s *File) fault(span syntax.Span, message string) {
	s.Faults = append(s.Faults, analysis.Diagnostic{
		Path: s.Path, Span: span, Code: codes.SettingsInvalid, Severity: codes.SettingsInvalid.Severity(), Message: message,
	})
}

var yamlLine = lazy.Regexp(`^yaml: (?:line (\d+): )?(?:did not find |could not find )?`)

func (s *File) read() {
	s.said = statements{}
	if len(s.Text) > disk.MaxYAML {
		s.fault(s.line(1), "this file "+disk.YAMLTooLarge)
		return
	}
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(s.Text), &document); err != nil {
		place := yamlLine.Get().FindStringSubmatch(err.Error())
		line := 1
		if place != nil && place[1] != "" {
			line, _ = strconv.Atoi(place[1])
		}
		s.fault(s.line(line), "this is not YAML: "+strings.TrimPrefix(err.Error(), "yaml: "))
		return
	}
	if len(document.Content) == 0 {
		return // only comments
	}
	s.group(document.Content[0], "the settings must be", "")
}

// group reads the settings below a prefix.
func (s *File) group(n *yaml.Node, what, prefix string) {
	s.eachMember(n, what, Names(prefix, Project), func(name string, at, value *yaml.Node) {
		key := prefix + name
		s.said.add(key, s.span(at), value)
		switch key {
		case "rules":
			s.policy = s.rules(value, s.said)
		case "secrets.publicNames":
			s.names(value)
		case "targets":
			s.targets(value)
		case "ruleFiles":
			s.ruleFiles(value)
		case "upgrade":
			s.upgrades(value)
		case "stack":
			s.Stack = s.word(value, "`stack` must be the name of a stack", checkChosenStack)
		case "pulumi":
			s.Pulumi = s.word(value, "`pulumi` must be a version of Pulumi in quotes, such as \"3.276.0\"", CheckPulumi)
		case "state":
			if v := resolved(value); v.Kind == yaml.ScalarNode && v.Tag == "!!str" && v.Value == "" {
				break // none
			}
			s.State = s.path(value, "`state` must be the path of a file, such as state.{stack}.json")
		case "mode":
			s.mode, _ = s.readMode(value)
		case "failOn":
			s.FailOn = s.word(value, "`failOn` must be one of "+strings.Join(FailureWords, ", "), checkFailOn)
		case "include":
			s.include = s.patterns(value, key, nil)
		case "exclude":
			s.exclude = s.patterns(value, key, nil)
		case "pclFiles":
			s.pclFiles = s.patterns(value, key, &s.otherFiles)
		case "overrides":
			s.readOverrides(value)
		case "schemas.paths":
			s.paths(value)
		case "schemas.require":
			s.RequireSchemas = s.truth(value, "`require` must be true or false")
		case "suppressions.requireReason":
			s.RequireReasons = s.truth(value, "`requireReason` must be true or false")
		default:
			s.group(value, "`"+key+"` must be", key+".")
		}
	})
}

func checkChosenStack(name string) error {
	if name == "" {
		return nil
	}
	return CheckStack(name)
}

var stackName = lazy.Regexp(StackPattern)

// CheckStack returns an error for a name that no stack can have. The name may include the
// organization and project.
func CheckStack(name string) error {
	if !stackName.Get().MatchString(name) || strings.Contains(name, "..") {
		return fmt.Errorf("%q is not the name of a stack; use only letters, digits, `-`, `_` and `.`", name)
	}
	return nil
}

// CheckPulumi returns an error for a text that is neither empty nor a version of Pulumi.
func CheckPulumi(text string) error {
	if _, is := language.VersionOf(text); text != "" && !is {
		return fmt.Errorf("%q is not a version of Pulumi such as %s.0", text, language.Newest)
	}
	return nil
}

func checkFailOn(word string) error {
	if slices.Contains(FailureWords, word) {
		return nil
	}
	return fmt.Errorf("%q is not one of %s%s", word, strings.Join(FailureWords, ", "), didYouMean(word, FailureWords))
}

// readMode reads the strictness. ok is false if it is invalid.
func (s *File) readMode(n *yaml.Node) (mode analysis.Mode, ok bool) {
	s.word(n, "`mode` must be strict, lenient, or a comma-separated list of vars, props, res, invoke and range", func(text string) (err error) {
		mode, err = analysis.ParseMode(text)
		ok = err == nil
		return err
	})
	return mode, ok
}

// word reads a string. It returns "" if the value is not a string or is invalid.
func (s *File) word(n *yaml.Node, what string, check func(string) error) string {
	n = resolved(n)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
		s.fault(s.span(n), what)
		return ""
	}
	if err := check(n.Value); err != nil {
		s.fault(s.span(n), err.Error())
		return ""
	}
	return n.Value
}

// truth reads a bool. It returns false if the value is not a bool.
func (s *File) truth(n *yaml.Node, what string) bool {
	n = resolved(n)
	var is bool
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || n.Decode(&is) != nil {
		s.fault(s.span(n), what)
	}
	return is
}

// paths reads the paths of schemas, relative to the file. Absolute paths would only work on
// one machine, and would let the author of the file make the server read any file there.
func (s *File) paths(n *yaml.Node) {
	for _, p := range s.list(n, "`paths` must be a list of schema files and folders, such as [./schemas]") {
		if found := s.path(p, "a path must be a string"); found != "" {
			s.Schemas = append(s.Schemas, found)
		}
	}
}

// list reads a list. It returns nil if the value is not one.
func (s *File) list(n *yaml.Node, what string) []*yaml.Node {
	n = resolved(n)
	if n.Kind != yaml.SequenceNode {
		s.fault(s.span(n), what)
		return nil
	}
	return lists.Map(n.Content, resolved)
}

// path reads one path, relative to the file. It returns "" if the value is invalid.
func (s *File) path(n *yaml.Node, what string) string {
	n = resolved(n)
	switch {
	case n.Kind != yaml.ScalarNode || n.Tag != "!!str" || n.Value == "":
		s.fault(s.span(n), what)
	case path.IsAbs(n.Value) || strings.HasPrefix(n.Value, "~") || strings.ContainsAny(n.Value, "\\:\x00"):
		s.fault(s.span(n), "a path in a settings file must be relative to that file, with `/` between names")
	default:
		return path.Join(path.Dir(s.Path), n.Value)
	}
	return ""
}

// names reads the patterns for public inputs. Invalid patterns are skipped; if none is
// left, the default applies.
func (s *File) names(n *yaml.Node) {
	n = resolved(n)
	if n.Kind != yaml.SequenceNode {
		s.fault(s.span(n), "`publicNames` must be a list of patterns for inputs, such as [tags, \"*Name\"]")
		return
	}
	var patterns []string
	for _, p := range n.Content {
		p = resolved(p)
		if _, err := analysis.ParsePublicNames([]string{p.Value}); err != nil { // only scalars have a Value, and "" is invalid
			s.fault(s.span(p), err.Error())
			continue
		}
		patterns = append(patterns, p.Value)
	}
	if len(patterns) > 0 || len(n.Content) == 0 {
		s.PublicNames, _ = analysis.ParsePublicNames(patterns)
	}
}

// targets reads the languages that programs are to be converted to. Unknown ones are skipped.
func (s *File) targets(n *yaml.Node) {
	for _, t := range s.list(n, "`targets` must be a list of languages, such as [go, typescript]") {
		set, err := targets.Parse([]string{t.Value})
		if err != nil {
			s.fault(s.span(t), err.Error())
			continue
		}
		s.Targets |= set
	}
}

// RuleFile is the path of a file with a team's own rules, or of a folder of them.
type RuleFile struct {
	Path string
	// Version is the one that the rules must have; empty for any.
	Version string
	Span    syntax.Span // where the settings name it
}

// pinned is the end of a path that names a version.
var pinned = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`@([0-9]+(?:\.[0-9]+){0,2})$`) })

// ruleFiles reads the paths of rule files, relative to the file.
func (s *File) ruleFiles(n *yaml.Node) {
	for _, p := range s.list(n, "`ruleFiles` must be a list of rule files and folders, such as [./rules]") {
		if found := s.path(p, "a path must be a string"); found != "" {
			f := RuleFile{Path: found, Span: s.span(resolved(p))}
			if at := pinned().FindStringSubmatchIndex(found); at != nil {
				f.Path, f.Version = found[:at[0]], found[at[2]:]
			}
			s.RuleFiles = append(s.RuleFiles, f)
		}
	}
}

// Upgrade is a later version that a package will have.
type Upgrade struct{ Package, Version string }

// upgrades reads the later versions of packages. Invalid ones are skipped.
func (s *File) upgrades(n *yaml.Node) {
	s.eachMember(n, "`upgrade` must be", nil, func(name string, _, value *yaml.Node) {
		value = resolved(value)
		if value.Kind != yaml.ScalarNode || value.Tag != "!!str" || !analysis.IsVersion(value.Value) {
			s.fault(s.span(value), "the version of `"+name+"` must be three numbers, such as 7.2.0")
			return
		}
		s.Upgrades = append(s.Upgrades, Upgrade{name, value.Value})
	})
}

// eachMember visits the members of a mapping that have one of the names, or all members
// if no names are given. It reports other members, and values other than mappings.
func (s *File) eachMember(n *yaml.Node, what string, names []string, visit func(string, *yaml.Node, *yaml.Node)) {
	n = resolved(n)
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" {
			message := what + " a mapping of names to values"
			if len(names) > 0 {
				message += "; the names are `" + strings.Join(names, "`, `") + "`"
			}
			s.fault(s.span(n), message)
		}
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case seen[key.Value]:
			s.fault(s.span(key), "`"+key.Value+"` is set twice; remove one of them")
			continue
		case len(names) > 0 && !slices.Contains(names, key.Value):
			s.fault(s.span(key), "there is no setting `"+key.Value+"`"+didYouMean(key.Value, names))
			continue
		}
		seen[key.Value] = true
		visit(key.Value, key, n.Content[i+1])
	}
}

// rules reads severities by code, and records where they are set.
func (s *File) rules(n *yaml.Node, said statements) codes.Policy {
	var policy codes.Policy
	s.eachMember(n, "`rules` must be", nil, func(code string, key, value *yaml.Node) {
		value = resolved(value)
		if value.Kind != yaml.ScalarNode {
			s.fault(s.span(value), "the severity of `"+code+"` must be error, warning, information, hint or off")
			return
		}
		next, err := policy.With(code, value.Value)
		switch {
		case errors.Is(err, codes.ErrSeverity):
			s.fault(s.span(value), err.Error())
		case err != nil:
			s.fault(s.span(key), err.Error()+didYouMean(code, codes.Patterns()))
		default:
			said.add("rules."+code, s.span(key), value)
		}
		policy = next
	})
	return policy
}

func didYouMean(name string, among []string) string {
	if near := typesys.Near(name, among); near != "" && near != name {
		return "; did you mean `" + near + "`?"
	}
	return ""
}

func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// span returns the span of a node's first line.
func (s *File) span(n *yaml.Node) syntax.Span {
	m := syntax.NewMapper(s.Text)
	start := m.Offset(n.Line-1, n.Column-1, syntax.UTF32)
	end := m.LineEnd(n.Line - 1)
	if n.Kind == yaml.ScalarNode && strings.HasPrefix(s.Text[start:end], n.Value) && n.Value != "" {
		end = start + len(n.Value)
	}
	return syntax.Span{Start: start, End: start + len(strings.TrimRight(s.Text[start:end], " \t\r\n"))}
}

// line returns the span of a line, counted from 1, or of the last one if there are fewer.
func (s *File) line(number int) syntax.Span {
	m := syntax.NewMapper(s.Text)
	line := max(0, min(number, m.LineCount())-1)
	return syntax.Span{Start: m.LineStart(line), End: m.LineEnd(line)}
}
