// Package report turns findings, and what their codes mean, into bytes: text for
// people, and the forms that tools and CI systems read. [Formats] lists them.
//
// It knows findings and the texts they are about. It deliberately knows no files,
// flags, exit codes and clock, so equal findings give equal bytes.
//
// Lines and columns count from 1, columns in Unicode code points, and an end is
// the place after the last character.
//
// # The JSON document
//
//	version   1; raised when a field changes its meaning, fields are only added
//	findings  by file, place and code:
//	  code, severity (error, warning, information, hint), message, file
//	  range     start and end: line, column, byte (an offset from 0)
//	  related   message, file, range
//	  fixes     title, safety (safe: the program means the same; unsafe; manual: a
//	            command for the user), edits (file, range, text), command
//	  tags      unnecessary, deprecated
//	  fingerprint, which recognises the finding in another run, and url, which
//	            explains the code
//	summary   errors, warnings, information, hints, files (with findings),
//	          filesChecked, programs, omitted: findings that are not in the document;
//	          where there are any, excluded: files that settings exclude, known: findings
//	          that the baseline has, unchanged: findings in lines that did not change
//	schemas   package, version, file, problem if it cannot be used, and install:
//	          the command that installs its provider, where that would help
//	problems  what could not be read, and so was not checked
//
// In JSON lines each line is a finding.
package report
