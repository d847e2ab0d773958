package schema

import (
	"errors"
	"strings"
)

// This file implements what a scan finds in a schema: its head and its members.

// tableKind is a kind of members.
type tableKind uint8

const (
	resourceTable tableKind = iota
	functionTable
	typeTable
	tableCount

	sameTable = tableCount     // the one that an earlier part is in
	noTable   = tableCount + 1 // outside of all tables
)

// namesSize is how much memory is got for tokens at once.
const namesSize = 1 << 15

// scanResult is what a scan finds in a part of a schema, or in all of it.
type scanResult struct {
	head   head
	tables [tableCount + 1]memberList // the last one are the members of sameTable

	names   strings.Builder // of the members that come next
	changes []func(*head)   // what the part says about the head
	stops   []int64         // where a scan ends if a member of a table begins there
	in      tableKind       // where the scan is
	end     int64           // where it has ended, if err is errReached
	err     error
}

// head is what is known of a schema besides its members.
type head struct {
	name, version, format         string
	base                          string // the provider that the package extends; empty for most
	description, provider, config span   // size 0: there is none
	homepage, repository          span
}

// member is a member as the scan finds it.
type member struct {
	token string
	at    span
}

// memberList grows without moving what is in it.
type memberList struct{ chunks [][]member }

func (l *memberList) add(m member) {
	n := len(l.chunks)
	if n == 0 || len(l.chunks[n-1]) == cap(l.chunks[n-1]) {
		l.chunks = append(l.chunks, make([]member, 0, 8<<min(n, 9)))
		n++
	}
	l.chunks[n-1] = append(l.chunks[n-1], m)
}

var (
	errNoName  = errors.New("not a package schema: it has no name")
	errReached = errors.New("the next part is reached") // ends a scan early
)

// whole scans a schema from its beginning on.
func (c *scanResult) whole(s *scanner) error {
	if err := s.members(func(name []byte) error { return c.topLevel(s, name) }); err != nil {
		return err
	}
	return s.atEnd()
}

// rest scans a schema from a member of a table on.
func (c *scanResult) rest(s *scanner) error {
	if err := s.named(func(token []byte) error { return c.member(s, token) }); err != nil {
		return err
	}
	c.in = noTable
	last, err := s.isLast()
	if err == nil && !last {
		err = s.named(func(name []byte) error { return c.topLevel(s, name) })
	}
	if err != nil {
		return err
	}
	return s.atEnd()
}

// topLevel handles one member of the schema itself.
func (c *scanResult) topLevel(s *scanner, name []byte) error {
	switch string(name) {
	case "name":
		var name string
		return c.say(s.into(&name), func(h *head) { h.name = name })
	case "version":
		var version string
		return c.say(s.into(&version), func(h *head) { h.version = strings.TrimPrefix(version, "v") })
	case "description":
		at, err := s.value()
		return c.say(err, func(h *head) { h.description = at })
	case "homepage":
		at, err := s.value()
		return c.say(err, func(h *head) { h.homepage = at })
	case "repository":
		at, err := s.value()
		return c.say(err, func(h *head) { h.repository = at })
	case "provider":
		at, err := s.value()
		return c.say(err, func(h *head) { h.provider = at })
	case "config":
		at, err := s.value()
		return c.say(err, func(h *head) { h.config = at })
	case "meta":
		var meta *struct {
			ModuleFormat string `json:"moduleFormat"`
		}
		return c.say(s.into(&meta), func(h *head) {
			if meta != nil && meta.ModuleFormat != "" {
				h.format = meta.ModuleFormat
			}
		})
	case "extensionParameterization":
		var extension *struct {
			BaseProvider struct {
				Name string `json:"name"`
			} `json:"baseProvider"`
		}
		return c.say(s.into(&extension), func(h *head) {
			if extension != nil {
				h.base = extension.BaseProvider.Name
			}
		})
	case "resources":
		return c.table(s, resourceTable)
	case "functions":
		return c.table(s, functionTable)
	case "types":
		return c.table(s, typeTable)
	}
	return s.skip()
}

// say notes what is known about the head, unless that failed.
func (c *scanResult) say(err error, change func(*head)) error {
	if err == nil {
		c.changes = append(c.changes, change)
	}
	return err
}

// table notes all members of the object that comes next.
func (c *scanResult) table(s *scanner, kind tableKind) error {
	c.in = kind
	if err := s.members(func(token []byte) error { return c.member(s, token) }); err != nil {
		return err
	}
	c.in = noTable
	return nil
}

// member notes a member of the table that the scan is in.
func (c *scanResult) member(s *scanner, token []byte) error {
	for len(c.stops) > 0 && c.stops[0] < s.nameAt {
		c.stops = c.stops[1:]
	}
	if len(c.stops) > 0 && c.stops[0] == s.nameAt {
		c.end = s.nameAt
		return errReached
	}
	m := member{token: c.kept(token)}
	var err error
	m.at, err = s.value()
	c.tables[c.in].add(m)
	return err
}

// kept is a copy of a token, in memory that many of them share.
func (c *scanResult) kept(token []byte) string {
	if c.names.Cap()-c.names.Len() < len(token) {
		c.names.Reset() // the tokens in it go on to hold it
		c.names.Grow(max(namesSize, len(token)))
	}
	start := c.names.Len()
	c.names.Write(token)
	return c.names.String()[start:]
}

// adopt adds what was found in the part that follows.
func (c *scanResult) adopt(next *scanResult) {
	for _, change := range next.changes {
		change(&c.head)
	}
	if continued := next.tables[sameTable].chunks; len(continued) > 0 {
		c.tables[c.in].chunks = append(c.tables[c.in].chunks, continued...)
	}
	for kind := range tableCount {
		c.tables[kind].chunks = append(c.tables[kind].chunks, next.tables[kind].chunks...)
	}
	if next.in != sameTable {
		c.in = next.in
	}
}
