// Package attempt ends commands at their first error. Where every step needs all before it, as in a measurement, an
// error is a panic, wherever it occurs, and the caller that can go on or report it gets the error back.
package attempt

// Failure is an error that ends an attempt.
type Failure struct{ error }

// Do returns the [Failure] that ends a function, if there is one.
func Do(do func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case Failure:
			err = p
		default:
			panic(p)
		}
	}()
	do()
	return nil
}

// Check fails if there is an error.
func Check(err error) {
	if err != nil {
		panic(Failure{err})
	}
}

// Must returns a value, or fails.
func Must[T any](value T, err error) T {
	Check(err)
	return value
}
