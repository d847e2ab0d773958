package check

import (
	"math"
	"strconv"
	"strings"
)

// This file reads durations as the engine does, which takes them as Go writes
// them: `90s`, `1h30m`, `-1.5h`, `0`.

// units are the units of durations in nanoseconds. Micro has two spellings, with
// the micro sign and with the Greek letter.
var units = map[string]uint64{
	"ns": 1, "us": 1e3, "µs": 1e3, "μs": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9,
}

// longest is how many nanoseconds a duration can have; one more if it is negative.
const longest = math.MaxInt64

// isDuration reports whether a text is a duration: a sign, and numbers that are
// each followed by a unit. A lone zero needs no unit.
func isDuration(text string) bool {
	rest := strings.TrimPrefix(text, "-")
	negative := rest != text
	if !negative {
		rest = strings.TrimPrefix(text, "+")
	}
	if rest == "0" {
		return true
	}
	total := uint64(0)
	for rest != "" {
		part, after, ok := cutDuration(rest)
		if !ok || total+part > longest+1 {
			return false
		}
		total, rest = total+part, after
	}
	return text != "" && text != "-" && text != "+" && (total <= longest || negative)
}

// cutDuration reads one number with its unit from the front of a text.
func cutDuration(text string) (nanoseconds uint64, rest string, ok bool) {
	whole, rest := cutDigits(text)
	fraction := ""
	if after, dotted := strings.CutPrefix(rest, "."); dotted {
		fraction, rest = cutDigits(after)
	}
	if whole+fraction == "" {
		return 0, text, false
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return r == '.' || '0' <= r && r <= '9' })
	if end < 0 {
		end = len(rest)
	}
	unit, known := units[rest[:end]]
	if !known {
		return 0, text, false
	}
	n, err := strconv.ParseUint("0"+whole, 10, 64)
	if err != nil || n > (longest+1)/unit {
		return 0, text, false
	}
	part, _ := strconv.ParseFloat("0."+fraction+"0", 64) // digits only, so it is a number
	n = n*unit + uint64(part*float64(unit))
	return n, rest[end:], n <= longest+1
}

func cutDigits(text string) (digits, rest string) {
	rest = strings.TrimLeft(text, "0123456789")
	return text[:len(text)-len(rest)], rest
}
