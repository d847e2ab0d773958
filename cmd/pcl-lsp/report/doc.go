// Package report renders findings, and explanations of their codes, as bytes: text for
// people, and the formats of tools and CI systems. [Formats] lists them.
//
// A report is plain data: [Places] has resolved the places of its findings. So it can be kept, and
// written when the files are no longer at hand. The package knows no files, flags, exit codes or
// clock, so equal reports give equal bytes.
//
// Lines and columns count from 1, columns in Unicode code points, and the end of a range is
// the position after its last character.
//
// Why the formats are written by hand: most of them take 25 to 120 lines. The largest,
// SARIF, takes 320; the libraries for it bring a builder for the whole standard and a schema
// validator, and this package writes a few of its structs. Of source excerpts (110 lines),
// the width of characters comes from golang.org/x/text/width.
//
// # The JSON document
//
//	version   1; it changes when a field changes its meaning; fields are only added
//	findings  by program, file, position and code; what programs pass to components is last:
//	  code, severity (error, warning, information, hint), message, file
//	  range     start and end: line, column, byte (an offset from 0)
//	  related   message, file, range
//	  fixes     title, safety (safe: the program means the same; unsafe; manual: a
//	            command for the user), edits (file, range, text), command
//	  tags      unnecessary, deprecated
//	  fingerprint identifies the finding in other runs; url explains the code
//	summary   errors, warnings, information, hints, files (with findings),
//	          filesChecked, programs, omitted (findings that are not in the document);
//	          if not zero, excluded (files that settings exclude), known (findings in
//	          the baseline), unchanged (findings in unchanged lines)
//	languages the versions of Pulumi whose language programs were judged by: version, and
//	          reason, a sentence
//	schemas   package, version, file, problem (why it cannot be used), and install:
//	          the command that installs its provider, if that helps
//	problems  what could not be read and was not checked
//	names     with --urns-from, for each compared program: program, from (what it is
//	          compared with), summary (the number of resources by fate), and resources,
//	          those that need attention first:
//	  fate      replaced, deleted, unknown, kept by alias, created, kept
//	  name, oldName (if it was another), type, urn, oldUrn (if it was another; that of a
//	            deleted resource), place and oldPlace (file, line), component (it is only
//	            a name), accepted (somebody asked for it, or --allow does), reason
//	statistics with --statistics, the findings by code and severity: code, severity,
//	          count, fixable (how many have a fix)
//
// In JSON lines, each line is a finding.
package report
