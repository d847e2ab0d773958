package asset

import (
	"fmt"
	"strings"
	"testing"
)

// describe writes findings as `level problem: the text`.
func describe(text string, findings []Finding) string {
	var out []string
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%d %d %q", f.Level, f.Problem, text[f.Start:f.End]))
	}
	return strings.Join(out, "; ")
}

func finding(l Level, p Problem, text string) string { return fmt.Sprintf("%d %d %q", l, p, text) }

func TestCheckPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind       Kind
		path, want string
	}{
		{FileAsset, "./a/b.txt", ""},
		{FileAsset, "b", ""},
		{FileAsset, "", finding(LevelError, Empty, "")},
		{FileAsset, "./dir/", finding(LevelError, Directory, "./dir/")},
		{FileAsset, "..", finding(LevelError, Directory, "..")},
		{FileAsset, "https://example.com/a", finding(LevelError, AddressAsPath, "https://example.com/a")},
		{FileAsset, "~/a.txt", finding(LevelWarning, HomeNotExpanded, "~")},
		{FileAsset, "a\x00b", finding(LevelError, NulByte, "\x00")},
		{FileArchive, "./app", ""},
		{FileArchive, "./app/", ""},
		{FileArchive, ".", ""},
		{FileArchive, "a.tar", ""}, {FileArchive, "a.tgz", ""}, {FileArchive, "a.tar.gz", ""}, {FileArchive, "a.zip", ""}, {FileArchive, "x/a.jar", ""},
		{FileArchive, "v1.2", ""},
		{FileArchive, "d/X.ZIP", finding(LevelWarning, ExtensionCase, ".ZIP")},
		{FileArchive, "a.Tar.Gz", finding(LevelWarning, ExtensionCase, ".Tar.Gz")},
		{FileArchive, "a.tar.bz2", finding(LevelWarning, Extension, ".tar.bz2")},
		{FileArchive, "a.gz", finding(LevelWarning, Extension, ".gz")},
		{FileArchive, "file:///a.zip", finding(LevelError, AddressAsPath, "file:///a.zip")},
		{FileArchive, "", finding(LevelError, Empty, "")},
		{StringAsset, "", ""},
	} {
		if got := describe(c.path, CheckPath(c.kind, c.path)); got != c.want {
			t.Errorf("%s(%q): got %s, want %s", c.kind.Function(), c.path, got, c.want)
		}
	}
}

func TestCheckAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind          Kind
		address, want string
	}{
		{RemoteAsset, "https://example.com/a?b=c#d", ""},
		{RemoteAsset, "HTTP://example.com", ""},
		{RemoteAsset, "file:///a/b", ""},
		{RemoteAsset, "file://localhost/a", ""},
		{RemoteAsset, "", finding(LevelError, Empty, "")},
		{RemoteAsset, "a/b.txt", finding(LevelError, NoScheme, "a/b.txt")},
		{RemoteAsset, "//example.com/b", finding(LevelError, NoScheme, "//example.com")},
		{RemoteAsset, "ftp://example.com/a", finding(LevelError, Scheme, "ftp")},
		{RemoteAsset, "s3://bucket/key", finding(LevelError, Scheme, "s3")},
		{RemoteAsset, "https:///a", finding(LevelError, NoHost, "")},
		{RemoteAsset, "file://host/a", finding(LevelError, FileHost, "host")},
		{RemoteAsset, "file://me:pw@localhost/a", finding(LevelError, FileUser, "me:pw@")},
		{RemoteAsset, "file:///a?q#f", finding(LevelError, FileQuery, "?q") + "; " + finding(LevelError, FileFragment, "#f")},
		{RemoteAsset, "https://example.com/a b", finding(LevelError, BadAddress, " ")},
		{RemoteAsset, "https://example.com/100%", finding(LevelError, BadAddress, "%")},
		{RemoteAsset, "https://[::1/", finding(LevelError, BadAddress, "https://[::1/")},
		{RemoteArchive, "https://example.com/a.zip?x=y", ""},
		{RemoteArchive, "https://example.com/a%2Ezip", ""},
		{RemoteArchive, "file:///a.tar.gz", ""},
		{RemoteArchive, "file://localhost/a.zip", finding(LevelError, FileHost, "localhost")},
		{RemoteArchive, "https://example.com/a.ZIP", finding(LevelError, ExtensionCase, ".ZIP")},
		{RemoteArchive, "https://example.com/d/a.rar", finding(LevelError, Extension, ".rar")},
		{RemoteArchive, "https://example.com/d/a", finding(LevelError, Extension, "a")},
		{RemoteArchive, "", finding(LevelError, Empty, "")},
		{FileAsset, "", ""},
	} {
		if got := describe(c.address, CheckAddress(c.kind, c.address)); got != c.want {
			t.Errorf("%s(%q): got %s, want %s", c.kind.Function(), c.address, got, c.want)
		}
	}
}

// Invariant: every finding has a place inside the text, and no text makes a check
// panic.
func FuzzChecks(f *testing.F) {
	for _, text := range []string{"", "a.ZIP", "file://u@h/a?q#f", "https://x/%", "x:", "://", "a://b#c?d", "İ.ZIP"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for k := StringAsset; k <= AssetArchive; k++ {
			for _, found := range append(CheckPath(k, text), CheckAddress(k, text)...) {
				if found.Start < 0 || found.Start > found.End || found.End > len(text) || found.Message == "" {
					t.Errorf("%s(%q): %+v", k.Function(), text, found)
				}
			}
		}
	})
}
