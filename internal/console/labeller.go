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

// labeller reads an exchange, and makes liveJudge judge it when it ends.
type labeller struct {
	*reading.Reader
	judge         *liveJudge
	id, session   string
	x             wire.Exchange // its latest state
	gatherer      *judge.Gatherer
	isJudged      bool
	events        int
	crossFindings []wire.Finding
}

// Label starts to read an exchange, for the recorder.
func (k *Cards) Label(x *wire.Exchange) recorder.Labeller {
	if x.Origin == wire.Model {
		return &modelLabeller{}
	}
	agent := x.Agent
	l := &labeller{judge: &k.judge, id: x.ID, session: x.Session, gatherer: k.judge.gather(x)}
	l.Reader = reading.New(x, reading.Options{
		Hint: dialect.Hint{Card: k.card(agent), History: k.endpointVersions.versionsBefore(x)}, Light: true,
		OnRequest: func(x *wire.Exchange, id a2a.Identity) {
			k.endpointVersions.learn(x, id)
			k.judge.noteRequest(x, l.Request())
		},
		Each: func(p reading.Piece) {
			if p.Reading.Card != nil {
				k.remember(agent, p.Reading.Card)
			}
			if p.Part == reading.Event && !p.Comment() {
				l.events++
			}
			k.judge.notePiece(l.gatherer, p)
		},
	})
	return l
}

func (l *labeller) Update(x *wire.Exchange) {
	l.Reader.Update(x)
	l.x = *x
	if !x.Ended.IsZero() && !l.isJudged {
		l.isJudged = true
		l.crossFindings = l.judge.judgeEnded(l.gatherer.Facts(x, l.Reader))
	}
}

func (l *labeller) Labels() wire.Labels {
	out := l.Reader.Labels()
	out.Events = l.events
	if l.events == 0 && l.Undone() != nil {
		out.Events = 1 // a stream that cannot be decoded is not known to be empty
	}
	l.x.Labels, l.x.Frames = out, max(l.x.Frames, out.Events)
	out.Failed = words.HasFailed(&l.x)
	return out
}

func (l *labeller) Findings() []wire.Finding {
	out := l.Reader.Findings()
	for _, f := range l.crossFindings {
		out = insertFinding(out, f)
	}
	return out
}

func (l *labeller) Defer(x *wire.Exchange) { l.judge.deferExchange(l.id, l.session, x) }
