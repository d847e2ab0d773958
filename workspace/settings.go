package workspace

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/setting"
)

// This file reads settings files: what a team decides about its programs.

// SettingsFile is the name of a settings file. It counts for the programs in its
// directory and below, down to the next such file.
const SettingsFile = ".pcl-lsp.yaml"

// settings are what a settings file says.
type settings struct {
	path, text  string // both empty if there is no file
	policy      codes.Policy
	publicNames analysis.PublicNames
	stack       string        // empty if none is chosen
	mode        analysis.Mode // strict if none is chosen
	schemas     []string      // paths of schemas and of folders of them
	reasons     bool          // comments that suppress findings need one
	failOn      string        // the mildest severity that fails a check; empty if none is chosen
	require     bool          // a check needs all schemas
	include     paths         // what findings are shown of; all if empty
	exclude     paths         // what none are shown of
	overrides   []override
	said        statements
	faults      []analysis.Diagnostic // what cannot be used in it; the rest counts
}

func isSettingsFile(p string) bool { return path.Base(p) == SettingsFile }

// settingsOf are the settings for a directory: those of the nearest file in it or
// above. A file that is open is as the editor has it.
func settingsOf(fsys disk.FS, overlays map[string]overlay, dir string) settings {
	for {
		file := path.Join(dir, SettingsFile)
		if o, open := overlays[file]; open {
			found := settings{path: file, text: o.file.Text()}
			found.read()
			return found
		}
		if info, err := fsys.Stat(file); err == nil && !info.IsDir() {
			text, err := fsys.ReadFile(file)
			found := settings{path: file, text: string(text)}
			if err != nil {
				found.fault(syntax.Span{}, "the settings cannot be read: "+err.Error())
				return found
			}
			found.read()
			return found
		}
		parent := path.Dir(dir)
		if parent == dir {
			return settings{}
		}
		dir = parent
	}
}

// equal reports whether the same file says the same.
func (s settings) equal(other settings) bool {
	alike := func(a, b analysis.Diagnostic) bool { return a.Message == b.Message }
	return s.path == other.path && s.text == other.text && slices.EqualFunc(s.faults, other.faults, alike)
}

