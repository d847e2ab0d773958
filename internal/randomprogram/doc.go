// Package randomprogram writes random programs from package schemas. Nothing but tests
// imports it.
//
// [ValidResource] and [ValidFunction] write a program for one member of a schema.
// [Generate] writes a whole program: resources with options, ranges and references,
// functions, loops, conditionals, templates, configs, outputs and components, and in
// most programs one to three mistakes. The same packages and seed give the same program.
//
// testdata/random records for the programs of many seeds what the reference says of
// them. The test of this package writes the programs anew and compares the checker's
// verdicts with the recorded ones, and flows with what the values of over a thousand
// programs carried: which were secret or unknown, and where they came from. A change of
// the generator that changes any text needs a new recording: `make record ONLY=random/small`
// makes that of the family small.
//
// # How mistakes are made
//
// A program is written twice with the same random numbers. The first time, each place
// where a mistake could be made is counted. Then mistakes are chosen, with equal chances
// for each kind, and the second time they are made at the chosen places. So a kind that
// has a place in few programs is as frequent in those as any other. A program for which
// none are chosen is not written again.
//
// # Why forms are text
//
// Expressions, options and items are texts with holes, such as `max(<number>, <T>)`, in
// forms.txtar. A mistake is one more row.
package randomprogram
