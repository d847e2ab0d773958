package language

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file computes the values of the functions about text. Arguments may be marked
// or unknown. (docs/language/functions.md#text)

// observed applies a function that looks into all its arguments. The result is unknown
// if anything in them is, and carries all their marks.
func observed(args []cty.Value, apply func(args []cty.Value) (cty.Value, error)) (cty.Value, error) {
	marks := value.AllMarks(args)
	plain := make([]cty.Value, len(args))
	known := true
	for i, a := range args {
		plain[i], _ = a.UnmarkDeep()
		known = known && plain[i].IsWhollyKnown()
	}
	if !known {
		return value.Unknown(marks), nil
	}
	v, err := apply(plain)
	return value.Marked(v, marks, err)
}

// ofText makes a function of strings the value of a builtin with one parameter.
func ofText(apply func(string) (string, error)) func(*value.Budget, []cty.Value) (cty.Value, error) {
	return func(b *value.Budget, args []cty.Value) (cty.Value, error) {
		return observed(args, func(args []cty.Value) (cty.Value, error) {
			text, err := value.Written(args[0])
			if err != nil {
				return cty.NilVal, err
			}
			if text, err = apply(text); err != nil {
				return cty.NilVal, err
			}
			return b.Text(text)
		})
	}
}

func fromBase64(s string) (string, error) {
	decoded, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		if _, err := base64.RawStdEncoding.DecodeString(s); err == nil {
			return "", value.Fail("the padding is missing: add `=` until the length is a multiple of four")
		}
		return "", value.Fail("this is not standard base64")
	}
	if !utf8.Valid(decoded) {
		return "", value.ErrUnsure // a run goes on with the bytes until some provider needs a text
	}
	return string(decoded), nil
}

func joinTexts(b *value.Budget, args []cty.Value) (cty.Value, error) {
	return observed(args, func(args []cty.Value) (cty.Value, error) {
		separator, err := value.Written(args[0])
		if err != nil {
			return cty.NilVal, err
		}
		if args[1].IsNull() || !value.IsList(args[1]) {
			return cty.NilVal, value.Fail("the strings must be in a list")
		}
		var all []string
		size := 0
		for _, v := range value.Elements(args[1]) {
			text, err := value.Written(v)
			if err != nil {
				return cty.NilVal, err
			}
			all = append(all, text)
			if size += len(text) + len(separator); size > value.MaxText+len(separator) {
				return cty.NilVal, value.ErrTooLarge
			}
		}
		return b.Text(strings.Join(all, separator))
	})
}

func splitText(b *value.Budget, args []cty.Value) (cty.Value, error) {
	return observed(args, func(args []cty.Value) (cty.Value, error) {
		separator, err := value.Written(args[0])
		if err != nil {
			return cty.NilVal, err
		}
		text, err := value.Written(args[1])
		if err != nil {
			return cty.NilVal, err
		}
		if strings.Count(text, separator) > value.MaxNodes {
			return cty.NilVal, value.ErrTooLarge
		}
		all := lists.Map(strings.Split(text, separator), cty.StringVal)
		return b.Made(cty.TupleVal(all))
	})
}
