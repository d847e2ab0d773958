package plugins

import (
	"context"
	"errors"
	"fmt"
)

// This file explains failed conversations.

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
