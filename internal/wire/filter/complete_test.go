package filter_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
)

func TestComplete(t *testing.T) {
	record := func(key, prefix string) []string {
		if key == "agent" {
			return []string{"127.0.0.1:7430", "two words"}
		}
		return nil
	}
	for _, c := range []struct {
		text   string
		cursor int
		want   []string // whole texts after taking a suggestion
	}{
		{"ori", 3, []string{"origin:"}},
		{"op:send sta", 11, []string{"op:send state:", "op:send status:"}},
		{"op:send -sta", 12, []string{"op:send -state:", "op:send -status:"}},
		{"sta op:send", 3, []string{"state: op:send", "status: op:send"}},
		{"state:c", 7, []string{"state:completed", "state:canceled"}},
		{"-state:FAI", 10, []string{"-state:failed"}},
		{"outcome:c more", 9, []string{"outcome:cut more", "outcome:canceled more"}},
		{"agent:", 6, []string{"agent:127.0.0.1:7430", `agent:"two words"`}},
		{`agent:"tw`, 9, []string{`agent:"two words"`}},
		{`"a phrase sta`, 13, nil},
		{"nokey:x", 7, nil},
		{"id:", 3, nil},
		{"é ori", 6, []string{"é origin:"}},
		{"ori", 99, []string{"origin:"}},
		{"ori", -1, nil},
	} {
		var got []string
		for _, s := range words.FilterVocabulary().Complete(c.text, c.cursor, record) {
			got = append(got, c.text[:s.From]+s.Insert+c.text[s.To:])
		}
		if c.cursor < 0 {
			if len(got) != len(filter.Keys()) {
				t.Errorf("at the start: %q", got)
			}
			continue
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q at %d: %q, want %q", c.text, c.cursor, got, c.want)
		}
	}
}

// Every key has help, an example that can be parsed, and fixed values that can be.
func TestEverySuggestionCanBeRead(t *testing.T) {
	for _, key := range filter.Keys() {
		for _, s := range words.FilterVocabulary().Complete(key, len(key), nil) {
			if s.Help == "" {
				t.Errorf("%s has no help", s.Insert)
			}
		}
		for _, s := range words.FilterVocabulary().Complete(key+":", len(key)+1, nil) {
			if _, err := words.FilterVocabulary().Parse("-" + s.Insert); err != nil {
				t.Errorf("%s: %v", s.Insert, err)
			}
		}
	}
}

// A text that is too long for a filter is not repeated in suggestions.
func TestLongFiltersAreNotCompleted(t *testing.T) {
	for n, want := range map[int]bool{filter.MaxBytes: true, filter.MaxBytes + 1: false} {
		text := strings.Repeat("x", n-4) + " op:"
		if got := len(words.FilterVocabulary().Complete(text, len(text), nil)) > 0; got != want {
			t.Errorf("%d bytes: %v", n, got)
		}
	}
}

func FuzzComplete(f *testing.F) {
	f.Add(`op:send "a b" -state:c`, 20)
	f.Fuzz(func(t *testing.T, text string, cursor int) {
		for _, s := range words.FilterVocabulary().Complete(text, cursor, nil) {
			if s.From < 0 || s.To < s.From || s.To > len(text) {
				t.Fatalf("%q at %d: %+v", text, cursor, s)
			}
		}
	})
}
