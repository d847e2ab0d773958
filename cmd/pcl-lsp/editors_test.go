package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"
)

// TestEditorFilesParse reads every file of editors/ that an editor reads as data: a slip in
// one of them would show only in that editor.
func TestEditorFilesParse(t *testing.T) {
	parsed := map[string]int{}
	root := filepath.Join("..", "..", "editors")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); name == "node_modules" || name == "dist" || name == "dist-test" {
				return fs.SkipDir
			}
			return nil
		}
		parse := editorFormats[filepath.Ext(path)]
		if parse == nil {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := parse(data); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		parsed[filepath.Ext(path)]++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for extension := range editorFormats {
		if parsed[extension] == 0 {
			t.Errorf("no file %s was read", extension)
		}
	}
}

var editorFormats = map[string]func([]byte) error{
	".json":             func(data []byte) error { return json.Unmarshal(data, new(any)) },
	".sublime-settings": func(data []byte) error { return json.Unmarshal(data, new(any)) },
	".sublime-syntax":   sublimeSyntax,
	".toml":             func(data []byte) error { return toml.Unmarshal(data, new(any)) },
	".xml":              wellFormed,
}

// sublimeSyntax leaves the first line out: Sublime Text demands it, and the library knows
// of the version before only.
func sublimeSyntax(data []byte) error {
	rest, ok := strings.CutPrefix(string(data), "%YAML 1.2\n")
	if !ok {
		return errors.New("the first line is not %YAML 1.2")
	}
	return yaml.Unmarshal([]byte(rest), new(any))
}

func wellFormed(data []byte) error {
	decoder := xml.NewDecoder(strings.NewReader(string(data)))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
