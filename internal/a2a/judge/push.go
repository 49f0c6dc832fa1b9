package judge

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// hook is a webhook's address with its registrations.
type hook struct {
	registrations []*registration
	delivered     bool
}

// registration is a push configuration that a call asked for.
type registration struct {
	fact      // when it was requested
	agent     *agent
	task, id  string // "" while unknown
	expected  delivery.Expected
	confirmed fact // by the agent
	version   []a2a.Version
	deletion  fact
	moves     bool // registered with a message whose answer shows the task's state
}

// The limit of registrations at one address, and the length from which requests are ignored as registrations:
// the recorder may read long ones only after the notifications that they asked for.
const (
	mostRegistrations = 64
	longRequest       = 64 << 10
)

// register records a call that asks for push notifications.
func (b *book) register(x *wire.Exchange, by *agent, c *a2a.Call) {
	asked := session.Registers(c)
	if asked == nil || asked.URL == "" {
		return
	}
	url := wire.StripQuery(asked.URL)
	h := b.hooks.get(url, mostHooks)
	if len(h.registrations) == mostRegistrations || slices.ContainsFunc(h.registrations, func(r *registration) bool { return r.exchange == x.ID }) {
		return
	}
	h.registrations = append(h.registrations, &registration{
		fact: fact{x.ID, x.RequestDone}, agent: by, task: session.TaskOf(c), id: asked.ID, expected: delivery.ExpectedBy(x, asked),
	})
}

// learnPush learns how the agent answered a registration, or a deletion of one.
func (v *view) learnPush(f fact) {
	if asked := session.Registers(v.c); asked != nil {
		if h := v.book.hooks.byName[wire.StripQuery(asked.URL)]; h != nil {
			h.confirm(v, f)
		}
	}
	if !v.op(a2a.DeletePushConfig) || !v.succeeded() {
		return
	}
	v.agent.deleted.get(pushKey(v.c), mostNames).note(f)
	for _, h := range v.book.hooks.byName {
		for _, r := range h.registrations {
			if r.agent == v.agent && r.task == v.c.TaskID && (r.id == v.c.PushID || r.id == "") && r.time.Before(v.X.Started) {
				r.deletion.note(f)
			}
		}
	}
}

// confirm records the agent's answer to a registration, or drops a refused one.
func (h *hook) confirm(v *view, f fact) {
	i := slices.IndexFunc(h.registrations, func(r *registration) bool { return r.exchange == v.X.ID })
	switch {
	case i < 0:
	case v.err != nil || v.X.Response.Status >= 300:
		h.registrations = slices.Delete(h.registrations, i, i+1)
	case v.answered:
		r := h.registrations[i]
		r.confirmed, r.version = f, v.Identity.Versions
		if v.result != nil && v.result.Push != nil && v.result.Push.ID != "" {
			r.id = v.result.Push.ID
		}
		if v.sends() && v.task != "" {
			r.task, r.moves = v.task, v.last != ""
		}
	}
}

// notified returns the registrations that a delivery may belong to, nil when none is known.
func (v *view) notified() []*registration {
	h := v.book.hooks.byName[session.DeliveredTo(v.X)]
	if h == nil || v.X.Method == http.MethodGet || len(h.registrations) == mostRegistrations {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(h.registrations), func(r *registration) bool { return !r.fact.isBefore(v.X) })
}

// holdAsRegistered makes later rules use the version in which the delivery's webhook was registered, if that
// is certain and differs.
func (v *view) holdAsRegistered() {
	var in []a2a.Version
	for _, r := range v.notified() {
		if len(r.version) == 0 || slices.ContainsFunc(r.version, func(x a2a.Version) bool {
			return slices.ContainsFunc(v.Identity.Versions, func(y a2a.Version) bool { _, one := registry.Narrower(x, y); return one })
		}) || in != nil && !slices.Equal(in, r.version) {
			return
		}
		in = r.version
	}
	if in != nil && (len(v.Identity.Versions) > 0 || !v.X.HasMissingBytes()) {
		v.pushed, v.Identity.Versions = append([]a2a.Version{}, v.Identity.Versions...), in
	}
}

// otherForm reports a notification in the form of another version than its registration's, or of none: inside
// a JSON-RPC envelope, for example.
func otherForm(v *view) {
	if v.pushed == nil {
		return
	}
	from, what := v.notified()[0].exchange, "a push notification of version "+labelOf(v.pushed)
	if len(v.pushed) == 0 {
		what = "not a push notification"
	}
	v.finding(wire.Request, -1, "$", "this is "+what+"; the webhook was registered in "+labelOf(v.Identity.Versions), from)
}

func labelOf(versions []a2a.Version) string { return a2a.Identity{Versions: versions}.Label() }

func (b *book) delivered(v *view) {
	if o := wire.OriginOf(v.X.URL); o != "" {
		b.bases.get(o, mostAgents)
	}
	if h := b.hooks.byName[session.DeliveredTo(v.X)]; h != nil {
		h.delivered = true
	}
}

const tokenHeader = "X-A2A-Notification-Token"

