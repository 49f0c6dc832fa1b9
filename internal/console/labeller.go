package console

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

// labeller reads an exchange, and has it judged once it is over.
type labeller struct {
	*reading.Reader
	to          *judging
	id, session string
	x           wire.Exchange // as it was known last
	gathered    *judge.Gatherer
	judged      bool
	events      int
	across      []wire.Finding
}

// Label starts reading an exchange, for the recorder.
func (k *Cards) Label(x *wire.Exchange) recorder.Labeller {
	agent := x.Agent
	l := &labeller{to: &k.judging, id: x.ID, session: x.Session, gathered: k.judging.gather(x)}
	l.Reader = reading.New(x, reading.Options{
		Hint: dialect.Hint{Card: k.of(agent), Spoken: k.spoken.before(x)}, Light: true,
		Asked: func(x *wire.Exchange, id a2a.Identity) {
			k.spoken.learn(x, id)
			k.judging.noteRequest(x, l.Request())
		},
		Each: func(p reading.Piece) {
			if p.Reading.Card != nil {
				k.remember(agent, p.Reading.Card)
			}
			if p.Part == reading.Event && !p.Comment() {
				l.events++
			}
			k.judging.piece(l.gathered, p)
		},
	})
	return l
}

// Update implements recorder.Labeller.
func (l *labeller) Update(x *wire.Exchange) {
	l.Reader.Update(x)
	l.x = *x
	if !x.Ended.IsZero() && !l.judged {
		l.judged = true
		l.across = l.to.judgeEnded(l.gathered.Facts(x, l.Reader))
	}
}

// Labels implements recorder.Labeller.
func (l *labeller) Labels() wire.Labels {
	out := l.Reader.Labels()
	out.Events = l.events
	if l.events == 0 && l.Undone() != nil {
		out.Events = 1 // of what nobody can read, it cannot be said that it was empty
	}
	l.x.Labels, l.x.Frames = out, max(l.x.Frames, out.Events)
	out.Failed = words.HasFailed(&l.x)
	return out
}

// Findings implements recorder.Labeller.
func (l *labeller) Findings() []wire.Finding {
	out := l.Reader.Findings()
	for _, f := range l.across {
		out = joined(out, f)
	}
	return out
}

// Leave implements recorder.Labeller.
func (l *labeller) Leave(x *wire.Exchange) { l.to.leave(l.id, l.session, x) }
