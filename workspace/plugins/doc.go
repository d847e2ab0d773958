// Package plugins asks an installed provider plugin for the schema of its package,
// and keeps the answers.
//
// [Ask] starts the plugin's executable, talks to it, and ends it. [Cache] asks
// only what it does not know yet, and shares what it knows with other processes.
//
// # What happens to a plugin
//
// It is started with the address of an engine that is not there, with an empty
// temporary folder as its working directory, with nothing to read on its standard
// input and with the few environment variables of [Environment]. It prints the
// port it listens on. On that port it is asked: Handshake, GetPluginInfo,
// Parameterize if a parameterization is wanted, GetSchema. Then it is told to
// Cancel, interrupted, and after a grace time its whole process group is killed,
// as some plugins are shell scripts around the real one. Each step has a limit in
// time or size, and all of it ends at once, by a kill, when the context is done.
// The plugin is gone when Ask returns. On Linux it is ended too if this process
// dies in between; elsewhere a plugin ends itself some minutes after it finds no
// engine.
//
// A parameterization changes a plugin for good, so there is one process for each.
//
// # Threat model
//
// A plugin is a program, and running one is running code of whoever wrote it. A
// workspace can name plugins in several ways: folders in its project file, local
// packages, download addresses, a PATH it has a part in. Which of them may run is
// not decided here: this package runs the executable it is given, and only ever
// because its caller decided that it is trusted. Nothing is searched, downloaded
// or installed here, and the plugin is told not to.
//
// What a trusted plugin is protected from is its own faults and those of its
// neighbours: it sees no credentials of the environment, finds no program in its
// working directory, and cannot fill the memory, hang the server or stay behind.
// None of that is a sandbox. A process that leaves its process group on purpose is
// not found again. What the plugin answers is data: sizes are bounded, texts that
// reach messages are short and printable, and the schema is stored under a name
// made of harmless characters in a folder that is the user's alone.
//
// # What it does not know
//
// Programs, settings, which package wants which plugin, and what stands in a
// schema beyond its name and version.
//
// # Why net/http and not the SDK's stubs
//
// The protocol is gRPC, of which five unary calls with two or three plain fields
// are needed. The stubs of the Pulumi SDK bring 158 modules into the module graph
// and double the binary (16.8 MB against 8.7 MB for the same client, 40 lines of
// go.sum against none) and want to be upgraded ever after; grpc-go with stubs of
// our own still makes it 15.5 MB. The standard library speaks HTTP/2 without
// encryption, and what is left of gRPC for a unary call is a prefix of five bytes
// and two trailers. The price is measured too: 0.93 s instead of 0.78 s for the
// 142 MB of azure-native, once for each version of a plugin. Another gain is that
// the schema goes from the connection to the file without being in memory as a
// whole.
package plugins
