package typesys

import "iter"

// This file walks the properties of two objects in parallel. Both lists are sorted by name, as
// [Type.Properties] returns them.

// shared yields the properties that both lists have.
func shared(as, bs []Property) iter.Seq2[Property, Property] {
	return func(yield func(Property, Property) bool) {
		for len(as) > 0 && len(bs) > 0 {
			switch c := byName(as[0], bs[0]); {
			case c < 0:
				as = as[1:]
			case c > 0:
				bs = bs[1:]
			default:
				if !yield(as[0], bs[0]) {
					return
				}
				as, bs = as[1:], bs[1:]
			}
		}
	}
}

// lacking yields the properties of the first list whose names the second lacks.
func lacking(as, bs []Property) iter.Seq[Property] {
	return func(yield func(Property) bool) {
		for _, a := range as {
			for len(bs) > 0 && bs[0].Name < a.Name {
				bs = bs[1:]
			}
			if len(bs) > 0 && bs[0].Name == a.Name {
				continue
			}
			if !yield(a) {
				return
			}
		}
	}
}
