package mock

import (
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Contents describes what a mock can play.
type Contents struct {
	Calls          int // in any binding; those of the console itself can be played, but do not count here or in lists
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
	c := Contents{Fetches: len(m.fetches)}
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
		before := c.Calls
		for _, it := range conv.interactions {
			if it.exchange.Origin != wire.Console {
				c.Calls++
			}
			count(it)
			for _, v := range it.request.versions[:min(1, len(it.request.versions))] {
				if _, ok := dialect.ByName(v); ok && !slices.Contains(c.Versions, v) {
					c.Versions = append(c.Versions, v)
				}
			}
		}
		if c.Calls > before {
			c.Conversations++
		}
	}
	for _, it := range m.fetches {
		count(it)
	}
	c.Answers, c.OmittedAnswers = m.answers()
	slices.Sort(c.Versions)
	c.addNotes(push, short)
	return c
}

// addNotes says what will differ from the recording: push notifications, and answers that were cut short.
func (c *Contents) addNotes(push bool, short int) {
	if !c.HasCard {
		c.Notes = append(c.Notes, "The recording has no Agent Card, so clients cannot fetch one. Give them the endpoint, or mock a session in which a client fetched the card through the tap.")
	}
	if push {
		c.Notes = append(c.Notes, "The mock does not send push notifications. It answers the calls that configure them as recorded.")
	}
	if short > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("Answers that are recorded only in part, and end where the recording does: %d.", short))
	}
}
