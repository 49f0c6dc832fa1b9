package traffic

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	maxTasks    = 50 // tasks on a page
	maxTaskRows = 50 // exchanges listed below a task
)

// taskGroup is a task as "By task" lists it.
type taskGroup struct {
	wire.TaskExchanges
	Title       string     // the first line of its first message; "" if unknown
	Name        string     // the agent's name
	ShortName   string     // the agent's name, for a column
	Query       link.Query // the page's query
	Now         time.Time
	ClientState clientState // what the client saw, in the call that contains the state
	Path        []pathStep
}

// taskPage is a page of tasks and its surroundings.
type taskPage struct {
	list.Listing
	Groups    []taskGroup
	Taskless  bool   // there are exchanges but no tasks
	TaskCount int    // number of sorted tasks; 0 if they are not sorted
	Totals    string // "" if the tasks were not counted
}

// Lasted is the time from the first request to the last end.
func (g taskGroup) Lasted() time.Duration {
	if g.Open > 0 || g.Last.IsZero() {
		return g.Now.Sub(g.First)
	}
	return g.Last.Sub(g.First)
}

func (g taskGroup) lastRow() record.Row { return record.Row{Exchange: g.LatestCall, Now: g.Now} }

// broken reports whether the task's outcome is unknown, as on its page.
func (g taskGroup) broken() bool { return record.BrokenTask(g.lastRow(), g.State()) }

// hasFailureTitle reports whether the title is not a client's text but the reason why all
// calls of the task failed.
func (g taskGroup) hasFailureTitle() bool {
	return g.Failed == g.Count && !slices.ContainsFunc(g.FirstExchanges, func(x wire.Exchange) bool { return record.Row{Exchange: x}.IsRequestText() })
}

// isUnheard reports whether the agent ended the task in an exchange that is still open. A rule may
// hold that event, so that the client does not know yet.
func (g taskGroup) isUnheard() bool { return g.Latest.Outcome == wire.Open && g.State().Terminal() }

// State returns the last state seen.
func (g taskGroup) State() a2a.State { return a2a.State(g.Latest.Labels.State) }

// Counted returns the number of the task's exchanges, with "+" if there may be more.
func (g taskGroup) Counted() string {
	if g.Count >= wire.MaxTaskExchanges {
		return part.Count(g.Count) + "+"
	}
	return part.Count(g.Count)
}

func (g taskGroup) unit() string {
	if g.Count == 1 {
		return "exchange"
	}
	return "exchanges"
}

// TimeWord formats a time for a list: the time for today, else with the day. Tasks often last only
// seconds.
func (g taskGroup) TimeWord(t time.Time) string {
	t, now := t.Local(), g.Now.Local()
	if t.Year() == now.Year() && t.YearDay() != now.YearDay() {
		return t.Format("2 Jan 15:04:05")
	}
	return words.Moment(t, now)
}

// elementID is the id of the group's element. It does not change with the exchanges, so that the
// group stays open. It does not contain the task id that the agent chose.
func (g taskGroup) elementID() string { return elementOf(g.key()) }

// taskKey identifies a task. Ids are unique only within an agent.
type taskKey struct{ ID, Agent string }

func (g taskGroup) key() taskKey { return taskKey{g.ID, g.Agent} }

func elementOf(k taskKey) string {
	h := sha256.Sum256([]byte(k.Agent + "\n" + k.ID))
	return "t" + hex.EncodeToString(h[:16])
}

func (g taskGroup) rowsURL() string {
	v := g.Query.Values()
	v.Set("rows", g.ID)
	v.Set("of", g.Agent)
	return "/traffic?" + v.Encode()
}

func (g taskGroup) listURL() string {
	q := g.Query.InView("")
	q.Text = strings.TrimSpace(q.Text + " " + link.Term("task", g.ID))
	if g.Shared {
		q.Text += " " + link.Term("agent", g.Agent)
	}
	return q.URL("/traffic")
}

func (g taskGroup) taskURL() string { return part.TaskURL(g.ID, g.Agent) }

