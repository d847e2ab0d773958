package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements what a call sees: the disk, the texts that it brings along, programs and positions
// in them. It also keeps answers small.

// Unsaved are texts of files that are not on disk, or not like that.
type Unsaved struct {
	Texts []Text `json:"texts,omitempty" jsonschema:"unsaved files, which count instead of those on disk; never written"`
}

// Text is the text of a file.
type Text struct {
	Path string `json:"path" jsonschema:"the .pp or .pcl file that the text stands for; need not exist"`
	Text string `json:"text"`
}

const (
	mostTexts   = 200
	longestText = 1 << 20
)

type call struct {
	reach
	options  Options
	places   *places
	session  *workspace.Session
	snapshot *workspace.Snapshot
	unsaved  []string // paths of texts
	inEditor []string // paths of the documents that are open in the editor
	progress func(done, total int, about string)
}

// files are what the call may read.
func (r reach) files() *disk.Confined {
	return &disk.Confined{FS: disk.LookOnce(within{r.real}), Folders: func() []string { return r.roots }}
}

// open gives the call a session over the disk and some texts.
func (c *call) open(u Unsaved) error {
	if len(u.Texts) > mostTexts {
		return fmt.Errorf("%d texts are more than %d; name files by their paths instead", len(u.Texts), mostTexts)
	}
	options := c.options.Workspace
	options.FS, options.Places = c.files(), c.places.in(c.reach, c.options)
	c.session = workspace.New(options)
	var changes []workspace.Change
	changes, c.inEditor = c.options.openDocuments(c.reach)
	for _, t := range u.Texts {
		p, err := c.path(t.Path)
		switch {
		case err != nil:
			return err
		case !workspace.IsProgramFile(p):
			return fmt.Errorf("%s is not a .pp or .pcl file, so its text is not taken", t.Path)
		case len(t.Text) > longestText:
			return fmt.Errorf("the text of %s is longer than %d MiB; save the file and name its path", t.Path, longestText>>20)
		case !utf8.ValidString(t.Text):
			return fmt.Errorf("the text of %s is not UTF-8", t.Path)
		case slices.Contains(c.unsaved, p):
			return fmt.Errorf("%s has two texts", t.Path)
		}
		c.unsaved = append(c.unsaved, p)
		changes = append(changes, workspace.Open{Path: p, Text: t.Text})
	}
	c.snapshot = c.session.Apply(changes...)
	return nil
}

// Programs names programs.
type Programs struct {
	Paths []string `json:"paths,omitempty" jsonschema:"files and directories; without paths and texts, everything below the roots"`
	Texts []Text   `json:"texts,omitempty" jsonschema:"unsaved files, which count instead of those on disk; never written"`
}

// programs finds the programs that the arguments name.
func (c *call) programs(p Programs) (*workspace.Discovery, error) {
	if err := c.open(Unsaved{p.Texts}); err != nil {
		return nil, err
	}
	named := p.Paths
	if len(named) == 0 && len(c.unsaved) == 0 {
		named = c.roots
	}
	found := &workspace.Discovery{}
	if len(named) > 0 {
		var paths []string
		for _, written := range named {
			path, err := c.path(written)
			if err != nil {
				return nil, err
			}
			paths = append(paths, path)
		}
		var err error
		if found, err = c.snapshot.Discover(paths...); err != nil {
			return nil, errors.New(c.inText(err.Error()))
		}
	}
	for _, path := range c.unsaved {
		dir := workspace.DirOf(path)
		if !slices.ContainsFunc(found.Targets, func(t workspace.Target) bool { return t.Dir == dir }) {
			found.Targets = append(found.Targets, workspace.Target{Dir: dir})
		}
	}
	found.Targets = slices.DeleteFunc(found.Targets, func(t workspace.Target) bool {
		p := c.snapshot.ProgramIn(t.Dir)
		return p == nil || !slices.ContainsFunc(p.Files, func(f *syntax.File) bool { return !c.snapshot.Excluded(f.Path) })
	})
	return found, nil
}

