package webhooks

import (
	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/pushes"
)

// pushWords describes the content of a delivery in a few words.
func pushWords(x wire.Exchange, r pushes.Reading) (string, a2a.State) {
	switch p := r.Push; {
	case checksAddress(x):
		return "address check", ""
	case x.Method != "POST":
		return "no event", ""
	case noEvent(p) && x.Outcome == wire.Refused && x.RequestBytes == 0:
		return "not read", ""
	case noEvent(p) && x.Outcome != wire.ByAgent:
		return "incomplete", ""
	case noEvent(p) && x.RequestBytes == 0:
		return "empty body", ""
	case p == nil:
		return "not readable", ""
	case p.Task != nil:
		return "task", p.Task.Status.State
	case p.Status != nil:
		return "state", p.Status.Status.State
	case p.Artifact != nil && p.Artifact.Append:
		return "+ " + part.Short(part.ArtifactName(p.Artifact.Artifact), 40), ""
	case p.Artifact != nil:
		return "artifact " + part.Short(part.ArtifactName(p.Artifact.Artifact), 40), ""
	case p.Message != nil:
		return "message", ""
	}
	return "no event", ""
}

func eventWords(r *a2a.Result) (string, a2a.State) {
	return pushWords(wire.Exchange{Method: "POST"}, pushes.Reading{Push: r})
}

// lagWord returns the delay of a delivery after the stream's event.
func lagWord(f push.DeliveryStatus) string {
	switch {
	case !f.HasLag():
		return "–"
	case f.Lag < 0 && f.LagByTimestamp:
		return "≈ −" + part.Duration(-f.Lag)
	case f.Lag < 0:
		return "−" + part.Duration(-f.Lag)
	case f.LagByTimestamp:
		return "≈ " + part.Duration(f.Lag)
	}
	return "+" + part.Duration(f.Lag)
}

func lagTitle(f push.DeliveryStatus) string {
	switch {
	case f.LagByTimestamp:
		return "later than the agent's own time stamp; no stream on record has this event"
	case f.Event < 0:
		return ""
	case f.Lag < 0:
		return "delivered before the event was in the stream"
	}
	return "later than the event in the stream"
}
