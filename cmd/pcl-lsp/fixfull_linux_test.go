package main

import (
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// fileLimit is the variable with which no file may have more than a few bytes in a process.
// With the value "told" the process is told of that by an error, otherwise by a signal that
// ends it.
const fileLimit = "PCL_LSP_TEST_FILE_LIMIT"

func init() {
	prepareProcess = func() {
		how := os.Getenv(fileLimit)
		if how == "" {
			return
		}
		if how == "told" {
			signal.Ignore(syscall.SIGXFSZ)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 10, Max: 10}); err != nil {
			panic(err)
		}
	}
}

// When the system lets no file grow, as on a full disk, every file keeps its text, whether
// the process can say so or is ended in the middle of writing.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"told", "ended"} {
		dir := unpacked(t, fixture.LoadText(t, fixedPrograms))
		before := inFolders(t, dir)
		out, err := fixingProcess(t, dir, stopAt+"=0", fileLimit+"="+how).CombinedOutput()
		if err == nil {
			t.Errorf("%s: the process did not fail", how)
		}
		oldOrNew(t, dir, before, before)
		if how == "told" && (!strings.Contains(string(out), "cannot write two/one.pp: file too large") || len(temporary(inFolders(t, dir))) > 0) {
			t.Errorf("%s %v", out, inFolders(t, dir))
		}
		if got := runIn(t, dir, words("check --fix two")); got.code != exitClean || len(temporary(inFolders(t, dir))) > 0 {
			t.Errorf("%s: the next run says %+v and leaves %v", how, got, temporary(inFolders(t, dir)))
		}
	}
}
