package house

import (
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestEmbedding: no struct of the product embeds a struct that embeds a struct, but for those in embedding.txt: a reader finds a field in one step. The list
// may only get shorter.
func TestEmbedding(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("embedding.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Fields(string(text))
	loaded, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range loaded {
		room, ours := strings.CutPrefix(p.PkgPath, module+"/")
		if !ours || strings.HasPrefix(room, "internal/") || strings.HasPrefix(room, ".ci") {
			continue
		}
		for _, name := range p.Types.Scope().Names() {
			declared, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok || !slices.ContainsFunc(embeddedIn(declared.Type()), func(inner types.Type) bool { return len(embeddedIn(inner)) > 0 }) {
				continue
			}
			if i := slices.Index(listed, room+"."+name); i >= 0 {
				listed = slices.Delete(listed, i, i+1)
				continue
			}
			t.Errorf("%s.%s embeds a struct that embeds another one: give one of them a name", room, name)
		}
	}
	for _, row := range listed {
		t.Errorf("%s no longer embeds a struct that embeds another one: remove it from embedding.txt", row)
	}
}

// embeddedIn returns the types of structs of this module that a struct embeds.
func embeddedIn(of types.Type) (all []types.Type) {
	s, ok := of.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range s.Fields() {
		t := f.Type()
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		named, ok := t.(*types.Named)
		if !f.Embedded() || !ok || named.Obj().Pkg() == nil || !strings.HasPrefix(named.Obj().Pkg().Path(), module+"/") {
			continue
		}
		if _, isStruct := t.Underlying().(*types.Struct); isStruct {
			all = append(all, t)
		}
	}
	return all
}
