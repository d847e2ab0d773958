package main

import "io"

// polled returns the stream as it is: on Windows, only a thread can wait for a pipe that another process made.
func polled(stream io.Reader, _ ...any) (r io.Reader, end func()) { return stream, func() {} }
