package judge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// misplaced reports whether a message names another context than its task's.
func (v *view) misplaced() bool {
	said := v.c.Message.ContextID
	return v.known != nil && v.known.contexts.before(v.X) && said != "" && said != v.known.context
}

// inventedContext finds a context that the agent did not give. It may be from before the
// recording.
func inventedContext(v *view) {
	if !v.sends() || v.named != "" || v.c.Message.ContextID == "" || v.agent.contexts.forgot {
		return
	}
	if at, ok := v.agent.contexts.get(v.c.Message.ContextID); !ok || at.After(v.X.Started) {
		v.asks(".message.contextId", "no answer on record gave the contextId "+brief(v.c.Message.ContextID)+"; if it is not from before, the client made it up").info()
	}
}

// repeatedMessage finds a messageId with two contents.
func repeatedMessage(v *view) {
	if !v.sends() || v.c.Message.ID == "" || v.X.Origin == wire.Replay || v.X.Link != "" {
		return
	}
	if m, ok := v.agent.messages.get(messageKey(v)); ok && m.before(v.X) && m.content != contentOf(v.c.Message) {
		v.asks(".message.messageId", "the messageId "+brief(v.c.Message.ID)+" was that of another message before", m.exchange)
	}
}

// contentOf stands for what a message says.
func contentOf(m *a2a.Message) sum {
	raw, _ := json.Marshal(m.Parts) // values of ours always encode
	return sumOf(string(raw) + "\x00" + m.TaskID)
}

// otherTenant finds a call with another tenant than its interface has.
func otherTenant(v *view) {
	if v.c == nil || v.card == nil || v.Identity.Op == a2a.GetExtendedCard {
		return
	}
	at := interfacesFor(v.card, v.X, v.Identity)
	if len(at) == 0 || slices.ContainsFunc(at, func(i a2a.Interface) bool { return i.Tenant == v.c.Tenant }) {
		return
	}
	want := "none"
	if at[0].Tenant != "" {
		want = brief(at[0].Tenant)
	}
	said := "names no tenant"
	if v.c.Tenant != "" {
		said = "names the tenant " + brief(v.c.Tenant)
	}
	v.asks(".tenant", "the call "+said+"; that of the interface in the card is "+want)
}

func itoa(n int) string { return strconv.Itoa(n) }

// brief is a name that an agent or a client made, cut to what fits.
func brief(s string) string {
	if len(s) > 80 {
		return fmt.Sprintf("%.80q…", s)
	}
	return fmt.Sprintf("%q", s)
}
