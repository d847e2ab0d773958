package typesys

// This file implements conversions between types without parts.

// isSimple reports whether t has no parts that matter to a conversion, so that convertSimple
// applies.
func (t Type) isSimple() bool {
	switch t.Kind() {
	case KindNone, KindBool, KindInt, KindNumber, KindString, KindID, KindOpaque, KindEnum:
		return true
	}
	return false
}

// convertSimple returns the fit between two different simple types.
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

// sameToken returns the fit of enums, which are compared only by token.
func sameToken(dst, src Type) Fit {
	if dst.Token() == src.Token() {
		return FitSafe
	}
	return FitNone
}

// primitiveFits holds the fit of each pair of primitive destination and source. Missing pairs do
// not convert. Some pairs convert through strings: a number can become a bool, although that is
// rarely meant.
var primitiveFits = map[Kind]map[Kind]Fit{
	KindBool:   {KindInt: FitUnsafe, KindNumber: FitUnsafe, KindString: FitUnsafe, KindID: FitUnsafe},
	KindInt:    {KindBool: FitUnsafe, KindNumber: FitUnsafe, KindString: FitUnsafe, KindID: FitUnsafe},
	KindNumber: {KindBool: FitUnsafe, KindInt: FitSafe, KindString: FitUnsafe, KindID: FitUnsafe},
	KindString: {KindBool: FitSafe, KindInt: FitSafe, KindNumber: FitSafe, KindID: FitSafe},
	KindID:     {KindBool: FitSafe, KindInt: FitSafe, KindNumber: FitSafe, KindString: FitSafe},
}
