// Package schemas finds the schema of a package, says why it is the one, and
// shares what it has opened.
//
// A [Store] looks at files and directories only, which it only reads: nothing is
// installed, downloaded or run. Where a plugin would have to be asked for its
// schema, a function given in [Options] decides and does it. Two programs that want
// one package of one store get the same [schema.Package], and so the same types.
//
// # What serves a package
//
// In this order, until something has the package in the wanted version:
//
//  1. the files and folders that the user named;
//  2. the schema folders of the workspace;
//  3. in trusted workspaces, a plugin that the project names, and one on the PATH.
//     In others they are mentioned and passed over, and so are those of a Pulumi
//     home that lies in the workspace;
//  4. the schema cache in the Pulumi home, under the file names of today's and of
//     older commands;
//  5. what the installed plugin was asked for earlier;
//  6. the installed plugin itself, if it may be asked.
//
// A wanted version must be equal, build metadata aside: as in the reference
// implementation, a newer version is no substitute. If none is wanted, the highest
// of the named files counts, releases before pre-releases. In the Pulumi home the
// installed plugins decide: the highest one is what a run uses, so that a cached
// schema of another version is of no use. If none is installed the highest cached
// schema counts.
//
// What a named file holds is told by the schema's own name and version, which
// stand at its beginning; the file name steps in where they are missing. A cached
// file whose content contradicts its name is passed over, as in the reference
// implementation. A damaged file is passed over for the next best, and reported if
// there is none.
//
// # Why older than the plugin is not useless
//
// The reference implementation ignores a cached schema that is older than the
// directory of the plugin, and asks the plugin. So does a store, if the plugin
// may be asked. If not, the old file serves: it is of the right version, and only
// plugins under development change within one.
//
// # Why the workspace's plugins come before the cache
//
// They do in a run: a program of the project replaces the installed provider.
// Programs that a workspace brings along are never run before its user said so,
// and then the schema of another version is better than none.
//
// # Freshness
//
// Every question looks at the folders anew and compares path, size and time of
// change with what was opened. A changed file is opened again and gives a new
// package; who holds the old one keeps it, and what it has not yet read of it is
// unreadable from then on rather than wrong.
//
// A file that changes while it is read gives nothing that is kept. [Store.Find] says
// what was looked at, and a [Check] tells at the cost of a few looks whether the same
// question could have another answer by now.
//
// Stores share what they opened, see [Files]. A package that refers to types of
// another keeps what it found when it looked; when it is asked for again and its
// references would find other packages by now, or in the store that asks, it is
// opened anew.
//
// # What it does not know
//
// Programs, settings, how a plugin is asked, and how project files are written.
// Nor two switches of the reference implementation: PULUMI_DEBUG_PROVIDERS, which
// attaches to a running provider, and PULUMI_ENABLE_LEGACY_PLUGIN_SEARCH, which
// takes a newer version for a wanted one.
//
// # What is kept
//
// Where the members of a large schema are is found out once and kept as an index
// in a directory of our own, and a compressed schema is unpacked there, since its
// members have no places in the compressed text. All of it may vanish or be
// damaged at any time and is then made again; if the directory cannot be written,
// indexes are held in memory, and so are unpacked schemas, up to [MaxDecompressed]
// bytes. All processors work on an index, which is what the first start with a
// schema waits for.
package schemas
