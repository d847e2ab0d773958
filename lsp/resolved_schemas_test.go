// This file tests the request for the schemas that programs are checked with.

package lsp

import "testing"

// TestResolvedSchemas: the answer lists present and missing schemas of the current programs, and nothing else.
func TestResolvedSchemas(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initialize("utf-16")
	var before, after resolvedSchemas
	c.result(methodResolvedSchemas, nil, &before)
	if before.Packages == nil || len(before.Packages) != 0 {
		t.Errorf("before any document: %+v", before)
	}
	c.open(mainURI, 1, "resource a \"cloudy:storage/bucket:Bucket\" {\n}\n\nresource b \"nowhere:index:Thing\" {\n}\n")
	c.result(methodResolvedSchemas, nil, &after)
	byName := map[string]resolvedSchema{}
	for _, one := range after.Packages {
		byName[one.Name] = one
	}
	cloudy, nowhere := byName["cloudy"], byName["nowhere"]
	if after.Loading || cloudy.State != "ready" || cloudy.Version == "" || cloudy.Reason != "" {
		t.Errorf("got %+v, want the schema of cloudy", after)
	}
	if nowhere.State != "missing" || nowhere.Reason == "" || nowhere.URI != "" {
		t.Errorf("got %+v, want no schema of nowhere", nowhere)
	}
	c.change(mainURI, 2, object{"text": "output b {\n  value = 1\n}\n"})
	if c.result(methodResolvedSchemas, nil, &after); len(after.Packages) != 0 {
		t.Errorf("after the edit: %+v, want what the program says now", after)
	}
}