func (p taskPage) tasklessURL() string {
	q := p.Query.InView("")
	q.Text = strings.TrimSpace(q.Text + " -task:*")
	return q.URL("/traffic")
}

func (p taskPage) olderURL() string { return link.OlderURL(p.Query, p.Older, false) }

// ByTask returns the view of Traffic that groups exchanges by task.
func (s *Screen) ByTask() list.View {
	return list.View{
		Pane: func(ctx context.Context, q link.Query) (list.Pane, error) {
			p, err := s.taskPage(ctx, q)
			if err == nil && p.Totals == "" {
				p.Totals, err = s.totals(ctx, q)
			}
			return list.Pane{Title: "Traffic by task", Styles: []string{"traffic"}, Body: tasksPane(p), Selection: taskList(p), Bar: p.Listing, Since: p.Since}, err
		},
		Live: func(q link.Query) web.View { return s.tasksLive(q) },
	}
}

func (s *Screen) tasksLive(q link.Query) web.View {
	tasks := &tasksView{s: s, q: q}
	return web.Together{tasks, &totalsView{s: s, q: q, tasks: tasks}}
}

func (s *Screen) taskPage(ctx context.Context, q link.Query) (p taskPage, err error) {
	p.Listing = list.Listing{Query: q, CanKeep: s.Keeper != nil}
	version, err := s.Library.Versions(ctx) // first: changes during the read show up later
	if err != nil {
		return p, fmt.Errorf("read the tasks: %w", err)
	}
	if p.Names, err = s.Lists.Names(ctx); err != nil {
		return p, err
	}
	p.Since, p.Sessions = version.Exchanges, version.NonExchange()
	found, err := s.readTasks(ctx, &p)
	if err != nil {
		return p, err
	}
	if p.Groups, err = s.groups(ctx, p.Listing, found); err != nil {
		return p, err
	}
	p.IsEmpty = len(found) == 0 && q.Before == 0 && q.From == 0
	if p.IsEmpty {
		xs, err := s.Library.Exchanges(ctx, q.Filter, wire.Page{Limit: 1, Search: &wire.Search{Budget: list.SearchTime}})
		if err != nil {
			return p, fmt.Errorf("look for exchanges without a task: %w", err)
		}
		p.Taskless = len(xs) > 0
	}
	s.Lists.FillScope(ctx, &p.Listing)
	p.HasHiddenProbes = p.IsEmpty && !p.Taskless && s.Lists.HidesProbes(ctx, q)
	if p.IsEmpty && !p.Taskless {
		s.Lists.FindFormer(ctx, &p.Listing)
	}
	if q.Before == 0 {
		p.Gaps, err = s.Lists.Gaps(ctx, q)
	}
	return p, err
}

// readTasks reads the tasks of the page: the newest from its start on, or the sorted ones.
func (s *Screen) readTasks(ctx context.Context, p *taskPage) ([]wire.TaskExchanges, error) {
	if p.Query.Sorted() {
		return s.sortedTasks(ctx, p)
	}
	page := wire.Page{Before: p.Before, Limit: maxTasks, Search: &wire.Search{Budget: list.SearchTime}}
	found, err := s.Library.Tasks(ctx, p.Filter, page)
	if err != nil {
		return nil, fmt.Errorf("read the tasks: %w", err)
	}
	switch {
	case len(found) == maxTasks:
		p.Older = found[len(found)-1].NewestSeq
	case page.Search.NextBefore > 0:
		p.Older, p.IsPartial = page.Search.NextBefore, true
	}
	return found, nil
}

func (s *Screen) sortedTasks(ctx context.Context, p *taskPage) ([]wire.TaskExchanges, error) {
	samples, err := s.Lists.Samples.Read(ctx, p.Filter)
	if err != nil {
		return nil, err
	}
	o := p.Order
	o.Names = p.Names
	index := indexOf(samples)
	p.Totals = index.words()
	all := index.sorted(o, s.Web.Now())
	p.TaskCount = len(all)
	all = all[min(p.From, len(all)):]
	all = all[:min(len(all), maxTasks)]
	at, ids := map[taskKey]int{}, make([]string, len(all))
	for i, t := range all {
		at[t.taskKey], ids[i] = i, t.ID
	}
	slices.Sort(ids)
	found, err := s.Library.TasksByID(ctx, p.Filter, slices.Compact(ids))
	if err != nil {
		return nil, fmt.Errorf("read the tasks: %w", err)
	}
	found = slices.DeleteFunc(found, func(t wire.TaskExchanges) bool { _, is := at[taskKey{t.ID, t.Agent}]; return !is })
	slices.SortFunc(found, func(a, b wire.TaskExchanges) int {
		return at[taskKey{a.ID, a.Agent}] - at[taskKey{b.ID, b.Agent}]
	})
	return found, nil
}

