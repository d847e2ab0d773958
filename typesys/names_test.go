package typesys

// Failures print these names instead of numbers.

// String is the name of the fit.
func (f Fit) String() string {
	return [...]string{FitNone: "none", FitUnsafe: "unsafe", FitSafe: "safe"}[f]
}

// String is the name of the eventuality.
func (e Eventuality) String() string {
	return [...]string{EventualPlain: "plain", EventualPromise: "promise", EventualOutput: "output"}[e]
}
