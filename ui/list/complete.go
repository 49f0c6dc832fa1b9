package list

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
)

const maxCompletions = 30

// Completion is a completed text: Head before the cursor, Rest after it.
type Completion struct {
	Head, Rest string
	Word       string // the word that is inserted
	Help       string
}

// Complete serves completions for the filter box.
func (s *Lists) Complete(w http.ResponseWriter, r *http.Request) error {
	text := r.URL.Query().Get("q")
	cursor, err := strconv.Atoi(r.URL.Query().Get("at"))
	if err != nil {
		cursor = len(text)
	}
	found, err := s.suggest(r.Context(), text, min(max(cursor, 0), len(text)))
	if err != nil {
		return err
	}
	var ways []Completion
	for _, sg := range found {
		if len(ways) < maxCompletions && !strings.EqualFold(sg.Insert, text[sg.From:sg.To]) {
			ways = append(ways, Completion{text[:sg.From] + sg.Insert, text[sg.To:], sg.Insert, sg.Help})
		}
	}
	return s.Web.Morph(w, r, Completions("filter-words", text, ways))
}

// suggest completes a filter. It suggests recorded values only if there is a Keeper.
func (s *Lists) suggest(ctx context.Context, text string, cursor int) ([]filter.Suggestion, error) {
	if s.Keeper == nil {
		return words.FilterVocabulary().Complete(text, cursor, nil), nil
	}
	return s.Suggest(ctx, text, cursor)
}

// unfinishedTerm returns the last term of a filter if it may be the beginning of a longer one, and
// what it may become: for "op:send sta" that is "sta", and "state:" and "status:".
func (s *Lists) unfinishedTerm(ctx context.Context, text string) (term string, may []string, err error) {
	found, err := s.suggest(ctx, text, len(text))
	for _, sg := range found {
		if sg.Extends(text) {
			term, may = text[sg.From:], append(may, sg.Insert)
		}
	}
	return term, may, err
}

// unfinishedNote explains that a possibly unfinished term matches nothing. It returns "" without a
// term; then the list shows that nothing matches.
func unfinishedNote(term string, may []string) string {
	if term == "" {
		return ""
	}
	said := "Nothing matches " + strconv.Quote(term) + " yet. The term may become " + strings.Join(may[:min(len(may), 4)], ", ")
	return said + cmp.Or(map[bool]string{true: " …"}[len(may) > 4], ".")
}
