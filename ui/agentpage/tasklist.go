package agentpage

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/part"
)

// tasksHeld is how many tasks of an agent's list are shown.
const tasksHeld = 500

// taskQuery is what an agent is asked to list, as typed.
type taskQuery struct {
	As                               agents.Protocol
	Context, State, Since, Size, Had string // Had: length of history
	Artifacts                        bool
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
	Ways []agents.Protocol // of the card, that can list
}

// lists reports whether a version can list tasks over a binding.
func lists(w agents.Protocol) bool {
	_, _, err := dialect.Request(w.Version, w.Binding, "http://agent/", "", &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{}})
	return err == nil
}

func readTasks(a agentView) *listingView {
	v := &listingView{Ways: slices.DeleteFunc(agents.Protocols(a.Entry), func(w agents.Protocol) bool { return !lists(w) })}
	if l := a.Listed; l != nil {
		v.agentListing = *l
	}
	return v
}

// taskQueryOf reads the form.
func taskQueryOf(f url.Values) taskQuery {
	at := func(name string) string { return strings.TrimSpace(f.Get(name)) }
	return taskQuery{As: agents.ProtocolOf(f.Get("as")), Context: at("context"), State: at("state"), Since: at("since"), Size: at("size"), Had: at("history"), Artifacts: f.Get("artifacts") != ""}
}

// call is the query as a call, for a page.
func (q taskQuery) call(now time.Time, page string) (*a2a.Call, error) {
	c := &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{ContextID: q.Context, State: a2a.State(q.State), PageToken: page, IncludeArtifacts: q.Artifacts}}
	if q.Size != "" {
		n, err := strconv.Atoi(q.Size)
		if err != nil || n < 1 || n > 100 {
			return nil, fmt.Errorf("tasks a page: %q is not a number from 1 to 100", q.Size)
		}
		c.List.PageSize = n
	}
	if q.Had != "" {
		n, err := strconv.Atoi(q.Had)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("history length: %q is not a whole number from 0", q.Had)
		}
		c.HistoryLength = &n
	}
	var err error
	c.List.StatusTimestampAfter, err = changedSince(q.Since, now)
	return c, err
}

// changedSince takes a time, or how long ago it was.
func changedSince(text string, now time.Time) (string, error) {
	if text == "" {
		return "", nil
	}
	if _, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return text, nil
	}
	if ago, err := time.ParseDuration(strings.TrimSpace(strings.TrimSuffix(text, "ago"))); err == nil && ago > 0 {
		return now.Add(-ago).UTC().Format(time.RFC3339), nil
	}
	return "", fmt.Errorf("changed since: %q is not a time; write %s, or how long ago, such as 10m", text, now.UTC().Format(time.RFC3339))
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
	c, err := out.Query.call(s.Web.Now(), page)
	if err != nil {
		return err
	}
	t, err := s.Agents.Target(a, out.Query.As.Version, out.Query.As.Binding)
	if err != nil {
		return err
	}
	p, err := s.Caller.Prepare(t, c)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, agents.CardPatience)
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
		return noTasks(end.Status)
	}
	if isNoList(got) {
		return errors.New("the answer is no list of tasks: its result has no member tasks")
	}
	out.take(got.Result, page)
	for i := range out.Tasks {
		out.Tasks[i].OnRecord = s.onRecord(ctx, out.Tasks[i].ID)
	}
	return nil
}

// noTasks says that what came is no list, and of a sign-in that is missing what to do.
func noTasks(status int) error {
	if status == http.StatusUnauthorized {
		return errors.New("the agent asks for sign-in (HTTP 401): sign in on this page, then list again")
	}
	return fmt.Errorf("HTTP %d, but the response is not a task list", status)
}

// isNoList reports an answer that says something else than a list. Protobuf leaves out a list
// that is empty, and then nothing is left, or what tells of pages.
func isNoList(r a2a.Reading) bool {
	var doc map[string]json.RawMessage
	if len(r.Result.Tasks) > 0 || json.Unmarshal(r.JSON(), &doc) != nil {
		return false
	}
	if result, ok := doc["result"]; ok {
		if doc = nil; json.Unmarshal(result, &doc) != nil {
			return false
		}
	}
	for _, name := range []string{"tasks", "nextPageToken", "pageSize", "totalSize"} {
		if _, ok := doc[name]; ok {
			return false
		}
	}
	return len(doc) > 0
}

// take adds a page.
func (l *agentListing) take(r *a2a.Result, page string) {
	for _, t := range r.Tasks {
		if len(l.Tasks) < tasksHeld {
			l.Tasks = append(l.Tasks, listedTask{Task: t})
		}
	}
	l.Pages++
	l.Next, l.Total = r.Next, r.Total
	if l.Next != "" && l.Next == page {
		l.Next, l.Problem = "", "the agent names the same page again; no more pages are requested"
	}
	if len(l.Tasks) >= tasksHeld {
		l.Next = ""
	}
}

// onRecord reports whether anything on record is about a task.
func (s *Screen) onRecord(ctx context.Context, task string) bool {
	xs, err := s.Library.Exchanges(ctx, wire.Filter{Task: task}, wire.Page{Limit: 1})
	return err == nil && task != "" && len(xs) > 0
}

// awaitTask waits until a task has a page; not for long.
func (s *Screen) awaitTask(ctx context.Context, task string) bool {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	bell, stop := s.Library.Watch()
	defer stop()
	for {
		if s.onRecord(ctx, task) {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-bell:
		}
	}
}

// chosen is the way to list in: the one asked in before, else the first.
func (v *listingView) chosen() agents.Protocol {
	if slices.Contains(v.Ways, v.Query.As) || len(v.Ways) == 0 {
		return v.Query.As
	}
	return v.Ways[0]
}

// continueAt opens Compose on a listed task.
func (v *listingView) continueAt(origin string, t listedTask) string {
	d := draft.Draft{Agent: origin, Version: v.Query.As.Version, Binding: v.Query.As.Binding, Task: t.ID, Context: t.ContextID}
	return d.Address()
}

// states are the states that a list can be narrowed to.
func states() []a2a.State {
	return []a2a.State{a2a.Submitted, a2a.Working, a2a.InputRequired, a2a.AuthRequired, a2a.Completed, a2a.Failed, a2a.Canceled, a2a.Rejected}
}

// changed is when the agent says that a task changed last, in its own words where
// they are no time.
func (t listedTask) changed() string {
	if at, err := time.Parse(time.RFC3339, t.Status.Timestamp); err == nil {
		return part.Stamp(at)
	}
	return part.Short(t.Status.Timestamp, 32)
}

// saysOf is what a task says of itself: its status message, else its first artifact.
func (t listedTask) saysOf() string {
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

// offered are the versions of the card, in words, for an agent that cannot list.
func offered(a agents.Entry) string {
	var out []string
	for _, w := range agents.Protocols(a) {
		out = append(out, w.Word())
	}
	return cmp.Or(strings.Join(out, ", "), "nothing that can be called")
}
