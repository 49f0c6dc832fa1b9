package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// parseTiming parses a --timing flag and returns the factor for recorded pauses, from 0 to 1000.
func parseTiming(s string) (float64, error) {
	switch s {
	case "kept":
		return 1, nil
	case "none":
		return 0, nil
	}
	number := strings.TrimPrefix(strings.TrimPrefix(s, "×"), "x")
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || number == s || !(n >= 0 && n <= 1000) {
		return 0, fmt.Errorf("cannot use --timing %q; expected kept, none, or a factor for the pauses such as x0.5", s)
	}
	return n, nil
}
