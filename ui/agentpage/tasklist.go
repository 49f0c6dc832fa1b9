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
)

// maxListedTasks is how many tasks of an agent's list are shown.
const maxListedTasks = 500

// taskQuery is what an agent is asked to list, as typed.
type taskQuery struct {
	Protocol       agents.Protocol
	Context, State string
}

// agentListing is what an agent listed. It is never changed, only replaced.
type agentListing struct {
	Query    taskQuery
	Tasks    []listedTask
	Next     string // page that follows, "" for none
	Total    int    // as the agent says, 0 when it does not
	Pages    int
	Problem  string
	Exchange string
	At       time.Time
}

// listedTask is a task of an agent's list.
type listedTask struct {
	a2a.Task
	OnRecord bool // it has a page
}

// listingView is the Tasks tab.
type listingView struct {
	agentListing
	Protocols []agents.Protocol // of the card, that can list
}

// canListTasks reports whether a version can list tasks over a binding.
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

// taskQueryOf reads the form.
func taskQueryOf(f url.Values) taskQuery {
	return taskQuery{Protocol: agents.ProtocolOf(f.Get("as")), Context: strings.TrimSpace(f.Get("context")), State: f.Get("state")}
}

// listTasks asks an agent for its tasks; on is the list to go on with, nil to
// begin.
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
	ctx = wire.WithCallOptions(ctx, wire.CallOptions{ID: wire.NewID(), Origin: wire.Compose, Caller: "Tasks"})
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
	for i := range out.Tasks {
		out.Tasks[i].OnRecord = s.onRecord(ctx, out.Tasks[i].ID)
	}
	return nil
}

// noListError says that what came is no list, and of a sign-in that is missing what to do.
func noListError(status int) error {
	if status == http.StatusUnauthorized {
		return errors.New("the agent asks for sign-in (HTTP 401): sign in on this page, then list again")
	}
	return fmt.Errorf("HTTP %d, but the response is not a task list", status)
}

// take adds a page.
func (l *agentListing) take(r *a2a.Result, page string) {
	for _, t := range r.Tasks {
		if len(l.Tasks) < maxListedTasks {
			l.Tasks = append(l.Tasks, listedTask{Task: t})
		}
	}
	l.Pages++
	l.Next, l.Total = r.Next, r.Total
	if l.Next != "" && l.Next == page {
		l.Next, l.Problem = "", "the agent names the same page again; no more pages are requested"
	}
	if len(l.Tasks) >= maxListedTasks {
		l.Next = ""
	}
}

// onRecord reports whether anything on record is about a task.
func (s *Screen) onRecord(ctx context.Context, task string) bool {
	xs, err := s.Library.Exchanges(ctx, wire.Filter{Task: task}, wire.Page{Limit: 1})
	return err == nil && task != "" && len(xs) > 0
}

// chosen is the way to list in: the one asked in before, else the first.
func (v *listingView) chosen() agents.Protocol {
	if slices.Contains(v.Protocols, v.Query.Protocol) || len(v.Protocols) == 0 {
		return v.Query.Protocol
	}
	return v.Protocols[0]
}

// states are the states that a list can be narrowed to.
func states() []a2a.State {
	return []a2a.State{a2a.Submitted, a2a.Working, a2a.InputRequired, a2a.AuthRequired, a2a.Completed, a2a.Failed, a2a.Canceled, a2a.Rejected}
}

// changeTime is when the agent says that a task changed last, in its own words where
// they are no time.
func (t listedTask) changeTime() string {
	if at, err := time.Parse(time.RFC3339, t.Status.Timestamp); err == nil {
		return part.Stamp(at)
	}
	return part.Short(t.Status.Timestamp, 32)
}

// summary is what a task says of itself: its status message, else its first artifact.
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

// offeredVersions are the versions of the card, in words, for an agent that cannot list.
func offeredVersions(a agents.Entry) string {
	var out []string
	for _, w := range agents.Protocols(a) {
		out = append(out, w.Word())
	}
	return cmp.Or(strings.Join(out, ", "), "nothing that can be called")
}
