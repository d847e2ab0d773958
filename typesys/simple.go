package typesys

// This file implements the conversions between types that have no parts.

// isSimple reports whether t has no parts that a conversion would look at, so
// that convertSimple knows all about it.
func (t Type) isSimple() bool {
	switch t.Kind() {
	case KindNone, KindBool, KindInt, KindNumber, KindString, KindID, KindOpaque, KindEnum:
		return true
	}
	return false
}

// convertSimple is the fit between two different simple types.
func convertSimple(dst, src Type) Fit {
	switch dst.Kind() {
	case KindBool, KindInt, KindNumber, KindString, KindID:
		return primitiveFits[dst.Kind()][src.Kind()]
	case KindEnum:
		if src.Kind() == KindEnum {
			return sameToken(dst, src)
		}
		if dst.Elem() == src {
			return FitUnsafe
		}
		return min(FitUnsafe, convertSimple(dst.Elem(), src))
	}
	return FitNone
}

// sameToken is the fit of enums, which are known by their tokens alone.
func sameToken(dst, src Type) Fit {
	if dst.Token() == src.Token() {
		return FitSafe
	}
	return FitNone
}

// primitiveFits is the fit of each primitive destination from each primitive
// source. Pairs that are absent do not convert. Note what converts through text:
// a number to a bool is possible, though rarely meant.
var primitiveFits = map[Kind]map[Kind]Fit{
	KindBool:   {KindInt: FitUnsafe, KindNumber: FitUnsafe, KindString: FitUnsafe, KindID: FitUnsafe},
	KindInt:    {KindBool: FitUnsafe, KindNumber: FitUnsafe, KindString: FitUnsafe, KindID: FitUnsafe},
	KindNumber: {KindBool: FitUnsafe, KindInt: FitSafe, KindString: FitUnsafe, KindID: FitUnsafe},
	KindString: {KindBool: FitSafe, KindInt: FitSafe, KindNumber: FitSafe, KindID: FitSafe},
	KindID:     {KindBool: FitSafe, KindInt: FitSafe, KindNumber: FitSafe, KindString: FitSafe},
}
