// Package schema reads package schemas, the JSON documents in which providers
// declare their resources, functions and types.
//
// A [Package] is opened by one pass over the text that notes where each member
// is and decodes none, or without that pass by an [Index] that was kept from an
// earlier one. A member is read and decoded when somebody asks for it for the
// first time: of a provider with ten thousand types, a program pays for the ten it
// mentions. What has been decoded never changes.
//
// # Types
//
// A type that the schema names is a nominal object of typesys: a [typesys.Source]
// that knows its token and reads its properties when they are looked at. So a
// recursive type is finite, and naming a type costs nothing. Each type exists in
// two shapes: the plain one, which function results and resource outputs use, and
// the input one, which accepts an output at every level that the schema does not
// mark plain. The variable that a resource block declares is an object of its
// own; its source also answers Resource. See [ObjectOf] and [ResourceOf].
//
// A reference into another package has that package's type when the [Config]
// given to the opener can supply the package, and [typesys.Dynamic] otherwise:
// what cannot be seen must not lead to a finding.
//
// # What it does not know
//
// Where schemas are stored, which version a program wants, and what a program is.
// It has no opinion on what a finding is: a member that cannot be understood has
// a text that says so (see [Package.Problems]), and its type is dynamic.
//
// # Invariants
//
// Invariant: one package, token and shape give one identical [typesys.Type].
//
// Invariant: decoding one member never decodes the properties of another, so no
// cycle of references can make two of them wait for each other.
//
// Invariant: nothing here recurses deeper than [maxDepth] into a member, however
// deep its JSON is.
//
// Invariant: an index never changes an answer. Every piece of it has a checksum,
// and one that is damaged is replaced by scanning the schema again.
//
// # Why an index is read in pieces
//
// The tokens of a large provider take megabytes, and a server has several of them
// open. An index has a directory that leads to the few kilobytes in which a member
// is described, so that neither time nor memory depend on the size of the package.
//
// # Why values are passed over unchecked
//
// Checking all of a schema costs several times as much as finding its members,
// and most of them are never asked for. So opening finds brackets that do not pair
// and everything that is wrong around the members; what is wrong inside a member
// is a problem of that member when it is read.
//
// # Why a schema is scanned in parts
//
// Looking at every quote of a large schema once costs more than reading it, so one
// processor alone cannot be much faster than the scan is. Several can, each with a
// part that begins where a member seems to begin; whether it does shows when the
// scan of the part before arrives there, and until then nothing counts. This
// package starts no goroutines: an [Indexer] is given what does pieces of work at
// the same time, and without that does one after the other, with the same result.
//
// # Why locks
//
// One opened package is shared by every program and every request of a server,
// and a member may be asked for by several of them at the same moment. A member
// is decoded outside the lock and then stored unless another was faster: decoding
// twice is harmless and rare, while holding a lock during a read would let one
// slow disk stop everyone. The properties of an object type, whose decoding is
// the expensive part, are computed under a once of their own.
package schema
