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
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
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
