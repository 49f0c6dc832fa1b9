package cli

import (
	"fmt"
	"strings"
)

// advise adds to an error what the user can try.
func advise(err error, try string) error { return fmt.Errorf("%w; %s", err, try) }

// either joins words for people: "0.1 or 1.0".
func either(words []string) string { return joined(words, " or ") }

// joined joins words with commas, the last with a word of its own.
func joined(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + last + words[len(words)-1]
}
