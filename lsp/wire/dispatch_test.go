package wire

import (
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
)

// TestViewIsTakenFirst: a concurrent request takes what it sees before the read loop goes on, so that no later edit is part of it.
func TestViewIsTakenFirst(t *testing.T) {
	t.Parallel()
	var order []string
	config := testConfig(nil)
	config.View = func() int {
		order = append(order, "view")
		return 0
	}
	config.Released = func() { order = append(order, "released") }
	config.Notifications = map[string]Notification{"edit": func(jsonrpc2.RawMessage) error {
		order = append(order, "edit")
		return nil
	}}
	input := frame(1, "initialize") + frame(2, "echo") + frame(0, "edit") + frame(3, "shutdown") + frame(0, "exit")
	if code, err := New(t.Context(), strings.NewReader(input), &output{}, config).Serve(nil); code != 0 || err != nil {
		t.Errorf("ended with %d, %v", code, err)
	}
	if want := []string{"view", "released", "edit"}; !slices.Equal(order[:min(3, len(order))], want) {
		t.Errorf("the order is %v, want %v", order, want)
	}
}
