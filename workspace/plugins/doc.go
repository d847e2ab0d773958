// Package plugins asks an installed provider plugin for the schema of its package, and
// caches the answers.
//
// [Ask] starts the plugin's executable, talks to it, and ends it. [Cache] asks only for
// schemas it does not have, and shares them with other processes.
//
// # What happens to a plugin
//
// The plugin is started with the address of an engine that does not exist, an empty
// temporary directory as its working directory, an empty standard input, and the few
// environment variables of [Environment]. It prints the port it listens on. The calls on
// that port are Handshake, GetPluginInfo, Parameterize if a parameterization is wanted,
// and GetSchema. Then the plugin gets Cancel and an interrupt, and after a grace period
// its whole process group is killed, as some plugins are shell scripts around the real
// one. Each step is limited in time or size. If the context ends, the plugin is killed at
// once. It is gone when Ask returns. On Linux it also ends if this process dies;
// elsewhere a plugin ends itself some minutes after it finds no engine.
//
// A parameterization changes a plugin permanently, so each one gets its own process.
//
// # Threat model
//
// Running a plugin is running the code of its author. A workspace can name plugins in
// several ways: directories in its project file, local packages, download addresses, a
// PATH that it influences. This package does not decide which of them may run. It runs
// the executable it is given, because its caller decided to trust it. It searches,
// downloads and installs nothing, and tells the plugin not to.
//
// A trusted plugin is protected from its own bugs and those of its environment: it sees
// no credentials, finds no program in its working directory, and cannot fill the memory,
// hang the server or stay behind. None of that is a sandbox. A process that leaves its
// process group on purpose is not found again. The answers of a plugin are data: their
// sizes are limited, texts in messages are short and printable, and the schema is stored
// under a harmless name in a directory that belongs to the user alone.
//
// # What it does not know
//
// The package does not know programs, settings, which package needs which plugin, and
// what a schema contains beyond its name and version.
//
// # Why net/http and not grpc-go
//
// The protocol is gRPC, of which five unary calls with two or three plain fields are
// needed. Measured with grpc-go 1.85 (Apache-2.0), called with raw messages and no stubs:
// the stripped binary of pcl-lsp grows from 22.1 to 28.2 MB, and go.sum by 10 lines; the
// start time stays within noise (8 ms). The stubs of the Pulumi SDK would bring 158 modules.
// About 250 lines would go: the call and its status, but not connecting, limits and
// error texts.
//
// What grpc-go lacks for us is streaming within a message. It hands over a message as a
// whole, and schemas have up to 142 MB; here the schema goes from the connection to the
// file. For the same reason protowire (BSD-3-Clause), which parses byte slices, would
// replace only the ten lines that write fields. net/http speaks HTTP/2 without
// encryption, and the rest of gRPC for a unary call is a prefix of five bytes and two
// trailers. The price is 0.93 s instead of 0.78 s for the largest schema, once for each
// version of a plugin.
package plugins
