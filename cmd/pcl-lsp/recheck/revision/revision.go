// Package revision finds the lines of files that changed since a revision of their git
// repository, and shows the programs of that revision.
//
// It asks git for the files of the revision (git ls-tree, git cat-file) and compares them
// with the texts that were checked, so staged changes and standard input need no special
// cases. The comparison is that of the library go-udiff. The package does not know what
// findings are.
//
// Invariant: nothing that the repository names or contains is executed.
//
// Why not git diff: to compare with the working tree, git runs filters, monitors and
// drivers that the configuration of the repository names.
//
// Why not go-git, which needs no git on the PATH and took 0.12 s instead of 0.20 s to read
// 200 files from this repository: it adds 18 modules and 1.5 MB (5 %) to the binary. Version
// 5.19 cannot open repositories with SHA-256 objects, and lacks revisions such as HEAD@{1}.
// It would replace the 90 lines of git.go, but not the comparison of lines and renamed
// files.
package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// largest limits the size of files in the revision that are compared.
const largest = 64 << 20

// Revision is a state of a repository.
type Revision struct {
	dir    string          // a directory of the repository; paths are relative to it
	prefix string          // the path of dir in the repository with a final slash; empty at the top
	blobs  map[string]blob // the files of the revision that may have findings, by path in the repository
}

// blob is the content of a file in git.
type blob struct {
	id   string
	link bool // the content is the path that a symbolic link leads to
}

// At returns the revision with a name that git knows, in the repository of a directory.
// With three dots after the name, it returns the merge base of that revision and HEAD.
func At(ctx context.Context, dir, name string) (*Revision, error) {
	name, parted := strings.CutSuffix(name, "...")
	if name == "" || strings.HasPrefix(name, "-") {
		return nil, errors.New("name a revision, such as HEAD, main or v1.2.0")
	}
	prefix, err := git(ctx, dir, "", "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	commit, err := git(ctx, dir, "", "rev-parse", "--quiet", "--verify", name+"^{commit}")
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, fmt.Errorf("there is no revision %s here; if the clone is shallow, deepen it with git fetch", name)
	}
	if commit = strings.TrimSpace(commit); parted {
		if commit, err = git(ctx, dir, "", "merge-base", commit, "HEAD"); err != nil {
			return nil, fmt.Errorf("%s and HEAD have no common commit here; if the clone is shallow, deepen it with git fetch", name)
		}
	}
	tree, err := git(ctx, dir, "", "ls-tree", "-r", "-l", "-z", "--full-tree", strings.TrimSpace(commit))
	if err != nil {
		return nil, err
	}
	return &Revision{dir: dir, prefix: strings.TrimSuffix(prefix, "\n"), blobs: blobsIn(tree)}, nil
}

// blobsIn returns the files that may have findings from the output of git ls-tree.
func blobsIn(tree string) map[string]blob {
	blobs := map[string]blob{}
	for entry := range strings.SplitSeq(tree, "\x00") {
		about, name, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(about) // mode, type, name of the object, size
		if !isChecked(name) || len(fields) != 4 || fields[1] != "blob" {
			continue
		}
		if size, err := strconv.Atoi(fields[3]); err != nil || size <= largest { // a missing blob has no size
			blobs[name] = blob{fields[2], fields[0] == linkMode}
		}
	}
	return blobs
}

// linkMode is the mode of symbolic links.
const linkMode = "120000"

