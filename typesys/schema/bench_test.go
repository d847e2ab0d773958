package schema_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file measures what opening costs with the two largest schemas at hand.
// Here one processor makes the index; compare it with decode of the same run, and
// with what all of them need (BenchmarkIndex of workspace/schemas).

// largeSchemas are schemas and a resource in each.
var largeSchemas = []struct{ name, file, token string }{
	{"aws", "aws-5.14.0.json.gz", "aws:s3/bucket:Bucket"},
	{"azure-native", "azure-native-1.77.0-alpha.1663190557.json.gz", "azure-native:storage:StorageAccount"},
}

// unpacked is a large schema as a file.
func unpacked(b *testing.B, name string) *os.File {
	b.Helper()
	text := readSchema(b, filepath.Join(corpusDir(b), name))
	path := filepath.Join(b.TempDir(), "schema.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		b.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	return f
}

func sizeOf(b *testing.B, f *os.File) int64 {
	b.Helper()
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	return info.Size()
}

func BenchmarkIndex(b *testing.B) {
	for _, l := range largeSchemas {
		f := unpacked(b, l.file)
		size := sizeOf(b, f)
		b.Run(l.name+"/index", func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				index, err := schema.Index(f, size, "")
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(index)), "index-bytes")
			}
		})
		decode(b, l.name+"/decode", f, func(text []byte) error {
			var all packageSpec
			return json.Unmarshal(text, &all)
		})
		decode(b, l.name+"/decode-untyped", f, func(text []byte) error {
			var all any
			return json.Unmarshal(text, &all)
		})
	}
}

func decode(b *testing.B, name string, f *os.File, unmarshal func([]byte) error) {
	b.Run(name, func(b *testing.B) {
		b.SetBytes(sizeOf(b, f))
		b.ReportAllocs()
		for b.Loop() {
			text, err := os.ReadFile(f.Name())
			if err == nil {
				err = unmarshal(text)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

// Opening by a stored index and asking for the type of one resource.
func BenchmarkSecondStart(b *testing.B) {
	for _, l := range largeSchemas {
		f := unpacked(b, l.file)
		size := sizeOf(b, f)
		index, err := schema.Index(f, size, "key")
		if err != nil {
			b.Fatal(err)
		}
		path := filepath.Join(b.TempDir(), "index")
		if err := os.WriteFile(path, index, 0o600); err != nil {
			b.Fatal(err)
		}
		b.Run(l.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				stored, err := os.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				p, err := schema.Config{}.OpenIndexed(f, size, stored, "key")
				if err != nil {
					b.Fatal(err)
				}
				if r := p.Resource(l.token); r == nil || r.Unreadable || !r.Type().IsValid() {
					b.Fatalf("got %+v", r)
				}
				stored.Close()
			}
		})
	}
}

func BenchmarkListResources(b *testing.B) {
	for _, l := range largeSchemas {
		text := readSchema(b, filepath.Join(corpusDir(b), l.file))
		index, err := schema.Index(bytes.NewReader(text), int64(len(text)), "")
		if err != nil {
			b.Fatal(err)
		}
		b.Run(l.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := schema.Config{}.OpenIndexed(bytes.NewReader(text), int64(len(text)), bytes.NewReader(index), "")
				if err != nil || len(p.ListResources()) < 1000 {
					b.Fatal(err)
				}
			}
		})
	}
}

// Searching the text for the unions that a type is in.
func BenchmarkUnionsOf(b *testing.B) {
	for name, m := range map[string]struct{ file, token string }{
		"aws":          {largeSchemas[0].file, "aws:s3/BucketLogging:BucketLogging"},
		"azure-native": {largeSchemas[1].file, "azure-native:datafactory:AzureBlobStorageLinkedService"},
	} {
		f := unpacked(b, m.file)
		size := sizeOf(b, f)
		p, err := schema.Open(f, size)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (schema.Member{Package: p, Kind: schema.TypeMember, Token: m.token}).UnionsOf(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
