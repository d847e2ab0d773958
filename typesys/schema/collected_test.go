package schema_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// A package that nobody holds is collected with its types, also after its types
// were shaped and used in others: a schema that is replaced must not stay.
func TestPackagesAreCollected(t *testing.T) {
	collected := make(chan struct{})
	func() {
		text := `{"name":"p","resources":{"p:m:R":{"inputProperties":{"o":{"$ref":"#/types/p:m:O"}}}},
			"types":{"p:m:O":{"type":"object","properties":{"again":{"$ref":"#/types/p:m:O"}}}}}`
		p, err := schema.Open(strings.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		runtime.AddCleanup(p, func(done chan struct{}) { close(done) }, collected)
		r := p.Resource("p:m:R")
		for _, use := range []typesys.Type{
			r.Type(), typesys.PlainShape(r.Type()), typesys.InputShape(r.Input("o").Type), typesys.List(typesys.Optional(r.Input("o").Plain)),
		} {
			_ = use.Structural()
		}
	}()
	for range 20 {
		runtime.GC()
		select {
		case <-collected:
			return
		default:
			runtime.Gosched()
		}
	}
	t.Error("the package is still held after 20 collections")
}