// otherToken reports a notification without its registration's token.
func otherToken(v *view) {
	got := delivery.ReceivedBy(v.X)
	right := delivery.Received{Tokens: slices.Clone(got.Tokens)}
	right.Tokens = slices.DeleteFunc(right.Tokens, func(t delivery.Secret) bool { return !strings.EqualFold(t.Header, tokenHeader) })
	v.unlike(func(r *registration) (string, bool) {
		if !r.expected.Token.Set {
			return "", true
		}
		all, _ := delivery.Compare(r.expected, got)
		strict, _ := delivery.Compare(r.expected, right)
		if all.Result == delivery.Match && strict.Result != delivery.Match {
			return all.Text + "; the header of this version is " + tokenHeader, false
		}
		return strict.Text, !strict.Result.Bad()
	})
}

// otherAuthorization reports a notification without its registration's credentials.
func otherAuthorization(v *view) {
	v.unlike(func(r *registration) (string, bool) {
		_, c := delivery.Compare(r.expected, delivery.ReceivedBy(v.X))
		return c.Text, !c.Result.Bad()
	})
}

// otherScheme reports a notification that does not authenticate with one of its registration's
// schemes. Schemes with names of the agent's own cannot be checked. Authentication is also expected
// where the registration gave no credentials: the agent may have its own.
func otherScheme(v *view) {
	got := delivery.ReceivedBy(v.X)
	v.unlike(func(r *registration) (string, bool) {
		plain := len(r.expected.Schemes) > 0 && !slices.ContainsFunc(r.expected.Schemes, func(s string) bool {
			return !slices.Contains([]string{"bearer", "basic", "digest"}, strings.ToLower(s))
		})
		fits := slices.ContainsFunc(r.expected.Schemes, func(s string) bool { return strings.EqualFold(s, got.Authorization.Scheme) })
		_, c := delivery.Compare(r.expected, got)
		return c.Text, !plain || fits || !c.Result.Bad() && c.Result != delivery.Ungiven
	})
}

// unlike reports a delivery that fits none of the registrations it may belong to. right checks one and says
// what is wrong.
func (v *view) unlike(right func(*registration) (string, bool)) {
	says, from := "", ""
	for _, r := range v.notified() {
		s, ok := right(r)
		if ok {
			return
		}
		says, from = s, r.exchange
	}
	if says != "" {
		v.finding(wire.Request, -1, "", says, from)
	}
}

// underWay is how long a notification may be in transit while its configuration is deleted.
const underWay = 250 * time.Millisecond

// afterDelete reports a notification whose configuration was deleted before.
func afterDelete(v *view) {
	all := v.notified()
	if len(all) > 0 && !slices.ContainsFunc(all, func(r *registration) bool {
		return r.deletion.time.IsZero() || v.X.Started.Sub(r.deletion.time) < underWay
	}) {
		v.finding(wire.Request, -1, "", "this notification's configuration was deleted before", all[len(all)-1].deletion.exchange)
	}
}

// foreignNotification reports a notification about a task that was not registered at its address.
func foreignNotification(v *view) {
	if v.Request.Result == nil {
		return
	}
	task, _ := v.Request.Result.About()
	var known, from []string
	for _, r := range v.notified() {
		if r.task == task || r.task == "" {
			return
		}
		known, from = append(known, quoteShort(r.task)), append(from, r.exchange)
	}
	if task != "" && len(known) > 0 {
		v.finding(wire.Request, -1, "", "the notification is about task "+quoteShort(task)+"; for this URL the receiver registered "+strings.Join(slices.Compact(known), ", "), from...)
	}
}

func pushKey(c *a2a.Call) string { return c.TaskID + "\x00" + c.PushID }

// deletion returns the deletion of the call's push configuration, nil for none.
func (v *view) deletion() *fact {
	if v.c == nil {
		return nil
	}
	return v.agent.deleted.byName[pushKey(v.c)]
}

// settleTime is how long after a task's last change a notification may still arrive.
const settleTime = time.Second

// undelivered reports registrations without any delivery although their tasks went on.
func (b *book) undelivered(ours func(string) bool) []Finding {
	c, _ := check.ByID("PUSH-17")
	var out []Finding
	for _, url := range b.hooks.order {
		h := b.hooks.byName[url]
		if h == nil || h.delivered || b.bases.byName[wire.OriginOf(url)] == nil && (ours == nil || !ours(url)) {
			continue
		}
		for _, r := range h.registrations {
			if r.confirmed.time.IsZero() || !appliesTo(c.ID, r.version) || !b.wentOn(r) {
				continue
			}
			v := view{Facts: &Facts{X: &wire.Exchange{ID: r.exchange}}, check: c}
			out = append(out, *v.finding(wire.Request, -1, "", "the webhook "+quoteShort(url)+" received no notification, although its task continued"))
		}
	}
	return out
}

// wentOn reports whether a registration's task went on after it, long enough before the end of the recording.
func (b *book) wentOn(r *registration) bool {
	t := r.agent.tasks.byName[r.task]
	until := b.clock
	if !r.deletion.time.IsZero() {
		until = r.deletion.time
	}
	if t == nil || r.task == "" || until.Sub(t.moved.time) < settleTime {
		return false
	}
	return r.moves || t.moved.time.After(r.confirmed.time) && !t.answered.time.After(r.confirmed.time)
}
