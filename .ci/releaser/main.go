// The releaser packs the programs of a release for everything that installs them: archives, packages of Linux distributions, npm,
// Homebrew, Scoop, winget and containers, with a list of the modules inside each program.
//
// Everything it knows of the release comes from the programs themselves: version, commit and time are in their build information. So
// the same programs always make the same files.
//
// Why not GoReleaser: its current version needs a later Go than this project, and the version before it needs a module that the module proxy
// refuses to deliver. The packages for Linux are made by nfpm, the library that GoReleaser uses for them.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: releaser PROGRAMS DOCUMENTS OUT\n\nPROGRAMS holds a folder OS_ARCH for each platform. DOCUMENTS holds the files that come with each program.")
		os.Exit(2)
	}
	if err := release(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "releaser:", err)
		os.Exit(1)
	}
}

func release(programs, documents, out string) error {
	r, err := readRelease(programs, documents, out)
	if err != nil {
		return err
	}
	for _, pack := range []func(*Release) error{packArchives, packLinux, packNpm, packImage, writeBills, writeManifests, writeSums} {
		if err := pack(r); err != nil {
			return err
		}
	}
	return nil
}

// write adds a file to the release.
func (r *Release) write(name string, content func(io.Writer) error) error {
	var data bytes.Buffer
	if err := content(&data); err != nil {
		return err
	}
	r.Sums[name] = sum(data.Bytes())
	return os.WriteFile(filepath.Join(r.out, name), data.Bytes(), 0o644)
}

func sum(data []byte) string {
	digest := sha256.Sum256(data)
	return hex.EncodeToString(digest[:])
}

// writeSums writes the checksums of all files, as sha256sum does.
func writeSums(r *Release) error {
	var lines []string
	for name, sum := range r.Sums {
		lines = append(lines, sum+"  "+name+"\n")
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(strings.Join(lines, "")), 0o644)
}
