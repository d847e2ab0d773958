package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// dotNetSpace is what the runner of GitHub Actions removes before it looks for a command (char.IsWhiteSpace of .NET).
const dotNetSpace = "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

var bracketCommand = regexp.MustCompile(`(?i)##(?:vso|teamcity)?\[`)

// obeyedLine returns the first line of a log that a CI system obeys.
func obeyedLine(log string) string {
	for _, line := range strings.FieldsFunc(log, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if strings.HasPrefix(strings.TrimLeft(line, dotNetSpace), "::") || bracketCommand.MatchString(line) {
			return line
		}
	}
	return ""
}

// loggedLines are command lines of every command that prints text to a log, for a folder whose files are named FILE.
var loggedLines = []string{
	"check", "check --format concise", "check --format grouped", "check --format markdown", "check --format json", "check --format jsonl", "check --format sarif", "check --format html", "check --statistics",
	"check --fix --diff", "check --format text --color always", "check missing/FILE", "check --rules FILE", "fmt --check", "fmt --diff", "fmt --check FILE", "query", "query --format json", "query FILE:2:1", "query --all .", "query --name FILE .", "symbols", "hover FILE:2:1", "hover --format markdown FILE:2:1",
	"hover --format json FILE:2:1", "dump .", "convert FILE", "convert --from FILE .", "plan --stack FILE .", "graph .", "graph --format mermaid .", "graph --format json .", "docs .", "docs --format json .", "rules", "rules FILE", "explain FILE", "config show FILE", "config FILE", "upgrade --package FILE=1.0.0 .",
	"schema list", "schema where FILE", "schema show FILE", "schema diff FILE FILE", "report merge FILE", "bug-report .", "version FILE", "man FILE", "FILE", "check --FILE", "completion FILE", "serve --log-level FILE", "mcp --root FILE",
}

// Whatever a file, a program or an argument is named, and whatever it says, no command prints a line that a CI system obeys (case 70).
func TestNoCommandInAnyLog(t *testing.T) {
	t.Parallel()
	for _, c := range commands() {
		if !slices.ContainsFunc(loggedLines, func(line string) bool { return words(line)[0] == c.name }) {
			t.Errorf("no line tests the log of %s", c.name)
		}
	}
	printed := 0
	for _, name := range []string{"\u00a0::stop-commands::x.pp", "::stop-commands::x.pp", "\u2003\u200b::error::x.pp", "##[add-path]x.pp", "##vso[task.x]x.pp", "\ufeff::x::.pp", "##teamcity[x].pp"} {
		command := strings.TrimSuffix(name, ".pp")
		program := "# " + command + "\na   = <<-EOT\n  " + command + "\nEOT\n" + command + "\nb = nothing(\"" + command + "\") # " + command + "\n\u3000::error::x\noutput \"" + command + "\" {\n  value = missing\n}\n"
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(program), 0o600); err != nil {
			t.Skip(err) // a system without such names
		}
		putIn(t, dir, "main.pp", "# "+command+"\nx = <<-EOT\n"+command+"\nEOT\n\n\nunused   = \"${x}\"\n\u3000::error::x\n")
		for _, line := range loggedLines {
			args := words(line)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "FILE", name)
			}
			got := runIn(t, dir, args)
			for _, text := range []string{got.stdout, got.stderr} {
				if strings.Contains(text, "stop-commands") {
					printed++
				}
				if found := obeyedLine(text); found != "" {
					t.Errorf("%q %s: the line %q", name, line, found)
				}
			}
		}
	}
	if printed < 30 {
		t.Errorf("only %d texts have the name", printed)
	}
}
