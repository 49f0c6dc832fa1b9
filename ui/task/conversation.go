package task

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// maxTalkItems is how many messages are drawn, the latest ones.
const maxTalkItems = 60

// talkItem is a message of the task's conversation, or an error in response to one.
type talkItem struct {
	X     wire.Exchange
	Sent  *a2a.Message  // nil: the item has a Block, or only Events
	Block *stream.Block // with a message or an error

	Events int // number of events of a response that broke off or contained no message
}

func (s talkItem) row() record.Row { return record.Row{Exchange: s.X} }

// conversation returns the messages about a task in order of arrival, each once: polls and
// subscriptions repeat known ones.
func conversation(tapes []*tape.Tape) (out []talkItem) {
	known := map[string]bool{}
	add := func(m *a2a.Message, s talkItem) {
		if m != nil && m.ID != "" {
			if known[m.ID] {
				return
			}
			known[m.ID] = true
		}
		out = append(out, s)
	}
	for _, t := range tapes {
		c, before := t.Call.Call, len(out)
		if c != nil && c.Message != nil {
			add(c.Message, talkItem{X: t.X, Sent: c.Message})
		}
		sent := len(out)
		if t.Fold != nil {
			for _, b := range t.Fold.Blocks {
				switch b.Kind {
				case stream.MessageBlock, stream.StatusBlock, stream.ErrorBlock:
					add(b.Message, talkItem{X: t.X, Block: b})
				}
			}
		}
		if end, ok := endItem(t, len(out) > sent); sent > before && ok {
			out = append(out, end)
		}
	}
	return out
}

// endItem returns the line below the response to a message, if there is one: how the response broke
// off, or how many events it had that contain no message, such as artifacts and states.
func endItem(t *tape.Tape, answered bool) (talkItem, bool) {
	s := talkItem{X: t.X}
	if t.Fold != nil {
		s.Events = t.Fold.Events - t.CommentCount
	}
	_, broken := s.row().Ending()
	return s, broken || !answered && t.X.Outcome != wire.Open
}
