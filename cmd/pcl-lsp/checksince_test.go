package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// repository is a new repository of git with some files, in one commit.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := t.TempDir()
	gitIn(t, dir, "init", "--quiet", "--initial-branch=main")
	for name, text := range files {
		write(t, dir, name, text)
	}
	commit(t, dir)
	return dir
}

func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "commit.gpgSign=false", "-c", "core.autocrlf=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func commit(t *testing.T, dir string) {
	t.Helper()
	gitIn(t, dir, "add", "--all")
	gitIn(t, dir, "commit", "--quiet", "--message", "x")
}

const committed = "output a {\n  value = nope\n}\n\noutput b {\n  value = gone\n}\n\noutput c {\n  value = 1\n}\n"

// Of all findings those are reported that touch lines which are not in the revision.
func TestNewFromRevision(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"app/main.pp": committed, "old/a \"b\" é.pp": committed, "sub/x/main.pp": committed})
	runSteps(t, dir, []step{
		{line: "check --new-from-rev HEAD app", stdout: "no findings in 1 file; 2 findings in unchanged lines"},
		{name: "app/main.pp", text: "# one more\n\n" + strings.Replace(committed, "gone", "lost", 1), line: "check --format concise --new-from-rev HEAD app", code: 1, stdout: "app/main.pp:8:11: error: `lost` is not declared [name.undefined]\n"},
		{line: "check --new-from-rev HEAD app", code: 1, stdout: "1 error in 1 file (1 file checked); 1 finding in unchanged lines"},
		{line: "check --new-from-rev HEAD app/main.pp", code: 1, stdout: "1 error in 1 file (1 file checked); 1 finding in unchanged lines"},
		{name: "app/main.pp", text: strings.ReplaceAll(strings.TrimSuffix(committed, "\n"), "\n", "\r\n"), line: "check --new-from-rev HEAD app", stdout: "no findings in 1 file; 2 findings"},
		{name: "app/new.pp", text: "output z {\n  value = nope\n}\n", line: "check --format concise --new-from-rev HEAD app", code: 1, stdout: "app/new.pp:2:11: error"},
		{line: "check --new-from-rev HEAD old", stdout: "no findings in 1 file; 2 findings in unchanged lines"},
		{line: "check --new-from-rev HEAD --baseline none.json old", code: 2, stderr: "--baseline none.json"},
		{line: "check --new-from-rev nowhere app", code: 2, stderr: "--new-from-rev nowhere: there is no revision nowhere here"},
		{line: "check --new-from-rev --output=x app", code: 2, stderr: "name a revision"},
		{line: "check --new-from-rev ... app", code: 2, stderr: "name a revision"},
	})
	if got := runIn(t, filepath.Join(dir, "sub", "x"), words("check --new-from-rev HEAD ../../sub")); !strings.Contains(got.stdout, "2 findings in unchanged lines") {
		t.Errorf("from a folder below: %+v", got)
	}
	outside := t.TempDir()
	write(t, outside, "main.pp", committed)
	if got := runIn(t, outside, words("check --new-from-rev HEAD")); got.code != exitUsage || !strings.Contains(got.stderr, "not a git repository") {
		t.Errorf("outside: %+v", got)
	}
}

// A file that was renamed is compared with what it was, one that was written anew is not.
func TestNewFromRevisionRenamed(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"main.pp": committed})
	if err := os.Rename(filepath.Join(dir, "main.pp"), filepath.Join(dir, "renamed.pp")); err != nil {
		t.Fatal(err)
	}
	runSteps(t, dir, []step{
		{line: "check --new-from-rev HEAD", stdout: "no findings in 1 file; 2 findings in unchanged lines"},
		{name: "renamed.pp", text: committed + "output d {\n  value = lost\n}\n", line: "check --format concise --new-from-rev HEAD", code: 1, stdout: "renamed.pp:13:11: error"},
		{name: "renamed.pp", text: "output e {\n  value = nope\n}\n", line: "check --new-from-rev HEAD", code: 1, stdout: "1 error in 1 file (1 file checked)\n"},
	})
}

// With three dots what the other branch did meanwhile does not count.
func TestNewFromRevisionParted(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"main.pp": committed})
	gitIn(t, dir, "checkout", "--quiet", "-b", "feature")
	write(t, dir, "other.pp", "f = 1\n")
	commit(t, dir)
	gitIn(t, dir, "checkout", "--quiet", "main")
	write(t, dir, "main.pp", "output g {\n  value = 1\n}\n")
	commit(t, dir)
	gitIn(t, dir, "checkout", "--quiet", "feature")
	runSteps(t, dir, []step{
		{line: "check --new-from-rev main", code: 1, stdout: "2 errors, 1 hint in 2 files"},
		{line: "check --new-from-rev main...", stdout: "1 hint in 1 file (2 files checked); 2 findings in unchanged lines"},
	})
}

