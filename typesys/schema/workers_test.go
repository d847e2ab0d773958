package schema_test

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// However many work on the index of a real schema, every byte of it is the same.
func TestWorkers(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob(filepath.Join(corpusDir(t), "*.json.gz"))
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			if info, err := os.Stat(file); err != nil || info.Size() > int64(testsize.SchemaBytes) {
				t.Skipf("too large for this test size: %v", err)
			}
			text := readSchema(t, file)
			size := int64(len(text))
			want, err := schema.Index(bytes.NewReader(text), size, "key")
			if err != nil {
				t.Fatal(err)
			}
			for _, workers := range []int{1, 2, 5} {
				got, err := schema.Indexer{Workers: workers, Each: atOnce}.Index(bytes.NewReader(text), size, "key")
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("%d workers: another index, %v", workers, err)
				}
			}
		})
	}
}

func atOnce(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}
