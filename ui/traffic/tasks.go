package traffic

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// taskGroup is a task with its exchanges, as "By task" lists it.
type taskGroup struct {
	ID     string // "" for exchanges of no task
	State  a2a.State
	First  time.Time
	Last   time.Time
	Rows   []record.Row // newest first
	Errors int
	Stops  int // that the console did not see end
	Open   bool
	Now    time.Time
	More   bool // the list may hold only the newest of its exchanges
}

// Lasted is from the first request to the last end.
func (g taskGroup) Lasted() time.Duration {
	if g.Open {
		return g.Now.Sub(g.First)
	}
	return g.Last.Sub(g.First)
}

// groupedRows is how many exchanges are read for the grouping.
const groupedRows = 1000

// byTask is Traffic with the exchanges of each task together.
func (s *Screen) byTask(w http.ResponseWriter, r *http.Request, q link.Query) error {
	l, gs, err := s.taskGroups(r.Context(), q)
	if err != nil {
		return err
	}
	return s.Web.Page(w, r, web.Page{Title: "Traffic by task", Screen: "traffic", Styles: append(list.DetailStyles(), "traffic"), Body: tasksBody(l, gs), Live: true, Since: l.Since})
}

// taskGroups reads the newest exchanges and groups them.
func (s *Screen) taskGroups(ctx context.Context, q link.Query) (list.Listing, []taskGroup, error) {
	xs, err := s.Library.Exchanges(ctx, q.Filter, wire.Page{Limit: groupedRows})
	if err != nil {
		return list.Listing{Query: q}, nil, fmt.Errorf("read the exchanges: %w", err)
	}
	l, err := s.groupedList(ctx, q, xs)
	return l, s.group(l, xs), err
}

// groupedList is what stands around the groups.
func (s *Screen) groupedList(ctx context.Context, q link.Query, xs []wire.Exchange) (list.Listing, error) {
	l := list.Listing{Query: q, Keep: s.Keeper != nil, Nothing: len(xs) == 0, Scale: record.ScaleOf(xs, s.Web.Now())}
	for _, x := range xs {
		l.Since = max(l.Since, x.Version)
	}
	names, err := s.Lists.Names(ctx)
	if err != nil {
		return l, err
	}
	l.Names, l.Banner = names, s.Lists.Scope(ctx, q)
	l.Lost, err = s.Lists.Gaps(ctx, q)
	return l, err
}

// group puts the exchanges of each task together, newest first.
func (s *Screen) group(l list.Listing, xs []wire.Exchange) (gs []taskGroup) {
	at := map[string]int{}
	now := s.Web.Now()
	for _, x := range xs {
		key := x.Labels.Task
		i, ok := at[key]
		if !ok {
			i = len(gs)
			at[key] = i
			gs = append(gs, taskGroup{ID: key, State: a2a.State(x.Labels.State), Now: now, More: len(xs) == groupedRows})
		}
		gs[i].add(s.Lists.Row(x, l.Names, l.Query, "", l.Scale))
	}
	return gs
}

// elementID is that of the group on the page. It stays while exchanges come and go, so
// that the group stays open; what agents chose as the task's id does not get into it.
func (g taskGroup) elementID() string {
	h := sha256.Sum256([]byte(g.ID))
	return "t" + hex.EncodeToString(h[:16])
}

// groupOrder is the ids of groups in their order.
func groupOrder(gs []taskGroup) string {
	ids := make([]string, len(gs))
	for i, g := range gs {
		ids[i] = g.elementID()
	}
	return strings.Join(ids, " ")
}

// add takes the next older exchange.
func (g *taskGroup) add(r record.Row) {
	g.Rows = append(g.Rows, r)
	g.First = r.Started
	if g.State == "" {
		g.State = r.State()
	}
	end := r.Ended
	if end.IsZero() {
		g.Open = true
		end = r.Now
	}
	if end.After(g.Last) {
		g.Last = end
	}
	if r.Broken() || r.Labels.Error != "" {
		g.Errors++
	}
	if r.Interrupted() {
		g.Stops++
	}
}

// Calls folds a task's exchanges into "GetTask ×41".
func (g taskGroup) Calls() []opCount {
	var out []opCount
	at := map[string]int{}
	for i := len(g.Rows) - 1; i >= 0; i-- {
		op := g.Rows[i].Operation()
		n, ok := at[op]
		if !ok {
			n = len(out)
			at[op] = n
			out = append(out, opCount{Op: op})
		}
		out[n].N++
	}
	return out
}

type opCount struct {
	Op string
	N  int
}
