// Package analysistest loads fixtures for the tests of analysis and its
// features. Nothing but tests imports it.
//
// A fixture is a txtar archive. It begins with a sentence that states the rule.
// Its .pp files make programs, one for each directory; the one of the archive's
// root is [Fixture.Program]. A $0 in a .pp file is a cursor and is not part of
// the text. Files named schemas/*.json are package schemas of this fixture alone;
// besides them every fixture sees the schemas in testdata/schemas and
// testdata/conformance/schemas. Sections named want or want/… are results: tests
// compare with them, and the flag -update rewrites them and nothing else.
//
// It knows no feature. It does not check programs and makes no claim about them.
//
// **Why** no [analysis.World] of the workspace: features must be testable without
// files that are watched, cached or open in an editor.
package analysistest
