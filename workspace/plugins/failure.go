package plugins

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// This file declares how asking a plugin can fail, and explains failed conversations.

// Kind tells failures apart.
type Kind uint8

// The kinds of failures.
const (
	NotExecutable Kind = iota + 1 // there is no such program, or it cannot be run
	NotStarted                    // the system did not start it
	SlowStart                     // it did not listen within the limit
	NoPort                        // it printed too much, or ended its output, and no port was among it
	Unreachable                   // it does not listen on the port it printed, or hung up
	Crashed                       // it ended before it had answered
	SlowAnswer                    // a call took longer than the limit
	Refused                       // it answered a call with an error
	BadAnswer                     // what it answered is not gRPC
	TooLarge                      // the schema is larger than the limit
	NotSchema                     // the answer is no schema
	OtherPackage                  // the schema is that of another package or version
	NotStored                     // the schema could not be written
	Cancelled                     // the context was done
)

// Error is a failure to get a schema from a plugin.
type Error struct {
	Kind       Kind
	Executable string
	// Stage is the stage that failed; empty if the plugin was not asked.
	Stage Stage
	// What says what happened, without the executable and without advice.
	What string
	// Code is the gRPC status of a refusal, otherwise zero.
	Code Code
	// LastWords is the last line that the plugin wrote to standard error, if any.
	LastWords string
	// Err is the cause, if any.
	Err error
}

// Error says what happened, to which plugin, and what to do.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the plugin %s %s", e.Executable, e.What)
	if e.LastWords != "" {
		fmt.Fprintf(&b, "; its last output was %q", e.LastWords)
	}
	if advice := e.Advice(); advice != "" {
		b.WriteString("; " + advice)
	}
	return b.String()
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// Advice is what a user can do; empty if nothing.
func (e *Error) Advice() string {
	name := cmp.Or(pluginName(e.Executable), "NAME")
	switch e.Kind {
	case NotExecutable, Unreachable, BadAnswer, NotSchema, NoPort:
		return "install the plugin again: pulumi plugin install --reinstall resource " + name
	case NotStarted, SlowStart, Crashed:
		return "run it in a terminal with the argument " + engineAddress + " to see why"
	case SlowAnswer:
		return "try again, or use a schema file instead: pulumi package get-schema " + name
	case TooLarge:
		return "use a schema file instead: pulumi package get-schema " + name
	case OtherPackage:
		return "install the plugin for the version that the program names"
	case NotStored:
		return "free some space, or choose another folder for the cache"
	case Refused:
		if e.Stage == Parameterizing {
			return "check the package's parameterization"
		}
		if e.Code == Unimplemented {
			return "use a schema file instead, if the package has one"
		}
	case Cancelled:
	}
	return ""
}

func failed(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, What: fmt.Sprintf(format, args...)}
}

func (e *Error) because(err error) *Error {
	e.Err = err
	return e
}

const maxQuoted = 500 // bytes of a text from a plugin that a message may hold

// printable makes a text of a plugin fit for a message: one line of limited length, valid
// UTF-8, without control characters.
func printable(text string) string {
	cut := text[:min(len(text), maxQuoted)]
	cut = strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(cut, ""))
	cut = strings.TrimSpace(cut)
	if len(text) > maxQuoted {
		cut += "…"
	}
	return cut
}

// explain makes an [*Error] of an error. The process has been stopped.
func (c *conversation) explain(ctx context.Context, err error) error {
	e := c.classify(ctx, err)
	e.Executable, e.Stage = c.request.Executable, c.stage
	if e.Kind != Cancelled {
		e.LastWords = c.words
	}
	return e
}

func (c *conversation) classify(ctx context.Context, err error) *Error {
	var known *Error
	var refusal *statusError
	var gone *unreachable
	switch {
	case ctx.Err() != nil:
		cause := context.Cause(ctx)
		return failed(Cancelled, "was ended: %v", cause).because(cause)
	case errors.As(err, &known):
		return known
	case errors.Is(err, errEnded):
		return failed(Crashed, "crashed while %s: %s", c.doing(), c.process.cmd.ProcessState)
	case errors.As(err, &gone):
		return failed(Unreachable, "%v", gone).because(gone.cause)
	case errors.Is(err, context.DeadlineExceeded) && c.stage == Starting:
		return failed(SlowStart, "did not print its port within %v", c.limit).because(err)
	case errors.Is(err, context.DeadlineExceeded):
		return failed(SlowAnswer, "did not answer within %v while %s", c.limit, c.doing()).because(err)
	case errors.As(err, &refusal):
		e := failed(Refused, "refused while %s: %v", c.doing(), refusal).because(err)
		e.Code = refusal.code
		return e
	case errors.Is(err, errNoise):
		return failed(NoPort, "printed %d bytes without a port", c.request.Limits.Noise).because(err)
	case errors.Is(err, errNoMore):
		return failed(NoPort, "closed its output without printing a port").because(err)
	case errors.Is(err, errTooLarge):
		return failed(TooLarge, "returned an answer that is %v", err).because(err)
	case errors.Is(err, errProtocol), errors.Is(err, errWire):
		return failed(BadAnswer, "returned an invalid answer while %s: %v", c.doing(), err).because(err)
	}
	return failed(Unreachable, "closed the connection while %s: %s", c.doing(), printable(err.Error())).because(err)
}

// doing is the stage as part of a sentence about the plugin.
func (c *conversation) doing() string {
	switch c.stage {
	case Starting, Ending:
		return string(c.stage[:len(c.stage)-len(" the plugin")]) // "starting"
	case Greeting:
		return "being greeted"
	case Parameterizing:
		return "being parameterized"
	case Receiving:
		return "returning its schema"
	}
	return fmt.Sprint(c.stage)
}

func codeOf(err error) Code {
	var refusal *statusError
	if errors.As(err, &refusal) {
		return refusal.code
	}
	return OK
}
