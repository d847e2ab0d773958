// This file tests the announcements of clients that people use. testdata/clients has a file for each client and version, recorded by the tests in real
// editors.

package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// TestClients: with the capabilities of every known client, all messages are valid, and the server sends nothing that the client has not announced.
func TestClients(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	files, err := filepath.Glob("testdata/clients/*.json")
	if err != nil || len(files) < 7 {
		t.Fatalf("%d clients are too few (%v)", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var announced map[string]any
			if err := json.Unmarshal(text, &announced); err != nil {
				t.Fatal(err)
			}
			seen := walk(t, testsize.WalkWithOnly, announced)
			used, absent := 0, 0
			for _, row := range capabilityRows {
				switch {
				case announces(announced, row.path):
					used++
				case row.sign(seen):
					t.Errorf("%s is used, which the client does not have", row.path)
				default:
					absent++
				}
			}
			t.Logf("it has %d of what the server makes use of, and lacks %d", used, absent)
			if used == 0 {
				t.Error("it has nothing of what the server makes use of: are these capabilities?")
			}
		})
	}
}

// announces reports whether a path of capabilities has a value.
func announces(capabilities map[string]any, path string) bool {
	head, rest, inside := strings.Cut(path, ".")
	value, there := capabilities[head]
	if !there || !inside {
		return there
	}
	deeper, _ := value.(map[string]any)
	return announces(deeper, rest)
}
