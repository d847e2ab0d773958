package changes

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// This file makes states the same in each recording.

var (
	timeText = regexp.MustCompile(`"20\d\d-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)"`)
	uuid     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
)

// settled is a state with other times and random ids: always the same. It has no white space.
func settled(state json.RawMessage) (json.RawMessage, error) {
	state = timeText.ReplaceAll(state, []byte(`"2026-01-01T00:00:00Z"`))
	ids := map[string]string{}
	state = uuid.ReplaceAllFunc(state, func(id []byte) []byte {
		if ids[string(id)] == "" {
			ids[string(id)] = fmt.Sprintf("00000000-0000-4000-8000-%012d", len(ids)+1)
		}
		return []byte(ids[string(id)])
	})
	var document any
	if err := json.Unmarshal(state, &document); err != nil {
		return nil, err
	}
	sortDependencies(document)
	return json.Marshal(document)
}

// sortDependencies sorts lists of URNs that the evaluator collects from inputs, which have no order.
func sortDependencies(v any) {
	switch v := v.(type) {
	case []any:
		for _, element := range v {
			sortDependencies(element)
		}
	case map[string]any:
		for name, member := range v {
			lists, _ := member.(map[string]any)
			switch name {
			case "dependencies":
				lists = map[string]any{name: member}
			case "propertyDependencies":
			default:
				sortDependencies(member)
				continue
			}
			for _, urns := range lists {
				list, _ := urns.([]any)
				slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			}
		}
	}
}