func (s *settings) fault(span syntax.Span, message string) {
	s.faults = append(s.faults, analysis.Diagnostic{
		Path: s.path, Span: span, Code: codes.SettingsInvalid, Severity: codes.SettingsInvalid.Severity(), Message: message,
	})
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(?:did not find |could not find )?`)

func (s *settings) read() {
	s.said = statements{}
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(s.text), &document); err != nil {
		place := yamlLine.FindStringSubmatch(err.Error())
		line := 1
		if place != nil && place[1] != "" {
			line, _ = strconv.Atoi(place[1])
		}
		s.fault(s.line(line), "this is not YAML: "+strings.TrimPrefix(err.Error(), "yaml: "))
		return
	}
	if len(document.Content) == 0 {
		return // nothing but comments
	}
	s.group(document.Content[0], "the settings are", "")
}

// group reads the settings below a prefix.
func (s *settings) group(n *yaml.Node, what, prefix string) {
	s.eachMember(n, what, setting.Names(prefix, setting.Project), func(name string, at, value *yaml.Node) {
		key := prefix + name
		s.said.add(key, s.span(at), value)
		switch key {
		case "rules":
			s.policy = s.rules(value, s.said)
		case "secrets.publicNames":
			s.names(value)
		case "stack":
			s.stack = s.word(value, "`stack` is the name of a stack", checkChosenStack)
		case "mode":
			s.mode, _ = s.readMode(value)
		case "failOn":
			s.failOn = s.word(value, "`failOn` is one of "+strings.Join(setting.FailureWords, ", "), checkFailOn)
		case "include":
			s.include = s.patterns(value, key)
		case "exclude":
			s.exclude = s.patterns(value, key)
		case "overrides":
			s.readOverrides(value)
		case "schemas.paths":
			s.paths(value)
		case "schemas.require":
			s.require = s.truth(value, "`require` is true or false")
		case "suppressions.requireReason":
			s.reasons = s.truth(value, "`requireReason` is true or false")
		default:
			s.group(value, "`"+key+"` is", key+".")
		}
	})
}

func checkChosenStack(name string) error {
	if name == "" {
		return nil
	}
	return CheckStack(name)
}

func checkFailOn(word string) error {
	if slices.Contains(setting.FailureWords, word) {
		return nil
	}
	return fmt.Errorf("%q is none of %s%s", word, strings.Join(setting.FailureWords, ", "), didYouMean(word, setting.FailureWords))
}

// readMode reads how much the rules forgive, and whether that can be used.
func (s *settings) readMode(n *yaml.Node) (mode analysis.Mode, ok bool) {
	s.word(n, "`mode` is strict, lenient, or a list out of vars, props, res, invoke and range", func(text string) (err error) {
		mode, err = analysis.ParseMode(text)
		ok = err == nil
		return err
	})
	return mode, ok
}

// word reads a text; empty if it is none or means nothing.
func (s *settings) word(n *yaml.Node, what string, check func(string) error) string {
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

// truth reads true or false; false if it is neither.
func (s *settings) truth(n *yaml.Node, what string) bool {
	n = resolved(n)
	var is bool
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || n.Decode(&is) != nil {
		s.fault(s.span(n), what)
	}
	return is
}

// paths reads where schemas are, relative to the file. Other paths would be those of one
// machine, and whoever writes the file could have any file there read.
func (s *settings) paths(n *yaml.Node) {
	n = resolved(n)
	if n.Kind != yaml.SequenceNode {
		s.fault(s.span(n), "`paths` is a list of schemas and folders of them, such as [./schemas]")
		return
	}
	for _, p := range n.Content {
		p = resolved(p)
		switch {
		case p.Kind != yaml.ScalarNode || p.Tag != "!!str" || p.Value == "":
			s.fault(s.span(p), "a path is a text")
		case path.IsAbs(p.Value) || strings.HasPrefix(p.Value, "~") || strings.ContainsAny(p.Value, "\\:\x00"):
			s.fault(s.span(p), "a path in a settings file is relative to that file, with `/` between names")
		default:
			s.schemas = append(s.schemas, path.Join(path.Dir(s.path), p.Value))
		}
	}
}

// names reads the patterns for inputs that everybody reads. Those that cannot be used
// are left out; where nothing can, the usual ones hold.
func (s *settings) names(n *yaml.Node) {
	n = resolved(n)
	if n.Kind != yaml.SequenceNode {
		s.fault(s.span(n), "`publicNames` is a list of patterns for inputs, such as [tags, \"*Name\"]")
		return
	}
	var patterns []string
	for _, p := range n.Content {
		p = resolved(p)
		if _, err := analysis.ParsePublicNames([]string{p.Value}); err != nil { // the value of what is no scalar is empty
			s.fault(s.span(p), err.Error())
			continue
		}
		patterns = append(patterns, p.Value)
	}
	if len(patterns) > 0 || len(n.Content) == 0 {
		s.publicNames, _ = analysis.ParsePublicNames(patterns)
	}
}

// eachMember visits the members of a mapping that have one of the names, or all
// members if there are no names. Others, and what is no mapping, are faults.
func (s *settings) eachMember(n *yaml.Node, what string, names []string, visit func(string, *yaml.Node, *yaml.Node)) {
	n = resolved(n)
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" {
			s.fault(s.span(n), what+" a mapping of names to values")
		}
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case seen[key.Value]:
			s.fault(s.span(key), "`"+key.Value+"` is set twice; remove one of the two")
			continue
		case len(names) > 0 && !slices.Contains(names, key.Value):
			s.fault(s.span(key), "there is no setting `"+key.Value+"`"+didYouMean(key.Value, names))
			continue
		}
		seen[key.Value] = true
		visit(key.Value, key, n.Content[i+1])
	}
}

// rules reads severities by code, and notes where they stand.
func (s *settings) rules(n *yaml.Node, said statements) codes.Policy {
	var policy codes.Policy
	s.eachMember(n, "`rules` is", nil, func(code string, key, value *yaml.Node) {
		value = resolved(value)
		if value.Kind != yaml.ScalarNode {
			s.fault(s.span(value), "the severity of `"+code+"` is one of error, warning, information, hint and off")
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

// resolved is the node that an alias stands for.
func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// span is the place of a node's first line.
func (s *settings) span(n *yaml.Node) syntax.Span {
	m := syntax.NewMapper(s.text)
	start := m.Offset(n.Line-1, n.Column-1, syntax.UTF32)
	end := m.LineEnd(n.Line - 1)
	if n.Kind == yaml.ScalarNode && strings.HasPrefix(s.text[start:end], n.Value) && n.Value != "" {
		end = start + len(n.Value)
	}
	return syntax.Span{Start: start, End: start + len(strings.TrimRight(s.text[start:end], " \t\r\n"))}
}

// line is a whole line, counted from 1; the last one if there are fewer.
func (s *settings) line(number int) syntax.Span {
	m := syntax.NewMapper(s.text)
	line := max(0, min(number, m.LineCount())-1)
	return syntax.Span{Start: m.LineStart(line), End: m.LineEnd(line)}
}