func (s *Screen) groups(ctx context.Context, l list.Listing, found []wire.TaskExchanges) (gs []taskGroup, err error) {
	for _, t := range found {
		g := taskGroup{TaskExchanges: t, Query: l.Query, Now: s.Web.Now()}
		g.Name, g.ShortName = cmp.Or(l.Names[t.Latest.Agent], record.HostOf(t.Latest.Agent)), record.ShortName(t.Latest.Agent, l.Names)
		g.Title = record.TaskTitle(t.FirstExchanges)
		if g.ClientState, err = s.readClientState(ctx, t.Latest); err != nil {
			return nil, fmt.Errorf("read what the client saw of %s: %w", t.Latest.ID, err)
		}
		if g.Path, err = s.path(ctx, &g); err != nil {
			return nil, err
		}
		gs = append(gs, g)
	}
	return gs, nil
}

// taskRows serves the exchanges of a task, which the page requests when the task is opened.
func (s *Screen) taskRows(w http.ResponseWriter, r *http.Request, q link.Query, k taskKey) error {
	named, err := s.Library.TasksByID(r.Context(), q.Filter, []string{k.ID})
	if err != nil {
		return fmt.Errorf("read the task: %w", err)
	}
	g := taskGroup{TaskExchanges: wire.TaskExchanges{ID: k.ID, Agent: k.Agent}, Query: q}
	f := q.Filter
	f.Task = k.ID
	if slices.ContainsFunc(named, func(t wire.TaskExchanges) bool { return t.Shared }) {
		g.Shared, f.Agents = true, []string{k.Agent}
	}
	xs, err := s.Library.Exchanges(r.Context(), f, wire.Page{Limit: maxTaskRows})
	if err != nil {
		return fmt.Errorf("read the exchanges: %w", err)
	}
	names, err := s.Lists.Names(r.Context())
	if err != nil {
		return err
	}
	var rows []record.Row
	for _, x := range slices.Backward(xs) { // oldest first, as people read a task
		rows = append(rows, s.Lists.Row(x, names, q, ""))
	}
	p := web.NewPatches(w, r)
	p.Inner("#"+elementOf(k)+"-rows", taskRowList(rows, g))
	return p.Flush()
}

// callsTitle summarizes the calls: "SendMessage, GetTask ×41".
func (g taskGroup) callsTitle() string {
	var calls []string
	for _, c := range g.Calls {
		call := part.Short(c.Op, 40)
		if c.Op == "" {
			call = "other requests"
		}
		if c.Count > 1 {
			call += " ×" + part.Count(c.Count)
		}
		calls = append(calls, call)
	}
	return strings.Join(calls, ", ")
}

// lastSeen returns the newest known time: an end, or the start of an open exchange.
func (g taskGroup) lastSeen() time.Time {
	if g.Last.IsZero() || g.Latest.Started.After(g.Last) {
		return g.Latest.Started
	}
	return g.Last
}

// state returns a digest of what a group shows. It excludes bytes and events of an open exchange,
// which the exchange itself shows.
func (g taskGroup) state() string {
	h := sha256.Sum256(fmt.Append(nil, g.Query.Values().Encode(), g.Shared, g.Calls, g.Failed, g.Open, g.Interrupted, g.Last.UnixNano(), g.NewestSeq, g.Latest.ID, g.Latest.Labels.State, g.LatestCall.ID, g.broken(), g.Title, g.Name, g.ClientState, g.Path))
	return hex.EncodeToString(h[:8])
}
