package agentpage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

const maxListedTasks = 500

// taskQuery is what the form asks for, as typed.
type taskQuery struct {
	Protocol       agents.Protocol
	Context, State string
}

// agentListing is what an agent listed. It is never modified, only replaced.
type agentListing struct {
	Query    taskQuery
	Tasks    []listedTask
	Next     string // token of the next page, "" for none
	Total    int    // as the agent says, 0 if it does not
	Pages    int
	Problem  string
	Exchange string
	At       time.Time
}

type listedTask struct {
	a2a.Task
	OnRecord bool   // it is on record, and so has a page
	Title    string // its first text on record, "" for none
}

type listingView struct {
	agentListing
	Protocols []agents.Protocol // protocols of the card in which tasks can be listed
}

func canListTasks(w agents.Protocol) bool {
	_, _, err := dialect.Request(w.Version, w.Binding, "http://agent/", "", &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{}})
	return err == nil
}

func readTasks(a agentView) *listingView {
	v := &listingView{Protocols: slices.DeleteFunc(agents.Protocols(a.Entry), func(w agents.Protocol) bool { return !canListTasks(w) })}
	if l := a.TaskListing; l != nil {
		v.agentListing = *l
	}
	return v
}

func taskQueryOf(f url.Values) taskQuery {
	return taskQuery{Protocol: agents.ProtocolOf(f.Get("as")), Context: strings.TrimSpace(f.Get("context")), State: f.Get("state")}
}

// listTasks requests a page of an agent's tasks. It continues on, or begins a list if on is nil.
func (s *Screen) listTasks(ctx context.Context, a wire.Agent, q taskQuery, on *agentListing) *agentListing {
	out, page := &agentListing{Query: q, At: s.Web.Now()}, ""
	if on != nil {
		out.Tasks, out.Pages, page = slices.Clone(on.Tasks), on.Pages, on.Next
	}
	if err := s.listPage(ctx, a, page, out); err != nil {
		out.Problem = err.Error()
		out.Next = page
	}
	return out
}

func (s *Screen) listPage(ctx context.Context, a wire.Agent, page string, out *agentListing) error {
	q := out.Query
	t, err := s.Agents.Target(a, q.Protocol.Version, q.Protocol.Binding)
	if err != nil {
		return err
	}
	p, err := s.Caller.Prepare(t, &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{ContextID: q.Context, State: a2a.State(q.State), PageToken: page}})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, agents.CardTimeout)
	defer cancel()
	var got a2a.Reading
	ctx = wire.WithCallOptions(ctx, wire.CallOptions{ID: wire.NewID(), Origin: wire.Console})
	end, err := s.Caller.Send(ctx, p, func(e inspector.Event) { got = e.Reading })
	out.Exchange = end.Exchange
	switch {
	case err != nil:
		return err
	case got.Error != nil:
		return errors.New(words.ErrorLine(got.Error))
	case end.Problem != "":
		return errors.New(end.Problem)
	case got.Result == nil || got.Result.Tasks == nil:
		return noListError(end.Status)
	}
	out.take(got.Result, page)
	return s.addTitles(ctx, a.Origin, out.Tasks)
}

// addTitles sets OnRecord of tasks, and the Title of those that are on record.
func (s *Screen) addTitles(ctx context.Context, origin string, list []listedTask) error {
	var ids []string
	for _, t := range list {
		if t.ID != "" {
			ids = append(ids, t.ID)
		}
	}
	known, err := s.Library.TasksByID(ctx, wire.Filter{}, ids)
	for i, t := range list {
		at := slices.IndexFunc(known, func(k wire.TaskExchanges) bool { return k.ID == t.ID && k.Agent == origin })
		if list[i].OnRecord = at >= 0; at >= 0 {
			list[i].Title = record.TaskTitle(known[at].FirstExchanges)
		}
	}
	return err
}

// noListError says that the response is not a task list, and what to do if a sign-in is missing.
func noListError(status int) error {
	if status == http.StatusUnauthorized {
		return errors.New("the agent requires a sign-in (HTTP 401): sign in on this page, then list again")
	}
	return fmt.Errorf("HTTP %d, but the response is not a task list", status)
}

// take adds the page r, which was requested with the token page.
func (l *agentListing) take(r *a2a.Result, page string) {
	for _, t := range r.Tasks {
		if len(l.Tasks) < maxListedTasks {
			l.Tasks = append(l.Tasks, listedTask{Task: t})
		}
	}
	l.Pages++
	l.Next, l.Total = r.Next, r.Total
	if l.Next != "" && l.Next == page {
		l.Next, l.Problem = "", "the agent returned the same page again, so the console stopped listing"
	}
	if len(l.Tasks) >= maxListedTasks {
		l.Next = ""
	}
}

// onRecord reports whether any exchange on record is about a task.
func (s *Screen) onRecord(ctx context.Context, task string) bool {
	xs, err := s.Library.Exchanges(ctx, wire.Filter{Task: task}, wire.Page{Limit: 1})
	return err == nil && task != "" && len(xs) > 0
}

// chosen returns the protocol to list in: the one used before, or else the first.
func (v *listingView) chosen() agents.Protocol {
	if slices.Contains(v.Protocols, v.Query.Protocol) || len(v.Protocols) == 0 {
		return v.Query.Protocol
	}
	return v.Protocols[0]
}

func states() []a2a.State {
	return []a2a.State{a2a.Submitted, a2a.Working, a2a.InputRequired, a2a.AuthRequired, a2a.Completed, a2a.Failed, a2a.Canceled, a2a.Rejected}
}

// changeTime returns when the task last changed, as the agent says; verbatim if that is not a time.
func (t listedTask) changeTime() string {
	if at, err := time.Parse(time.RFC3339, t.Status.Timestamp); err == nil {
		return part.Stamp(at)
	}
	return part.Short(t.Status.Timestamp, 32)
}

// summary returns the first text of a task: of its status message, or else of its artifacts.
func (t listedTask) summary() string {
	var parts []a2a.Part
	if m := t.Status.Message; m != nil {
		parts = m.Parts
	}
	for _, a := range t.Artifacts {
		parts = append(parts, a.Parts...)
	}
	for _, p := range parts {
		if p.Text != "" {
			return p.Text
		}
	}
	return ""
}

// offeredVersions describes the protocols of the card, for an agent that cannot list its tasks.
func offeredVersions(a agents.Entry) string {
	var out []string
	for _, w := range agents.Protocols(a) {
		out = append(out, w.Word())
	}
	return cmp.Or(strings.Join(out, ", "), "nothing that can be called")
}
