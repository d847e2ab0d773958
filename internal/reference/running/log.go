package running

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
)

// This file is what the framework of the engine's tests writes to.

// log keeps the errors that the engine reports. It takes the place of a test.
type log struct{ errors []string }

func (l *log) Logf(format string, args ...any) {
	if text, ok := strings.CutPrefix(fmt.Sprintf(format, args...), "error: "); ok {
		l.errors = append(l.errors, strings.TrimSpace(colors.Never.Colorize(text)))
	}
}

func (l *log) Helper()                          {}
func (l *log) Name() string                     { return "reference" }
func (l *log) Log(...any)                       {}
func (l *log) Skipf(format string, args ...any) { l.Fatalf(format, args...) }
func (l *log) Skip(args ...any)                 { l.Fatal(args...) }
func (l *log) SkipNow()                         { l.FailNow() }
func (l *log) Errorf(format string, args ...any) {
	l.errors = append(l.errors, fmt.Sprintf(format, args...))
}
func (l *log) Error(args ...any)                 { l.errors = append(l.errors, fmt.Sprint(args...)) }
func (l *log) Fatalf(format string, args ...any) { l.Errorf(format, args...); l.FailNow() }
func (l *log) Fatal(args ...any)                 { l.Error(args...); l.FailNow() }
func (l *log) Fail()                             {}
func (l *log) Failed() bool                      { return len(l.errors) > 0 }

// FailNow ends the step: [deployment.step] catches it.
func (l *log) FailNow() { panic(strings.Join(l.errors, "\n")) }
