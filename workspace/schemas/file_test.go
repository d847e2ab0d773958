package schemas

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDecompressLimit(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(bytes.Repeat([]byte(" "), 5000)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.json.gz")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	packed := fileText{path, stampOf(info)}
	if text, err := packed.decompressed(5000); err != nil || len(text) != 5000 {
		t.Errorf("limit 5000: got %d bytes, %v", len(text), err)
	}
	if _, err := packed.decompressed(4999); err == nil || !strings.Contains(err.Error(), "more than 4999 bytes") {
		t.Errorf("limit 4999: got %v", err)
	}
}

func TestSplitVersion(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ base, name, version string }{
		{"aws-5.14.0", "aws", "5.14.0"},
		{"aws-native-0.7.1", "aws-native", "0.7.1"},
		{"azure-native-1.77.0-alpha.166+f6.dirty", "azure-native", "1.77.0-alpha.166+f6.dirty"},
		{"aws-v1.0.0", "aws", "1.0.0"},
		{"random", "random", ""},
		{"a-b", "a-b", ""},
		{"", "", ""},
	} {
		name, version := splitVersion(test.base)
		if name != test.name || version != test.version {
			t.Errorf("%s: got %s, %s, want %s, %s", test.base, name, version, test.name, test.version)
		}
	}
}
