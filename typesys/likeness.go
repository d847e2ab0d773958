package typesys

// This file compares the structure of types, to choose the union member that a value most
// likely belongs to.

// Likeliest returns the one of several types that a value of type src most likely belongs to,
// judged by its structure, or the zero Type if it resembles none.
func Likeliest(dsts []Type, src Type) Type {
	var closest Type
	most := 0
	for _, dst := range dsts {
		if n := likeness(dst, src); n > most {
			closest, most = dst, n
		}
	}
	return closest
}

// likeness returns how much structure two types share, or 0 for none.
func likeness(dst, src Type) int { return likenessWithin(dst, src, 4) }

func likenessWithin(dst, src Type, depth int) int {
	dst, src = Strip(dst), Strip(src)
	switch {
	case depth == 0:
		return 0
	case isSequence(dst) && isSequence(src):
		return 1 + likenessOfElements(dst, src, depth-1)
	case dst.Kind() == KindMap && (src.Kind() == KindMap || src.Kind() == KindObject):
		return 1
	case dst.Kind() == KindObject && src.Kind() == KindMap:
		return 1
	case dst.Kind() == KindObject && src.Kind() == KindObject:
		return 1 + likenessOfNames(dst.Properties(), src.Properties())
	}
	return 0
}

func isSequence(t Type) bool { return isUniform(t) || t.Kind() == KindTuple }

func likenessOfElements(dst, src Type, depth int) int {
	best := 0
	for _, d := range parts(dst) {
		for _, s := range parts(src) {
			best = max(best, likenessWithin(d, s, depth))
		}
	}
	return best
}

// likenessOfNames returns two points for each common name, less one for each required name
// that is missing.
func likenessOfNames(dsts, srcs []Property) int {
	n := 0
	for range shared(dsts, srcs) {
		n += 2
	}
	for d := range lacking(dsts, srcs) {
		if Convert(d.Type, None) == FitNone {
			n--
		}
	}
	return max(n, 0)
}
