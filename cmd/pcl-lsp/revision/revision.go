// Package revision tells which lines of files are not as they were in a revision
// of their git repository.
//
// The texts of the revision are taken from git's objects and compared here with those that
// were checked: the lines are those of the check, whatever is staged or is read from standard input.
//
// **Why** not `git diff`: to compare with the files of the working tree it runs the
// filters, monitors and drivers that the configuration of the repository names, and a
// check executes nothing that a repository brings along.
package revision

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// largest is how long a text of the revision may be that is compared.
const largest = 64 << 20

// Revision is a state of a repository.
type Revision struct {
	dir    string          // a directory of the repository, from which paths start
	prefix string          // its path in the repository, with a slash at the end; empty at the top
	blobs  map[string]blob // the files in the revision that may have findings, by path in the repository
}

// blob is a text that git keeps.
type blob struct{ id string }

// At is the revision with a name, as git knows it, in the repository that a directory is
// part of. With three dots after the name it is where the current commit parted from it.
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
		return nil, fmt.Errorf("there is no revision %s here; a shallow clone may have to be deepened with git fetch", name)
	}
	if commit = strings.TrimSpace(commit); parted {
		if commit, err = git(ctx, dir, "", "merge-base", commit, "HEAD"); err != nil {
			return nil, fmt.Errorf("no commit that %s and HEAD have in common is here; a shallow clone may have to be deepened with git fetch", name)
		}
	}
	tree, err := git(ctx, dir, "", "ls-tree", "-r", "-l", "-z", "--full-tree", strings.TrimSpace(commit))
	if err != nil {
		return nil, err
	}
	return &Revision{dir: dir, prefix: strings.TrimSuffix(prefix, "\n"), blobs: blobsIn(tree)}, nil
}

// blobsIn are the files that may have findings in a listing of git ls-tree.
func blobsIn(tree string) map[string]blob {
	blobs := map[string]blob{}
	for entry := range strings.SplitSeq(tree, "\x00") {
		about, name, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(about) // mode, type, name of the object, size
		if !isChecked(name) || len(fields) != 4 || fields[1] != "blob" {
			continue
		}
		if size, err := strconv.Atoi(fields[3]); err != nil || size <= largest { // of one that is missing there is no size
			blobs[name] = blob{fields[2]}
		}
	}
	return blobs
}

// isChecked reports whether a file is one that findings may be in, by its name: programs,
// projects, stacks and settings.
func isChecked(name string) bool {
	return strings.HasSuffix(name, ".pp") || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// Changed are the lines of some files that are not in the revision. The files are given by
// their paths, relative to the directory, with their texts. Of a file that the revision
// does not have, all are, unless one that is gone was much like it and was renamed.
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

// gone are the files of the revision that are no more.
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

// texts are those of some blobs, by their names.
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
			return nil, fmt.Errorf("git does not have a text of the revision (%s); a partial clone may have to be completed with git fetch --refetch", head)
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil || size < 0 || size >= len(rest) {
			return nil, errors.New("git cat-file broke off")
		}
		texts[fields[0]], rest = rest[:size], rest[size+1:]
	}
	return texts, nil
}