// program returns the program of a file or directory.
func (c *call) program(written string, u Unsaved) (*analysis.Program, error) {
	if err := c.open(u); err != nil {
		return nil, err
	}
	if written == "" {
		written = c.roots[0]
		if len(c.unsaved) > 0 {
			written = c.unsaved[0]
		}
	}
	path, err := c.path(written)
	if err != nil {
		return nil, err
	}
	p := c.snapshot.ProgramIn(path)
	if workspace.IsProgramFile(path) {
		p = c.snapshot.Program(path)
	}
	if p == nil || len(p.Files) == 0 {
		return nil, fmt.Errorf("no PCL program in %s; name a .pp file or the directory of a program", written)
	}
	return p, nil
}

// each works on programs and reports progress.
func (c *call) each(ctx context.Context, targets []workspace.Target, do func(i int, t workspace.Target, p *analysis.Program) error) error {
	for i, t := range targets {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.progress(i, len(targets), c.name(t.Dir))
		if p := c.snapshot.ProgramIn(t.Dir); p != nil {
			if err := do(i, t, p); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

type place struct {
	program *analysis.Program
	file    *syntax.File
	offset  int
	word    string // that names the position; empty for a column
}

// at finds a position.
func (c *call) at(written string, u Unsaved) (place, error) {
	name, line, last, ok := ask.CutPosition(written)
	if !ok {
		return place{}, fmt.Errorf("%q is not a position; write FILE:LINE:COLUMN such as main.pp:12:9, or FILE:LINE:WORD such as main.pp:12:bucket", cut(written, 200))
	}
	if err := c.open(u); err != nil {
		return place{}, err
	}
	path, err := c.path(name)
	if err != nil {
		return place{}, err
	}
	program, file, err := ask.FileWith(c.snapshot, path, name, line)
	if err != nil {
		return place{}, err
	}
	p := place{program: program, file: file}
	if column, err := strconv.Atoi(last); err == nil {
		p.offset = file.Offset(line-1, max(0, column-1), syntax.UTF32)
		return p, nil
	}
	text := file.LineText(line - 1)
	at := wordIn(text, last)
	if at < 0 {
		return place{}, fmt.Errorf("line %d of %s has no %s: %s", line, name, last, cut(strings.TrimSpace(text), 100))
	}
	p.offset, p.word = file.LineStart(line-1)+at, last
	return p, nil
}

// wordIn returns where a text has a word that is no part of another one; -1 if nowhere.
func wordIn(text, word string) int {
	isPart := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] == '_' || text[i] >= '0' && text[i] <= '9' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z')
	}
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return strings.Index(text, word) // a part is better than nothing
		}
		if at += from; !isPart(at-1) && !isPart(at+len(word)) {
			return at
		}
		from = at + len(word)
	}
}

func (c *call) position(file *syntax.File, offset int) string {
	line, column := file.Position(offset, syntax.UTF32)
	return fmt.Sprintf("%s:%d:%d", c.name(file.Path), line+1, column+1)
}

// bytesPerToken is what a token of a model has on average. Models differ, so a budget is about right, not exact.
const bytesPerToken = 4

const mostTokens = 20_000

// budget is the room in an answer, in bytes.
type budget struct{ left int }

// newBudget is a budget of some tokens, or of as many as a tool gives by itself.
func newBudget(tokens, standard int) *budget {
	return &budget{min(atMost(tokens, standard), mostTokens) * bytesPerToken}
}

// atMost is the limit that an argument names, or that of the tool.
func atMost(argument, standard int) int {
	if argument <= 0 {
		return standard
	}
	return argument
}

// andMore is the line about what is not listed; empty if everything is.
func andMore(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf("and %d more\n", n)
}

// take takes the room for some bytes if there is so much.
func (b *budget) take(bytes int) bool {
	if bytes > b.left {
		return false
	}
	b.left -= bytes
	return true
}

func jsonLength(text string) int {
	encoded, _ := json.Marshal(text)
	return len(encoded)
}

// cut shortens a text to some bytes, at the end of a word.
func cut(text string, bytes int) string {
	const ellipsis = "…"
	if len(text) <= bytes {
		return text
	}
	end := max(0, bytes-len(ellipsis))
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	if space := strings.LastIndexByte(text[:end], ' '); space > end/2 {
		end = space
	}
	return text[:end] + ellipsis
}

// quoted is the first paragraph of a documentation, on one line, without markup.
func quoted(documentation string) string {
	return strings.Join(strings.Fields(markdown.Plain(markdown.Paragraph(documentation).Markdown())), " ")
}
