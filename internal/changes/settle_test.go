package changes

import (
	"fmt"
	"testing"
)

// Two states of the same program that were made at different times are the same once they are settled.
func TestSettle(t *testing.T) {
	t.Parallel()
	const state = `{"deployment": {"resources": [{"created": "%s", "id": "%s", "urn": "a"}, {"provider": "p::%[2]s"}]}, "version": 3}`
	want := `{"deployment":{"resources":[{"created":"2026-01-01T00:00:00Z","id":"00000000-0000-4000-8000-000000000001","urn":"a"},{"provider":"p::00000000-0000-4000-8000-000000000001"}]},"version":3}`
	for _, at := range [][]any{
		{"2025-11-03T10:11:12.345678Z", "f47ac10b-58cc-4372-a567-0e02b2c3d479"},
		{"2025-12-03T10:11:12+01:00", "0a285074-1b7e-471a-83b4-53dbf030a57b"},
	} {
		if got := settled(fmt.Appendf(nil, state, at...)); string(got) != want {
			t.Errorf("%v:\n got %s\nwant %s", at, got, want)
		}
	}
}
