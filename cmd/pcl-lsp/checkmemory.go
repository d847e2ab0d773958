package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/memo"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file remembers what a check came to, so that the next one that would see the same
// need not come to it again.
//
// A kept check counts for the same program, directory, arguments and flags, as long as
// all that the check saw of the disk and of the environment is as it was; see package
// disk. Findings are kept and texts are not: excerpts are read from the files again.
//
// Not kept are checks whose result may rest on more: of standard input, those that may
// ask plugins, those with patterns, with baselines or a revision, those that fix, and the
// rounds of --watch.

// checkMemory is where checks are kept, and the question that this one answers. Nil
// remembers nothing.
type checkMemory struct {
	memory    memo.Memory
	question  []byte
	files     *disk.Once
	variables *variables
}

// kept is what a check came to, and what that rests on.
type kept struct {
	Trace disk.Trace
	Salt  []byte
	// Variables are those of the environment that were asked for, with salted hashes of
	// their values.
	Variables map[string][sha256.Size]byte

	Notes    string // what was told beside the report
	Findings []report.Finding
	Checked  []string
	Programs int
	Schemas  []report.Schema
	Problems []string
	Excluded int
	Missing  string
}

// indifferent are the flags that do not change what a check comes to. What a report needs
// of it is part of the question, see remembered.
var indifferent = []string{"format", "jobs", "quiet", "fail-on", "exit-zero", "require-schemas", "timings", "no-cache"}

// remembered is the memory for this check; nil if it is not to be kept. From here on it
// sees which variables of the environment are asked for.
func (c *checkCommand) remembered(cmd *cobra.Command, args []string, outputs []*output) *checkMemory {
	switch {
	case c.baseline != baselineFlags{} || c.since.name != "":
		return nil
	case c.noCache || c.watch || c.fixes.wanted() || c.schemas.AllowPlugins || c.env.cache == "":
		return nil
	case slices.ContainsFunc(args, func(arg string) bool { return arg == "-" || isPattern(c.env, arg) }):
		return nil
	}
	question := struct {
		Program      string
		State        disk.Stamp
		Dir, Home    string
		Args         []string
		Flags        map[string]string
		Fixes        int
		Fingerprints bool
	}{Dir: c.env.dir, Home: c.env.home, Args: args, Flags: map[string]string{}}
	question.Program, question.State = identity()
	if question.Program == "" {
		return nil
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(indifferent, f.Name) {
			question.Flags[f.Name] = f.Value.String()
		}
	})
	for _, o := range outputs {
		question.Fixes, question.Fingerprints = max(question.Fixes, o.format.Fixes), question.Fingerprints || o.format.Fingerprints
	}
	asked, err := json.Marshal(question)
	if err != nil {
		return nil
	}
	m := &checkMemory{
		memory: memo.Memory{Dir: filepath.Join(filepath.Dir(c.env.cache), "checks")}, question: asked,
		files: disk.LookOnce(disk.Machine{}), variables: &variables{ask: c.env.variable, known: map[string]string{}},
	}
	c.env.variable = m.variables.value
	return m
}

// identity tells this program from all that may come to other results: by its version, if
// that is one which is never given again, and else by its file and the state of it. It is
// empty if neither is known.
func identity() (string, disk.Stamp) {
	if v := buildVersion(); v.isRelease() {
		return v.String(), disk.Stamp{}
	}
	path, err := os.Executable()
	if err != nil {
		return "", disk.Stamp{}
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", disk.Stamp{}
	}
	return path, disk.StampOf(info)
}

// recall is what an earlier check came to that would come to the same now.
func (m *checkMemory) recall(each func(n int, do func(i int))) (*kept, bool) {
	if m == nil {
		return nil, false
	}
	k := &kept{}
	if !m.memory.Recall(m.question, k) {
		return nil, false
	}
	for name, sum := range k.Variables {
		if k.sum(m.variables.ask(name)) != sum {
			return nil, false
		}
	}
	return k, k.Trace.Holds(disk.Machine{}, each)
}

// keep keeps what this check came to. Where that is not possible the next one takes
// longer, which nobody needs to be told.
func (m *checkMemory) keep(session *workspace.Session, notes string, r *report.Report) {
	if m == nil {
		return
	}
	settled := session.SchemasSettled() // this looks at files, so it comes before the trace
	trace, ok := m.files.Seen().Trace()
	if !ok || !settled {
		return
	}
	k := &kept{
		Trace: trace, Salt: make([]byte, 16), Variables: map[string][sha256.Size]byte{}, Notes: notes,
		Findings: r.Findings, Checked: r.Checked, Programs: r.Programs, Schemas: r.Schemas, Problems: r.Problems, Excluded: r.Excluded, Missing: r.Missing,
	}
	_, _ = rand.Read(k.Salt) // never fails
	m.variables.each(func(name, value string) { k.Variables[name] = k.sum(value) })
	_ = m.memory.Keep(m.question, k)
}

func (k *kept) sum(value string) [sha256.Size]byte {
	return sha256.Sum256(append(slices.Clone(k.Salt), value...))
}

// variables remembers which variables of an environment were asked for. It is safe for
// concurrent use.
type variables struct {
	ask func(name string) string

	mu    sync.Mutex // guards known
	known map[string]string
}

func (v *variables) value(name string) string {
	value := v.ask(name)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.known[name] = value
	return value
}

func (v *variables) each(visit func(name, value string)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for name, value := range v.known {
		visit(name, value)
	}
}
