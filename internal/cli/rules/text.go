package rules

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

func parse(text string) (rule.Rule, error) {
	return rule.Parse(text, words.FilterVocabulary(), passing.New(passing.Options{}))
}

// addSeed adds a seed to the text of a rule that makes random choices and has no seed.
func addSeed(text string, seed int64) (string, error) {
	return rule.AddSeed(text, seed, words.FilterVocabulary(), passing.New(passing.Options{}))
}

const maxContext = 24

// pointAtError adds to an error in a rule its place in the rule's text: »op:send => ▸frob«. from
// names the rule's source.
func pointAtError(from, text string, err error) error {
	var wrong *rule.Error
	if !errors.As(err, &wrong) {
		return fmt.Errorf("%s: %w", from, err)
	}
	at := min(wrong.Offset, len(text))
	before, after := []rune(strings.ToValidUTF8(text[:at], "?")), []rune(strings.ToValidUTF8(text[at:], "?"))
	shown := "▸"
	if len(before) > maxContext {
		before, shown = before[len(before)-maxContext:], "▸"
		before[0] = '…'
	}
	if len(after) > maxContext {
		after = append(after[:maxContext:maxContext], '…')
	}
	return fmt.Errorf("%s, at character %d, %s%s%s: %s", from, utf8.RuneCountInString(text[:at])+1, string(before), shown, string(after), wrong.Reason)
}
