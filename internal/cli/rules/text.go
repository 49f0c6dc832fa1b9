package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/fault"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

func parse(text string) (rule.Rule, error) {
	return rule.Parse(text, words.Filters(), passing.New(passing.Options{}))
}

// around is how much of a rule is shown on either side of where it went wrong, in characters.
const around = 24

// pointed says what is wrong with a rule, and shows where: »op:send => ▸frob«.
func pointed(from, text string, err error) error {
	var wrong *rule.Error
	if !errors.As(err, &wrong) {
		return fmt.Errorf("%s: %w", from, err)
	}
	at := min(wrong.Offset, len(text))
	before, after := []rune(strings.ToValidUTF8(text[:at], "?")), []rune(strings.ToValidUTF8(text[at:], "?"))
	shown := "▸"
	if len(before) > around {
		before, shown = before[len(before)-around:], "▸"
		before[0] = '…'
	}
	if len(after) > around {
		after = append(after[:around:around], '…')
	}
	return fmt.Errorf("%s, at character %d, %s%s%s: %s", from, utf8.RuneCountInString(text[:at])+1, string(before), shown, string(after), wrong.Why)
}

// Seeded are rules that draw by a seed, where they draw and name none.
func Seeded(texts []string, seed int64) (out []string, err error) {
	for _, text := range texts {
		one, err := seeded(text, seed)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// seeded is Seeded of one rule.
func seeded(text string, seed int64) (string, error) {
	if seed == 1 { // as without
		return text, nil
	}
	r, err := parse(text)
	if err != nil {
		return "", err
	}
	draws := r.Chance > 0 || slices.ContainsFunc(r.Do, func(f fault.Fault) bool {
		d, ok := f.(interface{ Draws() bool })
		return ok && d.Draws()
	})
	if !draws {
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
