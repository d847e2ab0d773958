// Package schema reads package schemas, the JSON documents in which providers
// declare their resources, functions and types.
//
// Opening a [Package] takes one pass over the text, which notes the place of each member
// and decodes nothing. An [Index] saved from an earlier pass replaces the pass. A member
// is decoded when it is first used: of a provider with ten thousand types, a program
// pays for the ten that it mentions. Decoded members never change.
//
// # Types
//
// A named type of the schema is a nominal object of typesys: a [typesys.Source] that
// knows its token and reads its properties when they are needed. So a recursive type
// is finite, and naming a type costs nothing. Each type exists in two shapes: the
// plain one, for function results and resource outputs, and the input one, which
// accepts an output at every level that the schema does not mark as plain. The
// variable that a resource block declares has a separate object type, whose source
// also knows the resource. See [ObjectOf] and [ResourceOf].
//
// A reference into another package has that package's type if the [Config] can
// supply the package. Otherwise it is [typesys.Dynamic], because a missing schema
// must not cause a finding.
//
// # What it does not know
//
// The package does not know where schemas are stored, which version a program wants,
// what a program is, or what a finding is. An invalid member has a problem (see
// [Package.Problems]), and its type is dynamic.
//
// # Invariants
//
// Invariant: a package, token and shape determine one identical [typesys.Type].
//
// Invariant: decoding one member never decodes the properties of another, so a cycle
// of references cannot cause a deadlock.
//
// Invariant: no function recurses deeper than [maxDepth] into a member, however deep
// its JSON is.
//
// Invariant: an index never changes a result. Every piece of it has a checksum, and a
// damaged index is replaced by scanning the schema again.
//
// # Why an index is read in pieces
//
// The tokens of a large provider take megabytes, and a server has several providers
// open. Finding a member reads a few records and the member itself, so neither time
// nor memory depends on the size of the package.
//
// Why no library: with bbolt, the index of 40,000 members takes 17 MB and 2.6 s to
// make instead of 3.4 MB and 0.3 s, finding a member takes as long, and the program
// for browsers does not build with it.
//
// # Why values are skipped unchecked
//
// Checking a whole schema costs several times as much as finding its members, and
// most members are never used. So opening a schema reports unbalanced brackets and
// errors outside of members. Errors inside a member are reported when the member is
// read.
//
// # Why a schema is scanned in parts
//
// Finding every quote of a large schema takes longer than reading it from disk, so the
// scan is split between processors. Each part begins where a member seems to begin.
// Its result is used only if the scan of the part before it arrives at the same
// place. This package starts no goroutines: an [Indexer] gets a function that runs
// work in parallel, and runs sequentially without one, with the same result.
//
// # Why locks
//
// All programs and requests of a server share one opened package, and several may
// need a member at the same moment. A member is decoded outside the lock and then
// stored, unless another goroutine was faster. Decoding twice is harmless and rare,
// but holding a lock during a read would let one slow disk stop everyone. The
// properties of an object type are expensive to decode, so each type has a sync.Once
// for them.
package schema
