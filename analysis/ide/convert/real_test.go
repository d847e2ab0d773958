package convert_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file converts to the tokens of real packages, if there are any beside the repository.

// realSchemas opens schemas from the directory beside the repository.
func realSchemas(t *testing.T, names ...string) analysistest.Schemas {
	t.Helper()
	all := analysistest.Schemas{}
	for _, name := range names {
		file, err := os.Open(filepath.Join(analysistest.Repository(t), "..", "shared", "schemas", name+".json.gz"))
		if err != nil {
			t.Skip("there are no real schemas")
		}
		defer file.Close()
		unpacked, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(unpacked)
		if err != nil {
			t.Fatal(err)
		}
		p, err := schema.Open(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		all[p.Name()] = append(all[p.Name()], p)
	}
	return all
}

func TestRealSchemas(t *testing.T) {
	t.Parallel()
	world := analysis.World{Schemas: realSchemas(t, "aws-5.14.0", "random-4.21.1", "std-2.3.2", "kubernetes-3.19.4", "gcp-2.11.0", "digitalocean-4.76.0", "cloudflare-5.49.1",
		"github-6.15.0", "tls-5.5.1", "azuread-6.10.0", "datadog-4.57.0", "docker-5.1.0")}
	analysistest.EachArchive(t, "testdata/convert/real", func(t *testing.T, file string) {
		f := analysistest.Load(t, file)
		f.Program = analysis.NewProgram(analysistest.Root, nil, world, nil)
		checkFixture(t, f)
	})
}
