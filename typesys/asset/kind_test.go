package asset

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/notation"
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
		k := c.kind
		if k.IsArchive() != c.archive || k.Function() != c.function {
			t.Errorf("%s: got %v, made by %s", c.function, k, k.Function())
		}
		if want := map[bool]typesys.Type{false: typesys.Asset, true: typesys.Archive}[c.archive]; k.Type() != want {
			t.Errorf("%s: got type %v, want %v", c.function, k.Type(), want)
		}
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
		{"string", "a string cannot be a member of an archive; write `stringAsset(…)` or `fileAsset(…)`"},
		{"cty.StringVal(\"a\")", "a string cannot be a member of an archive; write `stringAsset(…)` or `fileAsset(…)`"},
		{"list(int)", "a member of an archive must be an asset or an archive, not list(int)"},
		{"union(string, none)", "a string cannot be a member of an archive; write `stringAsset(…)` or `fileAsset(…)`"},
	} {
		ty, err := notation.Parse(c.member)
		if err != nil {
			t.Fatal(err)
		}
		if got := CheckMember(ty); got != c.want {
			t.Errorf("%s: got %q, want %q", c.member, got, c.want)
		}
	}
}
