package list

import (
	"context"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Suggest completes a filter, with values from the record.
func (s *Lists) Suggest(ctx context.Context, text string, cursor int) ([]filter.Suggestion, error) {
	var failed error
	list := words.FilterVocabulary().Complete(text, cursor, func(key, prefix string) []string {
		values, err := s.Keeper.Values(ctx, key, prefix, 20)
		failed = err
		if key == "session" && strings.HasPrefix(wire.CurrentSession, prefix) {
			values = append([]string{wire.CurrentSession}, values...)
		}
		return values
	})
	return list, failed
}
