package talk

import (
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// DrawHeld draws HeldNow, where something else is held than before.
func DrawHeld(p *web.Patches, id string, list []wire.HeldItem, now time.Time) {
	var ids []string
	for _, h := range list {
		ids = append(ids, h.ID)
	}
	p.ChangedBy(id, templ.Raw(strings.Join(ids, " ")), HeldNow(id, list, now))
}

// heldWords says that an exchange waits for a person or a rule, and not for the agent.
func heldWords(list []wire.HeldItem) string {
	first := &list[0]
	what := record.HeldWhat(first)
	if n := record.HeldNumber(first); n != "" {
		what += " " + n
	}
	words := "A rule holds the " + what
	if n := len(list) - 1; n > 0 {
		words += " and " + part.Count(n) + " more"
	}
	if record.HeldWhole(first) && first.Side == wire.Request && first.Origin != wire.Push {
		return words + ". The agent has not got it yet."
	}
	return words + "."
}
