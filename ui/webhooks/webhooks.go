package webhooks

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	maxDeliveries = 500 // newest deliveries that the screen reads
	maxHooks      = 100 // addresses listed
)

// Entry is an address for push notifications as the list shows it.
type Entry struct {
	Key         string // key of its page
	URL         string
	Hook        *host.Hook // nil for an address that this run did not make
	Agent       string
	Name        string // the agent's name
	Task        string
	Title       string // the task's first message; "" if it is not on record
	State       a2a.State
	Examination string          // id of the examination whose call registered it; "" for none
	Deliveries  []wire.Exchange // all requests to the address, oldest first
	Last        time.Time       // time of the latest delivery, else of its creation
	Assessment  *Assessment     // nil below the first maxAssessed entries, unless the entry is open
}

// Posts counts the deliveries. Other requests to the address are not deliveries.
func (e *Entry) Posts() (n int) {
	for _, x := range e.Deliveries {
		if x.Method == http.MethodPost {
			n++
		}
	}
	return n
}

// ending returns the end of the address, which distinguishes it from others.
func (e *Entry) ending() string {
	const n = 8
	if len(e.URL) <= n {
		return e.URL
	}
	return "…" + part.Short(strings.ToValidUTF8(e.URL[len(e.URL)-n:], "�"), 3*n)
}

func (e *Entry) counted() string {
	n := e.Posts()
	out := deliveryCount(n)
	if other := len(e.Deliveries) - n; other > 0 {
		out += " and " + part.Plural(other, "other request")
	}
	return out
}

// View is the content of the screen.
type View struct {
	Entries  []*Entry
	HasOlder bool   // older deliveries were not read
	Open     *Entry // the open address; nil for none
	Delivery *deliveryView
	Base     string // the beginning of the receiver's addresses; "" without a receiver
	Example  bool   // the reference agent runs
	Mode     string // last used delivery mode
	Now      time.Time
	since    int64
}

// isElsewhere reports whether another program than this console received at an address.
func (v *View) isElsewhere(e *Entry) bool {
	return e.Hook == nil && (v.Base == "" || !strings.HasPrefix(e.URL, v.Base))
}

func (s *Screen) Read(ctx context.Context, key, delivery string) (*View, error) {
	list, err := s.Library.Exchanges(ctx, wire.Filter{Origins: []wire.Origin{wire.Push}}, wire.Page{Limit: maxDeliveries})
	if err != nil {
		return nil, fmt.Errorf("read the deliveries: %w", err)
	}
	names, err := s.Lists.Names(ctx)
	if err != nil {
		return nil, err
	}
	v := &View{Now: s.Web.Now(), HasOlder: len(list) == maxDeliveries, Example: s.Reference != "", Mode: s.mode.value()}
	byKey := map[string]*Entry{}
	entry := func(url string) *Entry {
		k := link.HookKey(url)
		if byKey[k] == nil {
			byKey[k] = &Entry{Key: k, URL: url}
			v.Entries = append(v.Entries, byKey[k])
		}
		return byKey[k]
	}
	slices.SortStableFunc(list, func(a, b wire.Exchange) int { return a.Started.Compare(b.Started) })
	for _, x := range list {
		entry(session.DeliveredTo(&x)).addDelivery(x)
		v.since = max(v.since, x.Version)
	}
	s.ownHooks(v, entry)
	slices.SortStableFunc(v.Entries, func(a, b *Entry) int { return b.Last.Compare(a.Last) })
	v.Entries = v.Entries[:min(len(v.Entries), maxHooks)]
	if err := s.markExaminations(ctx, v.Entries); err != nil {
		return nil, err
	}
	err = s.openHook(ctx, v, byKey[key], delivery)
	for _, e := range v.Entries {
		if e.Name = names[e.Agent]; e.Name == "" && e.Agent != "" {
			e.Name = record.HostOf(e.Agent)
		}
	}
	return v, err
}

// markExaminations notes which addresses examinations registered.
func (s *Screen) markExaminations(ctx context.Context, all []*Entry) error {
	examinations, err := record.ExaminationsBySession(ctx, s.Examiner)
	for _, e := range all {
		if len(e.Deliveries) > 0 {
			e.Examination = examinations[e.Deliveries[0].Session]
		}
	}
	return err
}

// ownHooks fills in the addresses that this run made. It adds those without deliveries that were
// registered or that a person created.
func (s *Screen) ownHooks(v *View, entry func(url string) *Entry) {
	if s.Webhooks == nil {
		return
	}
	v.Base = s.Webhooks.URL()
	for _, h := range s.Webhooks.Hooks() {
		if s.Pushes.Store.Registration(h.URL) == "" && !slices.ContainsFunc(v.Entries, func(e *Entry) bool { return e.URL == h.URL }) {
			continue
		}
		e := entry(h.URL)
		e.Hook = &h
		e.Agent = cmp.Or(e.Agent, h.Agent)
		if e.Last.IsZero() {
			e.Last = h.Created
		}
	}
}

func (e *Entry) addDelivery(x wire.Exchange) {
	e.Deliveries = append(e.Deliveries, x)
	e.Agent = cmp.Or(x.Agent, e.Agent)
	e.Task = cmp.Or(e.Task, x.Labels.Task)
	if st := a2a.State(x.Labels.State); st != "" && x.Labels.Task == e.Task {
		e.State = st
	}
	e.Last = x.Started
}

// setTask assigns the entry to a task, whichever one its first delivery named.
func (e *Entry) setTask(task string) {
	if task == "" || task == e.Task {
		return
	}
	e.Task, e.State = task, ""
	for _, x := range e.Deliveries {
		if st := a2a.State(x.Labels.State); st != "" && x.Labels.Task == task {
			e.State = st
		}
	}
}

// maxAssessed bounds the addresses of the list that are assessed.
const maxAssessed = 25

// openHook assesses the open entry and then the first of the list, all within one budget.
func (s *Screen) openHook(ctx context.Context, v *View, open *Entry, delivery string) error {
	v.Open = open
	b := pushes.NewBudget()
	study := func(e *Entry) (err error) {
		e.Assessment, err = s.Assess(ctx, e, b)
		return err
	}
	if open != nil { // first: it gets the budget before the others
		if err := study(open); err != nil {
			return err
		}
	}
	for _, e := range v.Entries[:min(len(v.Entries), maxAssessed)] {
		if e == open {
			continue
		}
		if err := study(e); err != nil {
			return err
		}
	}
	if open == nil {
		return nil
	}
	for i := range open.Assessment.Deliveries {
		if d := &open.Assessment.Deliveries[i]; d.X.ID == delivery {
			v.Delivery = d
			return s.fillDelivery(ctx, d)
		}
	}
	return nil
}

func (s *Screen) webhooksPage(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Read(r.Context(), r.PathValue("key"), r.URL.Query().Get("delivery"))
	if err != nil {
		return err
	}
	title := "Webhooks"
	switch {
	case v.Open != nil && v.Open.Task != "":
		title = "Webhook of task " + part.ShortID(v.Open.Task)
	case v.Open == nil && r.PathValue("key") != "":
		return web.Fail(http.StatusNotFound, "The console does not know this webhook.",
			"Its deliveries may have been deleted with their session, or the console was restarted before any arrived.", "Look for others on Webhooks.")
	}
	return s.Web.Page(w, r, web.Page{Title: title, Screen: "webhooks", Styles: []string{"list", "exchange", "webhooks"}, Body: webhooksBody(v), Live: true, Since: v.since})
}
