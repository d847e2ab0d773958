package main

import (
	"runtime"
	"runtime/debug"
)

// This file says how much memory the process may use: commands that end by themselves,
// and the server.

const (
	// shortFirst is by how many percent of the runtime's first 4 MB the heap of a command
	// that ends by itself may grow before it is looked through for the first time: to half
	// a gigabyte. A limit in bytes would have memory given back as it comes near.
	shortFirst = 12_700
	// shortGrowth is by how many percent it may grow from then on.
	shortGrowth = 800
	// shortMemory is from how many bytes on memory counts for more than time.
	shortMemory = 1 << 30
	// longGrowth is as shortGrowth, for the server.
	longGrowth = 50
)

// endSoon lets the process use memory as one does that ends soon. What the user says
// by GOGC or GOMEMLIMIT stands.
//
// Why: nearly all that check makes is needed to its end, so looking for what is not
// costs a third of its time and finds little. A server has all the time in the world
// between two keystrokes, and its memory is somebody's for hours. Why the limit: nine
// times what a very large workspace needs may be more than there is.
func endSoon(variable func(name string) string) {
	if variable("GOGC") != "" || variable("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(shortFirst)
	lost := &struct{ self any }{} // which the first look finds
	runtime.AddCleanup(lost, func(int) {
		debug.SetGCPercent(shortGrowth)
		debug.SetMemoryLimit(shortMemory)
	}, 0)
}

// endSoon says that this command ends by itself. It does nothing where the process is
// that of somebody else.
func (a *app) endSoon() {
	if a.env.isProcess {
		endSoon(a.env.variable)
	}
}

// stayLong says that this process is a server. What the user says by GOGC stands.
//
// Why: what an edit leaves behind is little, so that looking for it twice as often as
// usual is not felt, and takes a quarter off the memory that is somebody's all day. Why not still more often: what is made while it is looked counts as used, edits
// help to look, and of edits that follow each other without a pause one in a hundred
// would then wait longer.
func (a *app) stayLong() {
	if a.env.isProcess && a.env.variable("GOGC") == "" {
		debug.SetGCPercent(longGrowth)
	}
}

// profileNothing ends the runtime's notes of who allocates. They are kept as long as the
// process: after a day of work, two megabytes of stacks that nobody asked for.
func profileNothing() { runtime.MemProfileRate = 0 }

// rest is what a server does when nobody has asked for anything for a while; nil where
// the process is that of somebody else.
//
// Why: freed memory goes back to the system little by little only, and after an hour of
// typing nobody should have to wonder what the server keeps.
func (a *app) rest() func() {
	if !a.env.isProcess {
		return nil
	}
	return debug.FreeOSMemory
}
