package schemadiff_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// notes are the migration notes between two versions, item by item.
type notes struct {
	From, To string
	Items    []struct {
		Says   string
		Why    string // why no schema shows it
		Expect []struct{ Kind, Token, Property, Value string }
	}
}

// What published migration notes say is reported, as far as the schemas show it.
func TestMigrationNotes(t *testing.T) {
	files, err := filepath.Glob("../../testdata/upgrade/notes/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no notes", err)
	}
	items, shown, reported := 0, 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var n notes
		if err := json.Unmarshal(text, &n); err != nil {
			t.Fatal(file, err)
		}
		name, _, _ := strings.Cut(filepath.Base(file), "-")
		before, after := realSchema(t, name+"-"+n.From), realSchema(t, name+"-"+n.To)
		found := map[key]bool{}
		for _, c := range compare(t, before, after) {
			found[key{string(c.Kind), "", c.Token, c.Property}] = true
			found[key{string(c.Kind), c.After, c.Token, c.Property}] = true // the section stands for a new name or value
			found[key{string(c.Kind), c.Before, c.Token, c.Property}] = true
		}
		own, ownShown, ownReported := 0, 0, 0
		for _, item := range n.Items {
			own++
			if item.Why != "" {
				continue
			}
			ownShown++
			all := len(item.Expect) > 0
			for _, e := range item.Expect {
				if !found[key{e.Kind, e.Value, e.Token, e.Property}] {
					all = false
					t.Logf("%s: %s: not reported: %v", filepath.Base(file), item.Says, e)
				}
			}
			if all {
				ownReported++
			}
		}
		t.Logf("%s: %d items, %d of them shown by the schemas, %d reported", filepath.Base(file), own, ownShown, ownReported)
		items, shown, reported = items+own, shown+ownShown, reported+ownReported
	}
	t.Logf("%d items, %d of them shown by the schemas, %d reported", items, shown, reported)
	if reported*20 < shown*19 {
		t.Error("of what the schemas show, nineteen of twenty items have to be reported")
	}
}

// realSchema is a published schema; without those the test is skipped.
func realSchema(t *testing.T, name string) *schema.Package {
	t.Helper()
	for _, dir := range []string{"schemas", "upgrade"} {
		file := filepath.Join("../../../shared", dir, name+".json.gz")
		if _, err := os.Stat(file); err == nil {
			return open(t, readSchema(t, file))
		}
	}
	t.Skipf("the schema of %s is not there", name)
	return nil
}
