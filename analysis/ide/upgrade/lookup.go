package upgrade

import (
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file looks changes up by the names of what changed.

// lookup finds the changes of members and properties.
type lookup struct {
	*schemadiff.Diff
	// before finds them by the names that they had, and after by the names that they have. What has none any more has the old one.
	before, after map[named][]schemadiff.Change
	// within finds all changes of a member and its properties, by the name that it has.
	within map[named][]schemadiff.Change
}

func newLookup(d *schemadiff.Diff) *lookup {
	l := &lookup{d, map[named][]schemadiff.Change{}, map[named][]schemadiff.Change{}, map[named][]schemadiff.Change{}}
	for _, c := range d.Changes {
		was := named{c.Section, c.Token, c.Property}
		l.before[was] = append(l.before[was], c)
		is := was
		if c.NewToken != "" && c.Kind != schemadiff.Renamed {
			is.token = c.NewToken
		}
		l.after[is] = append(l.after[is], c)
		member := named{is.section, is.token, ""}
		l.within[member] = append(l.within[member], c)
	}
	return l
}

// isGone reports whether something is not in the later version.
func (l *lookup) isGone(n named, on schemadiff.Sides) bool {
	for _, c := range l.before[n] {
		if c.Kind == schemadiff.Removed && (c.On == schemadiff.Whole || c.On&on != 0) {
			return true
		}
	}
	return false
}
