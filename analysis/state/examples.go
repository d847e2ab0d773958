package state

import (
	"bytes"
	"errors"
)

// This file finds what people wrote about the members of a package schema.

// Description is the text of one resource, function, type or provider.
type Description struct {
	Of   string // its token
	Text Text
}

// errPlain is the reason to leave out a text without code.
var errPlain = errors.New("no code")

// Descriptions are the texts of a package schema in which code blocks may be. It is not a schema if it has no members, and no provider.
func Descriptions(file []byte) (all []Description, isSchema bool, err error) {
	r := newReader(file, 0, len(file))
	describe := func(of string) error {
		return r.members(quoted(of), func(name string) error {
			if name != "description" {
				return r.skip()
			}
			text, err := r.exactly(name, func(raw []byte) error {
				if bytes.Contains(raw, []byte("```")) || bytes.Contains(raw, []byte("~~~")) {
					return nil
				}
				return errPlain
			})
			if errors.Is(err, errPlain) {
				return nil
			}
			all = append(all, Description{of, text})
			return err
		})
	}
	members := func(section string) error { return r.members(quoted(section), describe) }
	sections := map[string]func(string) error{"resources": members, "functions": members, "types": members, "provider": describe}
	err = r.members("the schema", func(section string) error {
		if read := sections[section]; read != nil {
			isSchema = true
			return read(section)
		}
		return r.skip()
	})
	return all, isSchema, err
}
