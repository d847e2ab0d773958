package asset

import "strings"

// This file checks paths. (docs/language/assets.md#paths, docs/language/assets.md#archives)

// CheckPath reports what is wrong with the text of the path of a [FileAsset] or [FileArchive].
// Other kinds have no path and no findings.
func CheckPath(k Kind, path string) []Finding {
	switch {
	case k != FileAsset && k != FileArchive:
		return nil
	case path == "":
		return []Finding{{Level: LevelError, Problem: Empty, Message: "the path is empty"}}
	}
	if i := strings.IndexByte(path, 0); i >= 0 {
		return []Finding{{LevelError, NulByte, i, i + 1, "a path cannot contain NUL characters", ""}}
	}
	if scheme := addressScheme(path); scheme != "" {
		return []Finding{addressAsPath(k, scheme, path)}
	}
	var found []Finding
	if path == "~" || strings.HasPrefix(path, "~/") {
		found = append(found, Finding{LevelWarning, HomeNotExpanded, 0, 1, "`~` is not expanded: this means a directory named `~`", ""})
	}
	if k == FileAsset {
		return checkFile(found, path)
	}
	return checkArchiveFile(found, path)
}

// checkFile checks a path that must be a file.
func checkFile(found []Finding, path string) []Finding {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if name == "" || name == "." || name == ".." {
		found = append(found, Finding{LevelError, Directory, 0, len(path), "this is a directory; use `fileArchive`", FileArchive.Function()})
	}
	return found
}

// checkArchiveFile checks the extension only if it looks like that of an archive, because a
// directory may have any name.
func checkArchiveFile(found []Finding, path string) []Finding {
	start := strings.LastIndexByte(path, '/') + 1
	f, wrong := checkExtension(path[start:], start)
	if !wrong || f.Problem == Extension && f.Start == start {
		return found
	}
	f.Message += "; this fails unless it is a directory"
	return append(found, f)
}

// addressScheme returns the scheme of a text that must be meant as an address.
func addressScheme(text string) string {
	scheme, _, ok := strings.Cut(text, "://")
	if !ok || scheme == "" || !isScheme(scheme) {
		return ""
	}
	return scheme
}

func addressAsPath(k Kind, scheme, path string) Finding {
	remote := RemoteAsset
	if k == FileArchive {
		remote = RemoteArchive
	}
	return Finding{
		LevelError, AddressAsPath, 0, len(path),
		"`" + scheme + "://` starts an address, not a path; use `" + remote.Function() + "`", remote.Function(),
	}
}
