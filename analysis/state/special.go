package state

import (
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file reads objects with a signature, which stand for what JSON does not have.

// The signatures of values that JSON does not have, and the key that they have in an object.
const (
	SignatureKey = "4dabf18193072939515e22adb298388d"

	SignatureSecret     = "1b47061264138c4ac30d75fd1eb44270"
	SignatureAsset      = "c44067f5952c0a294b673a41bacd8c17"
	SignatureArchive    = "0def7320c3a5731c473e5ecbe6d01bc7"
	SignatureReference  = "5cf8f73096256a8f31e491e813e4eb8e"
	SignatureOutput     = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
	signatureByteString = "803fd3297a5875dc03ca845dda5d2a98"
	signatureFloat      = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c"
)

// IsSignature reports whether a text is the signature of a value.
func IsSignature(text string) bool {
	switch text {
	case SignatureSecret, SignatureAsset, SignatureArchive, SignatureReference, SignatureOutput, signatureByteString, signatureFloat:
		return true
	}
	return false
}

// specialKeys are the keys of members that count in such an object. They are kept of an object beyond
// the limit, because it may be small: an archive of many files is a hash.
var specialKeys = map[string]bool{
	SignatureKey: true, "ciphertext": true, "plaintext": true, "hash": true, "urn": true, "id": true, "value": true,
}

// special is what an object with a signature stands for.
func (r *reader) special(all map[string]cty.Value, depth, at int) (cty.Value, error) {
	signature, _ := textOf(all[SignatureKey])
	switch signature {
	case SignatureSecret:
		return r.secretOf(all, depth, at)
	case SignatureAsset:
		return fileOf(value.AssetType, all), nil
	case SignatureArchive:
		return fileOf(value.ArchiveType, all), nil
	case SignatureReference:
		return r.referenceOf(all, at)
	case SignatureOutput: // no state has one, and it may be secret
		r.secret = true
		return value.Unknown().Mark(value.Secret).Mark(value.Hidden), nil
	case signatureByteString: // no text of a program is equal to one
		return value.UnknownText(), nil
	case signatureFloat:
		return r.floatOf(all, at)
	}
	return cty.NilVal, r.fail(at, "this value has a signature that this version of pcl-lsp does not know")
}

// secretOf is unknown if the secret is encrypted.
func (r *reader) secretOf(all map[string]cty.Value, depth, at int) (cty.Value, error) {
	r.secret = true
	ciphertext, encrypted := textOf(all["ciphertext"])
	plaintext, shown := textOf(all["plaintext"])
	if encrypted == shown {
		return cty.NilVal, r.fail(at, "a secret must have one of `ciphertext` and `plaintext`")
	}
	if encrypted && r.encrypted == nil {
		r.encrypted = r.fail(at, "this secret is encrypted, but nothing in the state says how, so a run refuses it; export the stack again")
	}
	if encrypted {
		plaintext, shown = r.key.Decrypt(ciphertext)
	}
	v := value.Unknown()
	if shown {
		inner := *r
		inner.decoder = jsontext.NewDecoder(strings.NewReader(plaintext), jsontext.AllowInvalidUTF8(true))
		inner.base, inner.plaintext = at, true
		var err error
		if v, err = inner.value(depth); err != nil {
			return cty.NilVal, err
		}
		if _, err := inner.decoder.ReadToken(); !errors.Is(err, io.EOF) {
			return cty.NilVal, inner.broken(err)
		}
		r.nodes = inner.nodes
	}
	return v.Mark(value.Secret).Mark(value.Hidden), nil
}

// fileOf is unknown if the hash was not stored.
func fileOf(t cty.Type, all map[string]cty.Value) cty.Value {
	if hash, _ := textOf(all["hash"]); hash != "" {
		return value.File(t, hash)
	}
	return cty.UnknownVal(t)
}

// referenceOf is an object with the URN of a resource, and its id unless it is a component. An
// empty id was not known.
func (r *reader) referenceOf(all map[string]cty.Value, at int) (cty.Value, error) {
	name, ok := textOf(all["urn"])
	if !ok {
		return cty.NilVal, r.fail(at, "a reference to a resource must have a `urn`")
	}
	members := map[string]cty.Value{"urn": cty.StringVal(name)}
	id := all["id"]
	if id != cty.NilVal && id.Type().IsObjectType() && id.Type().HasAttribute("V") {
		id = id.GetAttr("V") // as some versions of the engine wrote it
	}
	if id == cty.NilVal || id.IsNull() {
		return cty.ObjectVal(members), nil
	}
	members["id"] = cty.UnknownVal(cty.String)
	if text, _ := textOf(id); text != "" {
		members["id"] = cty.StringVal(text)
	}
	return cty.ObjectVal(members), nil
}

// floatOf is a number that JSON does not have.
func (r *reader) floatOf(all map[string]cty.Value, at int) (cty.Value, error) {
	text, _ := textOf(all["value"])
	bits, err := strconv.ParseUint(text, 16, 64)
	if err != nil {
		return cty.NilVal, r.fail(at, "this number cannot be read")
	}
	f := math.Float64frombits(bits)
	if math.IsNaN(f) {
		return cty.UnknownVal(cty.Number), nil
	}
	return value.Double(f)
}

// textOf is a string that is there and known, whatever its marks.
func textOf(v cty.Value) (string, bool) {
	if v == cty.NilVal {
		return "", false
	}
	v, _ = v.Unmark()
	if v.Type() != cty.String || v.IsNull() || !v.IsKnown() {
		return "", false
	}
	return v.AsString(), true
}
