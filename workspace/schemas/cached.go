package schemas

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds schemas in the cache that the Pulumi command keeps in its home:
//
//	schemas/PLUGIN-VERSION[-HASH][-HASH].json
//	plugins/schema-PLUGIN-VERSION-.json          (older commands)
//
// The first hash stands for the download URL, the second for the
// parameterization. A hash is the first six bytes of a SHA-256, in hexadecimal.

func (s *Store) schemaCache() string { return filepath.Join(s.options.Home, "schemas") }

// cached lists the cached schemas that may serve a reference. Their version is
// that of the plugin.
func (s *Store) cached(ref schema.Ref) candidates {
	var found candidates
	for _, c := range s.allCached() {
		base, _ := stem(filepath.Base(c.path))
		entry, ok := parseCacheName(base, ref.PluginName())
		if !ok || c.err == nil && c.name != ref.Name {
			continue
		}
		c.fit = entry.fits(ref)
		if ref.Parameterization != nil && c.fit != sameHashes && !satisfies(c.version, ref.Parameterization.Version) {
			continue
		}
		c.name, c.version = ref.Name, entry.version
		found = append(found, c)
	}
	return found
}

// allCached lists everything in the cache.
func (s *Store) allCached() candidates {
	if s.options.Home == "" {
		return nil
	}
	found, _ := s.folder(s.schemaCache())
	plugins := filepath.Join(s.options.Home, "plugins")
	entries, _ := os.ReadDir(plugins)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "schema-") || !strings.HasSuffix(e.Name(), "-.json") {
			continue
		}
		path := filepath.Join(plugins, e.Name())
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			found = append(found, s.candidate(path, info))
		}
	}
	return found
}

// cacheName is what the name of a cached file says.
type cacheName struct {
	version string
	hashes  string // with their dashes; empty if there are none
}

var hashesAtEnd = regexp.MustCompile(`(?:-[0-9a-f]{12}){1,2}$`)

// parseCacheName reads the file name of a plugin's schema; false if it is another
// plugin's.
func parseCacheName(base, plugin string) (cacheName, bool) {
	if old, ok := strings.CutPrefix(base, "schema-"); ok && strings.HasSuffix(old, "-") {
		base = strings.TrimSuffix(old, "-")
	}
	rest, ok := strings.CutPrefix(base, plugin+"-")
	if !ok {
		return cacheName{}, false
	}
	var name cacheName
	name.version, name.hashes = rest, hashesAtEnd.FindString(rest)
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

// refHashes is the end of the file name under which the schema for a reference is
// cached.
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
