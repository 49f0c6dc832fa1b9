package rule_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

func TestComplete(t *testing.T) {
	t.Parallel()
	record := func(key, _ string) []string {
		if key == "agent" {
			return []string{"127.0.0.1:7430"}
		}
		return nil
	}
	for _, c := range []struct {
		text   string
		cursor int
		want   []string // whole texts after taking a suggestion
	}{
		{"ev", 2, []string{"event:"}},
		{"s", 1, []string{"state:", "seed:"}},
		{"o", 1, []string{"op:", "origin:"}}, // not outcome
		{"outcome:c", 9, nil},
		{"event:a", 7, []string{"event:artifact", "event:any"}},
		{"op:send event:err => drop", 17, []string{"op:send event:error => drop"}},
		{"state:c", 7, []string{"state:completed", "state:canceled"}},
		{"agent:", 6, []string{"agent:127.0.0.1:7430"}},
		{"-event:co => x", 9, []string{"-event:comment => x"}},
		{"op:send => dup", 14, []string{"op:send => duplicate", "op:send => duplicate 3"}},
		{"=> drop; ref", 12, []string{"=> drop; refuse"}},
		{`=> answer 503 "a; b"; ref`, 25, []string{`=> answer 503 "a; b"; refuse`}},
		{"=> error Ver", 12, []string{"=> error VersionNotSupported"}},
		{"=> drop", 7, nil},
		{strings.Repeat("x", 9000), 9000, nil},
	} {
		var got []string
		for _, s := range rule.Complete(c.text, c.cursor, words.FilterVocabulary(), tongue{}, record) {
			got = append(got, c.text[:s.From]+s.Insert+c.text[s.To:])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%.40q at %d: %q, want %q", c.text, c.cursor, got, c.want)
		}
	}
	if got := rule.Complete("op:send ", 8, words.FilterVocabulary(), tongue{}, nil); got[len(got)-1].Insert != "=> " || len(got) != len(rule.Keys())+len(rule.Shared())+1 {
		t.Errorf("%+v", got)
	}
	if got := rule.Complete("=> ", 3, words.FilterVocabulary(), tongue{}, nil); len(got) < 16 || got[0].Insert != "hold" || got[0].Help == "" {
		t.Errorf("%+v", got)
	}
}

func FuzzComplete(f *testing.F) {
	f.Add(`op:send "a b" -state:c => answer 503 "x;`, 20)
	f.Fuzz(func(t *testing.T, text string, cursor int) {
		for _, s := range rule.Complete(text, cursor, words.FilterVocabulary(), tongue{}, nil) {
			if s.From < 0 || s.To < s.From || s.To > len(text) {
				t.Fatalf("%q at %d: %+v", text, cursor, s)
			}
		}
	})
}
