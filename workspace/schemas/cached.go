package schemas

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file finds schemas in the cache that the Pulumi command keeps in its home:
//
//	schemas/PLUGIN-VERSION[-HASH][-HASH].json
//	plugins/schema-PLUGIN-VERSION-.json          (older commands)
//
// The first hash stands for the download URL, the second for the
// parameterization. A hash is the first six bytes of a SHA-256, in hexadecimal.

func (s *Store) schemaCache() string { return filepath.Join(s.options.Home, "schemas") }

func (s *Store) pluginCache() string { return filepath.Join(s.options.Home, "plugins") }

// cached lists the cached schemas that belong to a plugin, going by their file names, and
// may serve a reference. Their version is that of the plugin.
func (e observer) cached(ref schema.Ref) (found candidates, faults []string) {
	paths, faults := e.cacheFiles()
	for _, path := range paths {
		base, _ := stem(filepath.Base(path))
		entry, ok := parseCacheName(base, ref.PluginName())
		if !ok {
			continue
		}
		info, err := e.seen.StatFile(path)
		if err != nil && !disk.IsAbsent(err) {
			faults = append(faults, err.Error())
		}
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		c := e.candidate(path, info)
		c.fit = entry.fits(ref)
		if c.err == nil && c.name != ref.Name && c.fit == otherHashes {
			continue // another parameterization of the plugin
		}
		if ref.Parameterization != nil && c.fit != sameHashes && (c.err != nil || c.name != ref.Name || !satisfies(c.version, ref.Parameterization.Version)) {
			continue
		}
		c.own, c.version = c.version, entry.version
		found = append(found, c)
	}
	return found, faults
}

// misnamed is the reason why the schema in a cached file is not what the file name says;
// empty if it is. The reference implementation rejects such schemas.
func (c candidate) misnamed(ref schema.Ref) string {
	said := c.version
	if ref.Parameterization != nil {
		said = ref.Parameterization.Version
	}
	switch {
	case c.name != ref.Name:
		return "it contains the schema of " + c.name
	case !satisfies(c.own, said) && semver.IsValid(canonicalVersion(c.own)):
		return "it contains version " + c.own
	}
	return ""
}

func (e observer) allCached() candidates {
	paths, _ := e.cacheFiles()
	var found candidates
	for _, path := range paths {
		if info, err := e.seen.StatFile(path); err == nil && info.Mode().IsRegular() {
			found = append(found, e.candidate(path, info))
		}
	}
	return found
}

// cacheFiles lists the files of the cache by name, without looking at them.
func (e observer) cacheFiles() (paths, faults []string) {
	if e.options.Home == "" {
		return nil, nil
	}
	list := func(dir string, is func(name string) bool) {
		entries, err := e.seen.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			faults = append(faults, err.Error())
		}
		for _, entry := range entries {
			if is(entry.Name()) {
				paths = append(paths, filepath.Join(dir, entry.Name()))
			}
		}
	}
	list(e.schemaCache(), func(name string) bool { _, ok := stem(name); return ok })
	list(e.pluginCache(), func(name string) bool {
		return strings.HasPrefix(name, "schema-") && strings.HasSuffix(name, "-.json")
	})
	return paths, faults
}

type cacheName struct {
	version string
	hashes  string // with their dashes; empty if there are none
}

var hashesAtEnd = lazy.Regexp(`(?:-[0-9a-f]{12}){1,2}$`)

// parseCacheName reads the file name of a plugin's schema. It is false if the schema is
// that of another plugin.
func parseCacheName(base, plugin string) (cacheName, bool) {
	if old, ok := strings.CutPrefix(base, "schema-"); ok && strings.HasSuffix(old, "-") {
		base = strings.TrimSuffix(old, "-")
	}
	rest, ok := strings.CutPrefix(base, plugin+"-")
	if !ok {
		return cacheName{}, false
	}
	var name cacheName
	name.version, name.hashes = rest, hashesAtEnd.Get().FindString(rest)
	name.version = strings.TrimPrefix(strings.TrimSuffix(rest, name.hashes), "v")
	return name, semver.IsValid(canonicalVersion(name.version))
}

func (n cacheName) fits(ref schema.Ref) fit {
	switch n.hashes {
	case refHashes(ref):
		return sameHashes
	case "":
		return noHashes
	}
	return otherHashes
}

// refHashes is the end of the file name of the cached schema for a reference.
func refHashes(ref schema.Ref) string {
	hashes := ""
	if ref.DownloadURL != "" {
		hashes += "-" + hash([]byte(ref.DownloadURL))
	}
	if p := ref.Parameterization; p != nil {
		text, err := json.Marshal(struct {
			Name    string `json:"name"`
			Version string `json:"version"`
			Value   string `json:"value"`
		}{p.Name, p.Version, base64.StdEncoding.EncodeToString(p.Value)})
		if err == nil {
			hashes += "-" + hash(text)
		}
	}
	return hashes
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}
