package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
)

// This file makes states the same in each recording.

var (
	timeText = regexp.MustCompile(`"20\d\d-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)"`)
	uuid     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
)

// settle replaces the times and random ids in the state in a file, and returns the state.
func settle(file string) (json.RawMessage, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	data = timeText.ReplaceAll(data, []byte(`"2026-01-01T00:00:00Z"`))
	ids := map[string]string{}
	data = uuid.ReplaceAllFunc(data, func(id []byte) []byte {
		if ids[string(id)] == "" {
			ids[string(id)] = fmt.Sprintf("00000000-0000-4000-8000-%012d", len(ids)+1)
		}
		return []byte(ids[string(id)])
	})
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return nil, err
	}
	return compact(data)
}
