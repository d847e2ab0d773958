package schemas

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// This file measures what the first start with a large schema costs. Compare
// index with decode of the same run: the goal is 10 times faster for aws and 20
// times for azure-native. With GOMAXPROCS it shows what scanning in parts is worth.

func BenchmarkIndex(b *testing.B) {
	for _, l := range []struct{ name, file string }{
		{"aws", "aws-5.14.0.json.gz"},
		{"azure-native", "azure-native-1.77.0-alpha.1663190557.json.gz"},
	} {
		packed := "../../../shared/schemas/" + l.file
		if _, err := os.Stat(packed); err != nil {
			b.Skip("../shared/schemas is not there")
		}
		text := unpackedFile(b, packed)
		b.Run(l.name+"/index", func(b *testing.B) {
			b.SetBytes(text.Size())
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (indexes{}).indexOf(text, ""); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(l.name+"/decode", func(b *testing.B) {
			b.SetBytes(text.Size())
			b.ReportAllocs()
			for b.Loop() {
				var all any
				bytes, err := os.ReadFile(text.path)
				if err == nil {
					err = json.Unmarshal(bytes, &all)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// unpackedFile is a compressed schema as a file of its own.
func unpackedFile(b *testing.B, packed string) fileText {
	b.Helper()
	info, err := os.Stat(packed)
	if err != nil {
		b.Fatal(err)
	}
	text, err := fileText{packed, stampOf(info)}.decompressed(MaxDecompressed)
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "schema.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		b.Fatal(err)
	}
	if info, err = os.Stat(path); err != nil {
		b.Fatal(err)
	}
	return fileText{path, stampOf(info)}
}
