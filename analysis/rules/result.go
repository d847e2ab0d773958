package rules

// This file names what a rule can say about something.

// Result is what a rule says about something.
type Result uint8

// The results. The first three are the verdicts.
const (
	Pass Result = iota + 1
	Fail
	Unknown      // not known before the run
	Faulty       // the rule cannot judge this: it compares a text with a number, for example
	TooExpensive // the rule takes too much work; whoever asks should not ask it again
)

var resultWords = [...]string{Pass: "pass", Fail: "fail", Unknown: "unknown", Faulty: "faulty", TooExpensive: "too expensive"}

// String is the word of the language for the result.
func (r Result) String() string { return resultWords[r] }
