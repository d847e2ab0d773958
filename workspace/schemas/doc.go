// Package schemas finds the schema of a package, explains the choice, and shares opened
// schemas.
//
// A [Store] only reads files and directories. It installs, downloads and runs nothing. If
// a plugin must be asked for its schema, a function in [Options] decides and does it. Two
// programs that use one package of one store get the same [schema.Package], and so the
// same types.
//
// # What serves a package
//
// The first of these that has the package in the wanted version:
//
//  1. the files and folders that the user named;
//  2. the schema folders of the workspace;
//  3. in trusted workspaces, a plugin that the project names, and one on the PATH.
//     In others they are reported and skipped, and so are those of a Pulumi home
//     that lies in the workspace;
//  4. the schema cache in the Pulumi home, under the file names of current and
//     older commands;
//  5. earlier answers of the installed plugin;
//  6. the installed plugin itself, if it may be asked.
//
// A wanted version must match exactly, apart from build metadata: as in the reference
// implementation, a newer version is no substitute. If no version is wanted, the highest
// one of the named files is taken, releases before pre-releases. In the Pulumi home the
// installed plugins decide: a run uses the highest one, so a cached schema of another
// version is useless. If no plugin is installed, the highest cached schema is taken.
//
// The name and version of a file are those in the schema; the file name is the fallback.
// A cached file whose content contradicts its name is skipped, as in the reference
// implementation. A damaged file is skipped too, and reported if no other one serves.
//
// # Why older than the plugin is not useless
//
// The reference implementation ignores a cached schema that is older than the directory
// of the plugin, and asks the plugin. So does a store, if the plugin may be asked.
// Otherwise it uses the old file: the version is right, and only plugins under
// development change within a version.
//
// # Why the workspace's plugins come before the cache
//
// They do in a run: a plugin of the project replaces the installed one. Programs of a
// workspace are never run before the user allows it; until then the schema of an
// installed plugin is better than none.
//
// # Freshness
//
// Every search looks at the folders again and compares path, size, time and inode with
// the opened file. A changed file is opened again and gives a new package. Holders of the
// old package keep it, and members they have not read yet become unreadable, not wrong.
//
// Nothing is kept of a file that changes while it is read. A search records what it
// looked at in a [disk.Seen], so that a [disk.Check] can tell whether another search
// could give another result; see [Found.Stale].
//
// Stores share opened schemas through [Files]. A package that refers to types of another
// one keeps the package it found at first. When it is searched for again, and its
// references mean other packages by now or in that store, it is opened again.
//
// # What it does not know
//
// The package does not know programs, settings, how a plugin is asked, and how project
// files are written. It ignores two switches of the reference implementation:
// PULUMI_DEBUG_PROVIDERS, which attaches to a running provider, and
// PULUMI_ENABLE_LEGACY_PLUGIN_SEARCH, which accepts a newer version than the wanted one.
//
// # Indexes
//
// The positions of the members of a large schema are computed once and kept in a private
// directory. Compressed schemas are unpacked there, as random access needs the plain
// text. The files there are a cache that may vanish at any time. Without the directory,
// indexes and unpacked schemas are held in memory, up to [MaxDecompressed] bytes. All
// processors work on an index, as the first start with a schema waits for it.
package schemas
