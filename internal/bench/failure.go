package main

// This file implements how a failure ends a measurement: it panics with the error, wherever that occurs, and the caller
// who can go on or report it gets the error back.

// failure is an error for which nothing could be measured.
type failure struct{ error }

// attempt returns the failure that ends a function, if there is one.
func attempt(do func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			err = p
		default:
			panic(p)
		}
	}()
	do()
	return nil
}

// check fails if there is an error.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must returns a value, or fails.
func must[T any](value T, err error) T {
	check(err)
	return value
}
