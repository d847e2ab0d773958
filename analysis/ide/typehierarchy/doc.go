// Package typehierarchy shows which object types belong to which unions.
//
// A property that takes one of several object types has a union type. The union is the
// supertype, and the object types are its subtypes. A union has no name in a schema, so it is
// named after its property. An object type can belong to several unions.
//
// **Why** nothing is cached: finding the unions of a type takes a search of the schema, and
// requests are rare.
package typehierarchy
