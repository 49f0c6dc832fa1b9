package record

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
)

// PushSentence says what an agent delivered and what became of it.
func PushSentence(x wire.Exchange, name string) string {
	s := PushInWords(x, part.Short(name, 48)) + ", with " + part.Bytes(x.RequestBytes) + ". "
	switch {
	case x.Outcome == wire.Open:
		return s + "The delivery is still open."
	case x.Outcome == wire.Refused:
		return s + "The webhook receiver refused the delivery."
	case x.Outcome == wire.Interrupted:
		return s + "The console stopped before the delivery was complete."
	case x.Outcome != wire.ByAgent:
		return s + "The delivery broke off before it was complete."
	}
	return s + "The webhook receiver answered " + strconv.Itoa(x.Response.Status) + "."
}

// PushInWords describes a delivery in words; name is the agent's, or "".
func PushInWords(x wire.Exchange, name string) string {
	if name == "" {
		name = "An agent"
	}
	task := "a task"
	if x.Labels.Task != "" {
		task = "task " + part.ShortID(x.Labels.Task)
	}
	switch st := a2a.State(x.Labels.State); {
	case x.Method != "POST":
		return name + " asks whether this is a webhook"
	case st != "":
		return name + " pushes that " + task + " is " + part.Short(st.Word(), 32)
	}
	return name + " pushes an update of " + task
}

func PushLabel(x wire.Exchange) string {
	if st := a2a.State(x.Labels.State); st != "" {
		return "push " + words.Glyph(st) + " " + part.Short(st.Word(), 24)
	}
	return "push"
}
