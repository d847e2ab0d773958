package asking

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"
)

// asked is the variable that makes this program a worker.
const asked = "REFERENCE_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(asked) == "" {
		os.Exit(m.Run())
	}
	err := Serve(os.Stdin, os.Stdout, func(q string) string {
		switch q {
		case "crash":
			fmt.Fprintln(os.Stderr, "too deep\nand more")
			os.Exit(2)
		case "silent":
			os.Exit(3)
		case "hang":
			time.Sleep(time.Hour)
		}
		return "answer to " + q
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A question that ends the process, or never ends, is lost, and the others are answered.
func TestAsk(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asked, "1")
	questions := []string{"a", "crash", "b", "silent", "hang", "c", "d"}
	got, err := Ask([]string{program}, 500*time.Millisecond, questions, func(why string) string { return "lost: " + why })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"answer to a", "lost: too deep", "answer to b", "lost: exit status 3", "lost: signal: killed", "answer to c", "answer to d"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
