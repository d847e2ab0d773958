package asset

import "github.com/zclconf/go-cty/cty"

// This file implements the tags by which special values are told from objects in
// state and in the traffic with providers. (Section 7.5.)

// SignatureKey is the key that makes an object a tagged value.
const SignatureKey = "4dabf18193072939515e22adb298388d"

// UnknownText stands in place of a value that is not known.
const UnknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"

// Tag is what a tagged value is.
type Tag uint8

// The tags.
const (
	NoTag Tag = iota
	TagAsset
	TagArchive
	TagSecret
	TagOutput
	TagReference
	TagBytes
	TagUnknown // not an object, but a text of its own
)

var tagNames = [...]string{
	NoTag: "none", TagAsset: "asset", TagArchive: "archive", TagSecret: "secret", TagOutput: "output",
	TagReference: "resource reference", TagBytes: "byte string", TagUnknown: "unknown",
}

// String is what a value with the tag is called.
func (t Tag) String() string { return tagNames[t] }

var signatures = map[string]Tag{
	"c44067f5952c0a294b673a41bacd8c17": TagAsset,
	"0def7320c3a5731c473e5ecbe6d01bc7": TagArchive,
	"1b47061264138c4ac30d75fd1eb44270": TagSecret,
	"d0e6a833031e9bbcd3f4e8bde6ca49a4": TagOutput,
	"5cf8f73096256a8f31e491e813e4eb8e": TagReference,
	"803fd3297a5875dc03ca845dda5d2a98": TagBytes,
}

// TagOf says what a value is that may be tagged.
func TagOf(v cty.Value) Tag {
	if v == cty.NilVal {
		return NoTag
	}
	v, _ = v.Unmark()
	if !v.IsKnown() || v.IsNull() {
		return NoTag
	}
	switch {
	case v.Type() == cty.String && v.AsString() == UnknownText:
		return TagUnknown
	case v.Type().IsObjectType() && v.Type().HasAttribute(SignatureKey):
		return tagOf(v.GetAttr(SignatureKey))
	case v.Type().IsMapType() && v.Type().ElementType() == cty.String:
		if m := v.AsValueMap(); m[SignatureKey] != cty.NilVal {
			return tagOf(m[SignatureKey])
		}
	}
	return NoTag
}

func tagOf(signature cty.Value) Tag {
	signature, _ = signature.Unmark()
	if signature.Type() != cty.String || !signature.IsKnown() || signature.IsNull() {
		return NoTag
	}
	return signatures[signature.AsString()]
}
