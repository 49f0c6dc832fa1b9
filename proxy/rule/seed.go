package rule

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// AddSeed returns the text of a rule with a seed added, if the rule is random and does not name
// one.
func AddSeed(text string, seed int64, w filter.Vocabulary, p ErrorNames) (string, error) {
	if seed == 1 { // the default seed
		return text, nil
	}
	r, err := Parse(text, w, p)
	if err != nil {
		return "", err
	}
	if !r.isRandom() {
		return text, nil
	}
	for t := range filter.Terms(text) {
		if strings.HasPrefix(text[t.From:], "=>") {
			break
		}
		if t.Key == "seed" {
			return text, nil
		}
	}
	r.Seed = seed
	return r.String(), nil
}
