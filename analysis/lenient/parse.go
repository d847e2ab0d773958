package lenient

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reads modes.

// modeSwitches are the parts of a mode by the names that users give.
var modeSwitches = map[string]func(*Mode){
	"vars":   func(m *Mode) { m.Variables = true },
	"props":  func(m *Mode) { m.Properties = true },
	"res":    func(m *Mode) { m.Resources = true },
	"invoke": func(m *Mode) { m.Invokes = true },
	"range":  func(m *Mode) { m.Ranges = true },
}

// Parse reads a mode as users write it: strict, lenient, or a list such as
// "vars,props" of what is relaxed.
func Parse(text string) (Mode, error) {
	switch text {
	case "strict":
		return Mode{}, nil
	case "lenient":
		return All(), nil
	}
	var m Mode
	for name := range strings.SplitSeq(text, ",") {
		relax, ok := modeSwitches[strings.TrimSpace(name)]
		if !ok {
			return Mode{}, unknownMode(name)
		}
		relax(&m)
	}
	return m, nil
}

func unknownMode(name string) error {
	message := fmt.Sprintf("unknown mode %q", name)
	if near := typesys.Near(name, append(slices.Collect(maps.Keys(modeSwitches)), "strict", "lenient")); near != "" {
		message += "; did you mean " + near + "?"
	}
	return errors.New(message + "; use strict, lenient, or a comma-separated list of vars, props, res, invoke and range")
}
