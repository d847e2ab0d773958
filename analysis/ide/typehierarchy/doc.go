// Package typehierarchy says which object types of a schema are kinds of which.
//
// A property that takes one of several object types has a union for its type. The union
// is the supertype, the object types are its subtypes. A union has no name in a schema,
// so it goes by that of its property; an object type may be in several.
//
// Which unions have a type is not kept anywhere: the schema is searched when somebody
// asks.
package typehierarchy
