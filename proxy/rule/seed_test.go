package rule_test

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// Every random rule gets the seed of the run, unless it names its own.
func TestSeeded(t *testing.T) {
	for in, want := range map[string]string{
		"chance:5% => drop":                   "chance:5% seed:9 => drop",
		"seed:2 chance:5% => drop":            "seed:2 chance:5% => drop",
		"=> delay 1s":                         "=> delay 1s",
		"event:artifact => delay 300ms..1.5s": "event:artifact seed:9 => delay 300ms..1.5s",
		`"chance:5%" => drop`:                 `"chance:5%" => drop`,
	} {
		if got, err := rule.AddSeed(in, 9, words.FilterVocabulary(), passing.New(passing.Options{})); err != nil || got != want {
			t.Errorf("%q, %v", got, err)
		}
	}
	if _, err := rule.AddSeed("=> frob", 9, words.FilterVocabulary(), passing.New(passing.Options{})); err == nil {
		t.Error("what is no rule is seeded")
	}
}