// Nothing that the configuration of a repository names is run.
func TestNewFromRevisionRunsNothing(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the traps are shell scripts")
	}
	dir := repository(t, map[string]string{"main.pp": committed, ".gitattributes": "*.pp diff=trap filter=trap\n"})
	write(t, dir, "main.pp", committed+"output d {\n  value = lost\n}\n")
	trap := filepath.Join(t.TempDir(), "trap")
	sprung := trap + ".sprung"
	if err := os.WriteFile(trap, []byte("#!/bin/sh\ntouch '"+sprung+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		"core.fsmonitor", "diff.trap.command", "diff.trap.textconv", "diff.external", "filter.trap.clean", "filter.trap.smudge", "filter.trap.process",
		"core.pager", "core.sshCommand", "core.askPass", "uploadpack.packObjectsHook", "gpg.program", "alias.ls-tree", "core.alternateRefsCommand",
	} {
		gitIn(t, dir, "config", key, trap)
	}
	for _, hook := range []string{"post-index-change", "reference-transaction", "fsmonitor-watchman"} {
		write(t, dir, ".git/hooks/"+hook, "#!/bin/sh\ntouch '"+sprung+"'\n")
		if err := os.Chmod(filepath.Join(dir, ".git", "hooks", hook), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	got := runIn(t, dir, words("check --format concise --new-from-rev HEAD --urns-from HEAD"))
	if _, err := os.Stat(sprung); err == nil || got.code != exitFindings || strings.Count(got.stdout, "\n") != 1 {
		t.Errorf("sprung: %v, %+v", err == nil, got)
	}
	cmd := exec.Command("git", "status") // the trap works
	cmd.Dir = dir
	_ = cmd.Run()
	if _, err := os.Stat(sprung); err != nil {
		t.Error("the trap was none")
	}
}

// Objects that are missing, as in a partial clone, are not fetched; nothing is a verdict then.
func TestNewFromRevisionMissingObject(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"main.pp": committed})
	origin := t.TempDir()
	if err := os.CopyFS(origin, os.DirFS(filepath.Join(dir, ".git"))); err != nil {
		t.Fatal(err)
	}
	for _, has := range [][2]string{{"uploadpack.allowFilter", "true"}, {"uploadpack.allowAnySHA1InWant", "true"}} {
		gitIn(t, origin, "config", has[0], has[1])
	}
	for _, has := range [][2]string{
		{"core.repositoryformatversion", "1"}, {"extensions.partialClone", "origin"}, {"remote.origin.promisor", "true"}, {"remote.origin.url", "file://" + filepath.ToSlash(origin)},
	} {
		gitIn(t, dir, "config", has[0], has[1])
	}
	err := filepath.WalkDir(filepath.Join(dir, ".git", "objects"), func(p string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		id := filepath.Base(filepath.Dir(p)) + e.Name()
		cmd := exec.Command("git", "cat-file", "-t", id)
		cmd.Dir = dir
		if kind, _ := cmd.Output(); strings.TrimSpace(string(kind)) == "blob" {
			return os.Remove(p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := runIn(t, dir, words("check --new-from-rev HEAD")); got.code != exitUnchecked || got.stdout != "" || !strings.Contains(got.stderr, "git does not have a file of the revision") {
		t.Errorf("%+v", got)
	}
	gitIn(t, dir, "cat-file", "-e", "HEAD:main.pp") // it could be fetched
}

// What stands in the files of stacks is compared too, and a secret that reports cover is
// no change.
func TestNewFromRevisionInStacks(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{
		"main.pp":         "config password string {\n  secret = true\n}\noutput p { value = password }\n",
		"Pulumi.yaml":     "name: app\nruntime: pcl\n",
		"Pulumi.dev.yaml": "config:\n  app:password: kvvnalu4\n  app:pasword: x\n",
	})
	const stack = "config:\n  app:password: kvvnalu4\n  app:pasword: x\n  app:passwort: y\n"
	runSteps(t, dir, []step{
		{line: "check --new-from-rev HEAD", stdout: "no findings in"},
		{name: "Pulumi.dev.yaml", text: stack, line: "check --format concise --new-from-rev HEAD", stdout: "Pulumi.dev.yaml:4:7: warning: "},
		{line: "check --new-from-rev HEAD", stdout: "; 2 findings in unchanged lines"},
	})
}