// isChecked reports whether a file may have findings, by its name: a program, project,
// stack or settings file.
func isChecked(name string) bool {
	return strings.HasSuffix(name, ".pp") || strings.HasSuffix(name, ".pcl") || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// Changed returns the lines of files that are not in the revision. The files map paths,
// relative to the directory, to texts. All lines of a new file have changed, unless the
// file is a renamed version of one that is gone.
func (r *Revision) Changed(ctx context.Context, files map[string]string) (map[string]Lines, error) {
	before := map[string]blob{} // by path in files
	var added []string
	for name := range files {
		if b, has := r.blobs[path.Join(r.prefix, name)]; has {
			before[name] = b
		} else {
			added = append(added, name)
		}
	}
	gone := map[string]blob{} // by path in the repository
	if len(added) > 0 {
		gone = r.gone()
	}
	texts, err := r.texts(ctx, before, gone)
	if err != nil {
		return nil, err
	}
	changed := map[string]Lines{}
	for name, b := range before {
		changed[name] = changedLines(texts[b.id], files[name])
	}
	for _, name := range added {
		changed[name] = renamed(gone, texts, files[name])
	}
	return changed, nil
}

// gone returns the files of the revision that no longer exist.
func (r *Revision) gone() map[string]blob {
	gone := map[string]blob{}
	for name, b := range r.blobs {
		here, err := filepath.Rel(filepath.FromSlash("/"+r.prefix), filepath.FromSlash("/"+name))
		if err != nil {
			continue
		}
		if _, err := os.Lstat(filepath.Join(r.dir, here)); errors.Is(err, os.ErrNotExist) {
			gone[name] = b
		}
	}
	return gone
}

// texts returns the contents of blobs, by object ID.
func (r *Revision) texts(ctx context.Context, wanted ...map[string]blob) (map[string]string, error) {
	var ask strings.Builder
	texts := map[string]string{}
	for _, blobs := range wanted {
		for _, b := range blobs {
			if _, asked := texts[b.id]; !asked {
				texts[b.id] = ""
				ask.WriteString(b.id + "\n")
			}
		}
	}
	if len(texts) == 0 {
		return nil, nil
	}
	rest, err := git(ctx, r.dir, ask.String(), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	for rest != "" {
		var head string
		head, rest, _ = strings.Cut(rest, "\n")
		fields := strings.Fields(head) // name, type, size
		if len(fields) != 3 {
			return nil, fmt.Errorf("git does not have a file of the revision (%s); if the clone is partial, complete it with git fetch --refetch", head)
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil || size < 0 || size >= len(rest) {
			return nil, errors.New("the output of git cat-file is truncated")
		}
		texts[fields[0]], rest = rest[:size], rest[size+1:]
	}
	return texts, nil
}

// Lines is a set of lines of a text, counted from 0.
type Lines []stretch

// stretch is the lines from a line up to, but not including, another.
type stretch struct{ from, to int }

// Touch reports whether the set contains a line from first to last.
func (l Lines) Touch(first, last int) bool {
	return slices.ContainsFunc(l, func(s stretch) bool { return s.from <= last && first < s.to })
}

func (l Lines) count() int {
	n := 0
	for _, s := range l {
		n += s.to - s.from
	}
	return n
}

// plain removes differences that version control and editors make: line endings, the
// final newline and the byte order mark.
func plain(text string) string {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// changedLines returns the lines of a text that it did not have before.
func changedLines(before, after string) Lines {
	before, after = plain(before), plain(after)
	var changed Lines
	line, at := 0, 0 // a line after, and its offset before
	for _, e := range udiff.Lines(before, after) {
		line += strings.Count(before[at:e.Start], "\n")
		if n := strings.Count(e.New, "\n"); n > 0 {
			changed = append(changed, stretch{line, line + n})
			line += n
		}
		at = e.End
	}
	return changed
}

// renamed returns the changed lines of a file that the revision does not have: those that
// it does not share with the most similar file that is gone. All lines have changed if no
// such file shares half of them. Of equally similar files, the first by name counts.
func renamed(gone map[string]blob, texts map[string]string, after string) Lines {
	lines := strings.Count(plain(after), "\n")
	best := Lines{{0, lines + 1}}
	for _, name := range slices.Sorted(maps.Keys(gone)) {
		before := texts[gone[name].id]
		changed := changedLines(before, after)
		shared := lines - changed.count()
		if 2*shared >= max(lines, strings.Count(plain(before), "\n")) && changed.count() < best.count() {
			best = changed
		}
	}
	return best
}

// options keep git from running programs that the configuration of the repository names.
var options = []string{"--no-pager", "--no-replace-objects", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}

// variables keep git from using the network or asking the user. A missing object is an error.
var variables = []string{"LC_ALL=C", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"}

// git returns the output of a git command in a directory. An error has git's own message.
func git(ctx context.Context, dir, stdin string, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	program, err := program(dir)
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, program, append(append([]string{}, options...), args...)...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, strings.NewReader(stdin), &stdout, &stderr
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") { // under a git hook, they may name another repository
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, variables...)
	err = cmd.Run()
	switch {
	case err == nil:
		return stdout.String(), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	}
	said, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(stderr.String()), "fatal: "), "\n")
	if said == "" {
		said = err.Error()
	}
	return "", fmt.Errorf("git %s: %s", args[0], said)
}

// program returns the path of git: the one on the PATH, unless it is inside the repository.
// Some shells add a folder of each repository to the PATH.
func program(dir string) (string, error) {
	found, err := exec.LookPath("git")
	switch {
	case errors.Is(err, exec.ErrDot):
		return "", fmt.Errorf("%s was not run, because the PATH names it relative to the current folder", found)
	case err != nil:
		return "", errors.New("git is required and is not on the PATH")
	}
	top := topOf(followed(dir))
	if rest, err := filepath.Rel(top, followed(found)); err == nil && filepath.IsLocal(rest) && filepath.Dir(top) != top {
		return "", fmt.Errorf("%s was not run, because it is part of the repository", found)
	}
	return found, nil
}

// topOf returns the top folder of the repository of a folder; the folder itself outside a
// repository.
func topOf(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		if filepath.Dir(d) == d {
			return dir
		}
	}
}

// followed resolves links in a path. It returns broken links as they are.
func followed(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
