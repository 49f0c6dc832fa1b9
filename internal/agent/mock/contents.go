package mock

import (
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// Contents describes what a mock can play.
type Contents struct {
	Calls          int // in any binding
	Conversations  int // a call without a task counts as one
	Fetches        int // requests that are not calls, such as for cards
	Versions       []a2a.Version
	HasCard        bool              // the fetches include a card
	Answers        []AnsweredRequest // requests it can answer, in recorded order
	OmittedAnswers int               // number of requests beyond Answers
	Notes          []string          // what will differ from the recording, and why; for people
}

// Contents describes what there is to play, and what cannot be played.
func (m *Mock) Contents() Contents {
	c := Contents{Conversations: len(m.conversations), Fetches: len(m.fetches)}
	short := 0
	push := false
	count := func(it *interaction) {
		if it.truncationText() != "" {
			short++
		}
		c.HasCard = c.HasCard || it.request.op == a2a.GetCard && it.exchange.Response.Status == 200
		push = push || it.request.op == a2a.CreatePushConfig || it.setsPush
	}
	for _, conv := range m.conversations {
		for _, it := range conv.interactions {
			c.Calls++
			count(it)
			for _, v := range it.request.versions[:min(1, len(it.request.versions))] {
				if _, ok := dialect.ByName(v); ok && !slices.Contains(c.Versions, v) {
					c.Versions = append(c.Versions, v)
				}
			}
		}
	}
	for _, it := range m.fetches {
		count(it)
	}
	c.Answers, c.OmittedAnswers = m.answers()
	slices.Sort(c.Versions)
	if !c.HasCard {
		c.Notes = append(c.Notes, "The recording has no Agent Card, so clients cannot fetch one. Give them the endpoint, or mock a session in which a client fetched the card through the tap.")
	}
	if push {
		c.Notes = append(c.Notes, "The mock does not send push notifications. It answers the calls that configure them as recorded.")
	}
	if short > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("Answers that are recorded only in part, and end where the recording does: %d.", short))
	}
	return c
}
