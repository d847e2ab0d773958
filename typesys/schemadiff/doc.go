// Package schemadiff compares two versions of a package schema.
//
// # What is compared
//
// [Compare] goes through the resources, functions and types of both versions, the provider, and the configuration. What a member takes and gives is a
// set of properties on some [Sides]. Properties of the same name are compared facet by facet: type, required, secret, default and so on, which is a table.
// One change on several sides is one [Change].
//
// A type is compared once, under its own token. A property that refers to it has not changed because the type has. Whether a change of a type breaks
// programs depends on who uses it: what reaches the type from inputs judges it as an input, what reaches it from outputs as an output.
//
// # Levels
//
// A change is [Breaking] if a program that was right may be rejected or fail, in any language that has an SDK of the package. It is [Silent] if programs
// stay right and something else happens when they run. All others are [Compatible]. The table of kinds has the levels, so that documents can show it.
//
// # Renames
//
// A schema does not say what was renamed, except that a resource may list its older tokens. So something that is gone and something that is new are paired
// by what they have in common: the type of a property and its description, the properties of a member, the places that used the one and use the other
// ("neighbours"), and the note of a deprecation. A pair has a confidence. It is never asserted: the change still says what was removed and what was added.
//
// # Why declarations and not their text
//
// Comparing decoded declarations takes longer than comparing JSON texts, and finds no change where a schema is only written in another way.
package schemadiff
