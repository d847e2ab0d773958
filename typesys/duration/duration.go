// Package duration reads durations as the engine does, which takes them as Go writes them: `90s`, `1h30m`, `-1.5h`, `0`.
package duration

import "time"

// IsValid reports whether a text is a duration.
func IsValid(text string) bool {
	_, err := time.ParseDuration(text)
	return err == nil
}
