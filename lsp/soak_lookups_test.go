// This file changes what the server of a soak looks for on disk: in every directory, as files, as directories, and through links.

package lsp

import (
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
)

const (
	// soakOutside is a directory outside of the workspace that has everything that is looked for.
	soakOutside = "x"
	// soakAside is where directories and files are that have gone for a while.
	soakAside = "aside/"
)

// soakPlaces are directories, from the workspace down to components, and one that comes only as a link or by a rename.
var soakPlaces = []string{
	"w", "w/webshop", "w/webshop/network", "w/components", "w/components/site", "w/components/storage", "w/secrets", "w/many", "w/many/d01", "w/linked",
}

// soakLookups are the texts that files may have which are looked for in a directory, by name. A schema that is nearer differs from the original.
func soakLookups(original string) map[string][]string {
	schema := func(hidden string) []string {
		return []string{strings.ReplaceAll(original, "cloudy:data/secret:Secret", hidden), original, "{"}
	}
	return map[string][]string{
		".git/HEAD": {""},
		".pcl-lsp.yaml": {
			"rules:\n  unused.*: hint\n  name.undefined: information\n", "exclude: [site, d01]\n", "schemas: [../x/schemas]\n", "schemas: [schemas]\nmode: vars\n", "rules: [\n", "",
		},
		"Pulumi.yaml":                    {"name: x\nruntime: pcl\n", "name: x\nruntime: nodejs\n", "name: x\nruntime: pcl\nmain: site\n", "name: [\n", ""},
		"Pulumi.dev.yaml":                {"config:\n  name: x\n", "config:\n  x:name:\n    secure: abc\n  replicas: many\n", "config: [\n"},
		"main.pp":                        {"config name string {\n}\n\noutput address {\n  value = name\n}\n", "component inner \"./site\" {\n}\n\noutput address {\n  value = inner.nothing\n}\n", ""},
		"schemas/cloudy-1.4.0.json":      schema("cloudy:data/nearer:Nearer"),
		".pcl/schemas/cloudy-1.4.0.json": schema("cloudy:data/hidden:Hidden"),
	}
}

// lookedFor makes, removes, renames or links something that is looked for, or a directory above it, and says what.
func (d *soakDisk) lookedFor(random *rand.Rand, original string) string {
	lookups := soakLookups(original)
	dir, thing := choose(random, soakPlaces), choose(random, slices.Sorted(maps.Keys(lookups)))
	texts, file := lookups[thing], dir+"/"+thing
	name := file
	for random.IntN(2) == 0 && strings.Contains(path.Dir(name), "/") {
		name = path.Dir(name)
	}
	aside := soakAside + strings.ReplaceAll(name, "/", "+")
	switch random.IntN(6) {
	case 0:
		d.putAside(name, aside)
		return name + " goes"
	case 1:
		if d.there(aside) {
			d.remove(name)
			d.rename(aside, name)
			return name + " is back"
		}
	case 2, 3:
		rest := strings.TrimPrefix(name, dir)
		to := choose(random, []string{soakOutside + rest, soakOutside + rest, choose(random, soakPlaces) + rest, choose(random, soakPlaces) + rest, path.Dir(name), name, "nowhere"})
		d.putAside(name, aside)
		d.Link(d.path(to), d.path(name))
		d.event(name, 1)
		return name + " leads to " + to
	}
	d.write(file, choose(random, texts))
	return file + " is written"
}

// putAside takes something away. A link is gone for good, and so is what goes a second time.
func (d *soakDisk) putAside(name, aside string) {
	if !d.isLink(name) {
		d.rename(name, aside)
	}
	d.remove(name)
}
