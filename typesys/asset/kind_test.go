package asset

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

func TestKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		function string
		kind     Kind
		archive  bool
	}{
		{"stringAsset", StringAsset, false}, {"fileAsset", FileAsset, false}, {"remoteAsset", RemoteAsset, false},
		{"fileArchive", FileArchive, true}, {"remoteArchive", RemoteArchive, true}, {"assetArchive", AssetArchive, true},
	} {
		k, ok := OfFunction(c.function)
		if !ok || k != c.kind || k.IsArchive() != c.archive || k.Function() != c.function {
			t.Errorf("%s: got %v, %v", c.function, k, ok)
		}
		if want := map[bool]typesys.Type{false: typesys.Asset, true: typesys.Archive}[c.archive]; k.Type() != want {
			t.Errorf("%s: got type %v, want %v", c.function, k.Type(), want)
		}
	}
	if k, ok := OfFunction("readFile"); ok {
		t.Errorf("readFile makes %v", k)
	}
}

func TestAccepts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dst, src typesys.Type
		want     bool
	}{
		{typesys.Asset, typesys.Asset, true}, {typesys.Asset, typesys.Archive, true},
		{typesys.Archive, typesys.Archive, true}, {typesys.Archive, typesys.Asset, false},
		{typesys.Asset, typesys.String, false}, {typesys.Archive, typesys.String, false}, {typesys.String, typesys.Asset, false},
	} {
		if got := Accepts(c.dst, c.src); got != c.want {
			t.Errorf("%v takes %v: got %v, want %v", c.dst, c.src, got, c.want)
		}
	}
}

func TestCheckMember(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ member, want string }{
		{"Asset", ""}, {"Archive", ""}, {"output(Archive)", ""}, {"dynamic", ""}, {"union(Asset, string)", ""},
		{"string", "a text is no member of an archive; write `stringAsset(…)` or `fileAsset(…)`"},
		{"cty.StringVal(\"a\")", "a text is no member of an archive; write `stringAsset(…)` or `fileAsset(…)`"},
		{"list(int)", "a member of an archive is an asset or an archive, not list(int)"},
		{"union(string, none)", "a text is no member of an archive; write `stringAsset(…)` or `fileAsset(…)`"},
	} {
		ty, err := typesys.ParseStructural(c.member)
		if err != nil {
			t.Fatal(err)
		}
		if got := CheckMember(ty); got != c.want {
			t.Errorf("%s: got %q, want %q", c.member, got, c.want)
		}
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{Hash([]byte("hello")), "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"},
		{Hash(nil), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{HashEmptyArchive(), "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"},
		{Hash([]byte("hello\n"))[:8], "5891b5b5"}, // what one of the documents gives for `hello`
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

func TestTagOf(t *testing.T) {
	t.Parallel()
	for signature, want := range signatures {
		v := cty.ObjectVal(map[string]cty.Value{SignatureKey: cty.StringVal(signature), "n": cty.Zero})
		if got := TagOf(v); got != want {
			t.Errorf("%s: got %s, want %s", signature, got, want)
		}
	}
	tagged := cty.StringVal("c44067f5952c0a294b673a41bacd8c17")
	for _, c := range []struct {
		in   cty.Value
		want Tag
	}{
		{cty.StringVal(UnknownText), TagUnknown},
		{cty.MapVal(map[string]cty.Value{SignatureKey: tagged}), TagAsset},
		{cty.ObjectVal(map[string]cty.Value{SignatureKey: tagged}).Mark(1), TagAsset},
		{cty.MapVal(map[string]cty.Value{"a": tagged}), NoTag},
		{cty.ObjectVal(map[string]cty.Value{SignatureKey: cty.Zero}), NoTag},
		{cty.StringVal("x"), NoTag}, {cty.NilVal, NoTag}, {cty.DynamicVal, NoTag}, {cty.NullVal(cty.String), NoTag},
	} {
		if got := TagOf(c.in); got != c.want {
			t.Errorf("%#v: got %s, want %s", c.in, got, c.want)
		}
	}
}
