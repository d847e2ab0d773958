package urn

import (
	"testing"

	"github.com/zclconf/go-cty/cty"
)

func TestWellKnown(t *testing.T) {
	t.Parallel()
	root := RootStack("proj", "dev")
	for _, c := range []struct{ got, want string }{
		{root.String(), "urn:pulumi:dev::proj::pulumi:pulumi:Stack::proj-dev"},
		{ProviderType("aws"), "pulumi:providers:aws"},
		{ComponentType("vpc-network"), "components:index:VpcNetwork"},
		{ComponentType("a.b c_d"), "components:index:ABCD"},
		{ComponentType("éclair"), "components:index:Éclair"},
		{ChildType("components:index:Net", "a:b:C"), "components:index:Net$a:b:C"},
		{ChildName("net", "subnet"), "net-subnet"},
		{RangedName("zone", "a"), "zone-a"},
		{CountedName("zone", 3), "zone-3"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	if !root.IsRootStack() {
		t.Errorf("%s is no root stack", root)
	}
	for typ, want := range map[string]bool{"pulumi:providers:aws": true, "pulumi:providers:": false, "aws:s3:Bucket": false} {
		if _, got := ProviderPackage(typ); got != want {
			t.Errorf("%s is a provider: got %v, want %v", typ, got, want)
		}
	}
}

func TestProviderReference(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, name, id, pkg string
	}{
		{"urn:pulumi:dev::p::pulumi:providers:aws::default::id-1", "default", "id-1", "aws"},
		{"urn:pulumi:dev::p::pulumi:providers:aws::a::b::id", "a::b", "id", "aws"},
		{"urn:pulumi:dev::p::x:y:Z$pulumi:providers:aws::n::", "n", "", "aws"},
	} {
		r, err := ParseProviderReference(c.text)
		if err != nil || r.URN.Name() != c.name || r.ID != c.id || r.Package() != c.pkg || r.String() != c.text {
			t.Errorf("%s: got %v of package %q, %v", c.text, r, r.Package(), err)
		}
	}
	for text, want := range map[string]ErrorKind{
		"": Missing, "abc": NoPrefix, "a::b": NoPrefix,
		"urn:pulumi:dev::p::pulumi:providers:aws::default": NoID,
		"urn:pulumi:dev::p::aws:s3:Bucket::b::id":          NotProvider,
		"urn:pulumi:dev::p::pulumi:providers:::b::id":      NoPackage,
		"urn:pulumi:dev::p":                                TooFewParts,
	} {
		if r, err := ParseProviderReference(text); err == nil || err.Kind != want {
			t.Errorf("%q: got %v, %v, want kind %d", text, r, err, want)
		}
	}
}

func TestResourceReference(t *testing.T) {
	t.Parallel()
	wire := func(id cty.Value) cty.Value {
		fields := map[string]cty.Value{
			signatureKey: cty.StringVal(referenceSignature), "urn": cty.StringVal("U"), "packageVersion": cty.StringVal("1.2.3"),
		}
		if id != cty.NilVal {
			fields["id"] = id
		}
		return cty.ObjectVal(fields)
	}
	for _, c := range []struct {
		name  string
		in    cty.Value
		want  Reference
		plain cty.Value
	}{
		{"a component", wire(cty.NilVal), Reference{URN: "U", Version: "1.2.3"}, cty.StringVal("U")},
		{"not created", wire(cty.StringVal("")), Reference{URN: "U", State: IDUnknown, Version: "1.2.3"}, cty.UnknownVal(cty.String)},
		{"created", wire(cty.StringVal("i")), Reference{"U", IDKnown, "i", "1.2.3"}, cty.StringVal("i")},
		{"secret", wire(cty.StringVal("i").Mark("secret")), Reference{"U", IDKnown, "i", "1.2.3"}, cty.StringVal("i")},
	} {
		got, ok := FromWire(c.in)
		if !ok || got != c.want || !got.Plain().RawEquals(c.plain) {
			t.Errorf("%s: got %+v, %v, %#v, want %+v", c.name, got, ok, got.Plain(), c.want)
		}
	}
	expanded := cty.ObjectVal(map[string]cty.Value{
		"urn": cty.StringVal("U"), "id": cty.StringVal("i"), "__name": cty.StringVal("n"), "__type": cty.StringVal("t"), "size": cty.Zero,
	})
	got, ok := FromResource(expanded)
	if other, _ := FromWire(wire(cty.StringVal("i"))); !ok || !got.Equal(other) {
		t.Errorf("expanded: got %+v, %v, which is to equal %+v", got, ok, other)
	}
	for _, v := range []cty.Value{cty.NilVal, cty.True, cty.NullVal(cty.EmptyObject), cty.EmptyObjectVal, cty.DynamicVal} {
		if r, ok := FromWire(v); ok {
			t.Errorf("%#v: got %+v", v, r)
		}
		if r, ok := FromResource(v); ok {
			t.Errorf("%#v: got %+v", v, r)
		}
	}
}
