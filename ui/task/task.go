package task

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/models"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/talk"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/a2a-console/a2a-console/ui/why"
)

const (
	maxExchanges = 200 // exchanges of a task that are listed
	maxTapes     = 24  // exchanges whose bodies are read

	maxArtifacts = 50
)

func (s *Screen) Routes() []web.Route {
	return slices.Concat([]web.Route{
		{Pattern: "GET /tasks/{id}", Handle: s.taskPage, Live: s.taskLive},
	},
		web.Verbs(web.Route{Pattern: "POST /tasks/{id}/{do}", Handle: s.taskDo},
			"cancel", "get", "subscribe"),
		web.Verbs(web.Route{Pattern: "POST /tasks/{id}/push/{do}", Handle: s.taskPush},
			"set", "get", "list", "delete"))
}

// taskView is all that is on record about a task.
type taskView struct {
	ID, Context, Agent string
	Name               string          // the agent's name
	OtherTasks         []otherTask     // of other agents, with the same id
	Protocol           agents.Protocol // last used in its exchanges
	Tenant             string          // last used in its calls; "" for none
	Rows               []pollRow
	HasOlder           bool // there are older exchanges
	State              a2a.State
	Stages             []talk.Stage
	Overrun            *tape.Overrun // nil: no stream continued after the task's end
	Artifacts          []taskArtifact
	Talk               []talkItem      // complete; the latest are drawn
	Last               *tape.Tape      // the exchange whose events are shown
	HeldItems          []wire.HeldItem // items that rules hold of Last's exchange, oldest first
	Streaming          bool
	Problem            string
	CanKeep            bool // its exchanges can become a session
	Models             *models.Section
	Push               taskPushes
	Failed             *why.Explanation // nil: there is nothing to explain
	Now                time.Time
	lastCall           wire.Exchange // the newest call about it
	since              int64
	release            func() // unlocks the tapes
}

// pollRow is an exchange of the task, or a run of equal ones.
type pollRow struct {
	wire.Exchange
	Times int // more than 1: a run of polls without news
	Until time.Time
}

// taskArtifact is an artifact from the exchange that has most of it.
type taskArtifact struct {
	Exchange string
	Block    *stream.Block
}

// readTask gathers a task. It locks tapes: call release after drawing.
func (s *Screen) readTask(ctx context.Context, id, agent string) (*taskView, error) {
	f, others, err := s.agentFilter(ctx, id, agent)
	if err != nil {
		return nil, err
	}
	list, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: maxExchanges})
	if err != nil {
		return nil, fmt.Errorf("read the exchanges of task %s: %w", id, err)
	}
	if len(list) == 0 {
		return nil, web.Fail(http.StatusNotFound, "No exchange of this task is on record.",
			"Its session may have been deleted, or the id is mistyped.", "Look for it in Traffic.")
	}
	tape.SortByStart(list)
	calls := slices.DeleteFunc(slices.Clone(list), func(x wire.Exchange) bool { return x.Origin == wire.Push })
	if len(calls) == 0 {
		calls = list
	}
	last := calls[len(calls)-1] // a push says less about the agent and the version
	v := &taskView{ID: id, OtherTasks: others, lastCall: last, Agent: last.Agent, Protocol: agents.Protocol{Version: a2a.Version(last.Labels.Dialect), Binding: a2a.Binding(last.Labels.Binding)}, HasOlder: len(list) == maxExchanges, Rows: foldPolls(list), Now: s.Web.Now(), CanKeep: s.Keeper != nil}
	e, _ := s.Agents.Find(ctx, v.Agent)
	v.Name = cmp.Or(e.Title(), record.HostOf(v.Agent))
	v.Streaming = e.Card() == nil || e.Card().Capabilities.Streaming
	for _, x := range list {
		v.since = max(v.since, x.Version)
	}
	for _, x := range calls { // anybody may push
		v.Context = cmp.Or(x.Labels.Context, v.Context)
		if st := a2a.State(x.Labels.State); st != "" {
			v.State = st
		}
	}
	v.Push = s.readPushes(ctx, v, list) // slow: do it before the tapes are locked
	if v.Models, err = models.Read(ctx, s.Library, calls, v.Now); err != nil {
		return nil, err
	}
	s.taskTapes(ctx, v, calls)
	return v, nil
}

// taskTapes reads the contents of the task's exchanges: its states and artifacts.
func (s *Screen) taskTapes(ctx context.Context, v *taskView, list []wire.Exchange) {
	tapes, release := s.Tapes.ForExchanges(ctx, list[max(0, len(list)-maxTapes):])
	v.release = release
	for _, t := range tapes {
		if t.Call.Call != nil {
			v.Tenant = cmp.Or(t.Call.Call.Tenant, v.Tenant)
		}
		if t.Fold != nil && (v.Last == nil || t.Fold.Events > 1 || v.Last.Fold.Events <= 1) {
			v.Last = t
		}
	}
	if v.Last != nil {
		v.HeldItems = s.Lists.HeldOf(&v.Last.X)
	}
	v.Stages, v.Overrun = taskStages(tapes, v.ID, v.Now), tape.FindOverrun(tapes, v.ID)
	v.Artifacts, v.Talk = taskArtifacts(tapes), conversation(tapes)
	defer s.explainFailure(ctx, v, tapes, list)
	if n := len(v.Stages); n > 0 {
		v.State = v.Stages[n-1].State
	}
}

func (v *taskView) lastRow() record.Row { return record.Row{Exchange: v.lastCall, Now: v.Now} }

// broken reports whether the task's outcome is unknown.
func (v *taskView) broken() bool { return record.BrokenTask(v.lastRow(), v.State) }

// foldPolls folds runs of calls that repeat the previous one and got the same state.
func foldPolls(list []wire.Exchange) (out []pollRow) {
	for i := range list {
		x, n := list[i], len(out)-1
		if n >= 0 && isRepeat(&list[i-1], &x) {
			out[n].Times++
			out[n].Until = x.Started
			continue
		}
		out = append(out, pollRow{Exchange: x, Times: 1, Until: x.Started})
	}
	return out
}

// isRepeat reports whether x repeats before. It compares labels only, not what the calls ask for.
func isRepeat(before, x *wire.Exchange) bool {
	a, b := session.Labelled(before), session.Labelled(x)
	return session.Repeats(&a, &b) && before.Labels.State == x.Labels.State && before.Origin == x.Origin
}

// taskStages merges the states from all exchanges into one timeline. The last state lasts while an
// open exchange would report the next one, otherwise until the last event.
func taskStages(tapes []*tape.Tape, task string, now time.Time) (out []talk.Stage) {
	var all []stream.Stage
	var watched bool
	var heard time.Time
	for _, t := range tapes {
		watched = watched || t.X.Outcome == wire.Open
		if t.Fold != nil && t.Fold.Last.After(heard) {
			heard = t.Fold.Last
		}
		if t.Fold != nil && (t.Fold.Task == task || t.Fold.Task == "") {
			all = append(all, t.Fold.Stages...)
		}
	}
	slices.SortStableFunc(all, func(a, b stream.Stage) int { return a.At.Compare(b.At) })
	all = slices.CompactFunc(all, func(a, b stream.Stage) bool { return a.State == b.State })
	for i, st := range all {
		s := talk.Stage{State: st.State, Since: st.At}
		switch {
		case i+1 < len(all):
			s.Duration = all[i+1].At.Sub(st.At)
		case !st.State.Terminal() && watched:
			s.Duration, s.Open = now.Sub(st.At), true
		case !st.State.Terminal():
			s.Duration = max(0, heard.Sub(st.At))
		}
		out = append(out, s)
	}
	return out[max(0, len(out)-20):]
}

// taskArtifacts picks for each artifact the exchange that shows it best: one that has its
// beginning, then the one with more of it, then the later one.
func taskArtifacts(tapes []*tape.Tape) (out []taskArtifact) {
	at := map[string]int{}
	for _, t := range tapes {
		if t.Fold == nil {
			continue
		}
		for _, b := range t.Fold.Blocks {
			if b.Kind != stream.ArtifactBlock {
				continue
			}
			i, known := at[b.Artifact.ID]
			switch {
			case !known:
				at[b.Artifact.ID] = len(out)
				out = append(out, taskArtifact{t.X.ID, b})
			case b.Began && (!out[i].Block.Began || b.Size() >= out[i].Block.Size()):
				out[i] = taskArtifact{t.X.ID, b}
			}
		}
	}
	return out
}

func (s *Screen) taskPage(w http.ResponseWriter, r *http.Request) error {
	v, err := s.readTask(r.Context(), r.PathValue("id"), r.URL.Query().Get("agent"))
	if err != nil {
		return err
	}
	defer v.release()
	return s.Web.Page(w, r, web.Page{Title: "Task " + part.ShortID(v.ID), Screen: "traffic", Styles: []string{"talk", "push", "task"},
		Body: taskBody(v, s.Web.Assets.URL), Live: true, Since: v.since, OnDrawn: v.release})
}

type taskLive struct {
	s         *Screen
	id        string
	agent     string // "": the one with the newest exchanges
	gutter    talk.GutterView
	heldView  talk.HeldView
	rows      web.Rows
	hasOlder  bool // the page says that there are older exchanges
	artifacts web.Rows
}

func (s *Screen) taskLive(r *http.Request, _ int64) (web.View, error) {
	return &taskLive{s: s, id: r.PathValue("id"), agent: r.URL.Query().Get("agent")}, nil
}

func (l *taskLive) Concerns(n web.Notice) bool {
	if n.Kind != web.Record {
		return n.Matches(web.Agents, web.Sessions) || n.Matches(web.HeldItems) && l.heldView.Stale(l.s.Lists.HeldOf)
	}
	x, known := n.About()
	return !known || x.Labels.Task == l.id || x.Origin == wire.Model && !x.Ended.IsZero()
}

func (l *taskLive) Draw(ctx context.Context, p *web.Patches) error {
	v, err := l.s.readTask(ctx, l.id, l.agent)
	if err != nil {
		return err
	}
	defer v.release()
	p.Changed("task-head", taskHead(v))
	p.Changed("task-why", why.Box("task-why", v.Failed))
	l.drawTimeline(p, v)
	p.Changed("task-talk", taskTalk(v))
	p.Changed("task-models", models.List("task-models", v.Models))
	l.artifacts.Draw(p, "#task-artifacts", taskContent(v), artifactRows(v))
	p.Changed("task-push", taskPushList(v.Push))
	if v.Last != nil {
		l.gutter.Draw(p, v.Last, v.HeldItems, v.Now)
		l.heldView.Draw(p, "task-held", v.Last.X.ID, v.HeldItems, v.Now)
	}
	p.Since(v.since)
	return nil
}

// artifactRows returns the artifacts that are drawn, and a row that counts the others.
func artifactRows(v *taskView) (rows []web.Row) {
	for _, a := range v.Artifacts[:min(len(v.Artifacts), maxArtifacts)] {
		rows = append(rows, talk.BlockRow(a.Exchange, a.Block, v.Name, nil))
	}
	if n := len(v.Artifacts) - maxArtifacts; n > 0 {
		rows = append(rows, web.Row{ID: "task-artifacts-more", Cell: moreArtifacts(n)})
	}
	return rows
}

func (l *taskLive) drawTimeline(p *web.Patches, v *taskView) {
	if v.HasOlder != l.hasOlder {
		l.hasOlder, l.rows = v.HasOlder, web.Rows{}
	}
	rows := make([]web.Row, len(v.Rows))
	for i, x := range v.Rows {
		rows[i] = web.Row{ID: taskRowID(x), Cell: taskRow(x, v.Now)}
	}
	l.rows.Draw(p, "#task-rows", taskTimeline(v), rows)
}

func taskRowID(x pollRow) string { return "poll-" + talk.TurnKey(x.ID) }

func (s *Screen) taskDo(w http.ResponseWriter, r *http.Request) error {
	v, err := s.readTask(r.Context(), r.PathValue("id"), r.URL.Query().Get("agent"))
	if err != nil {
		return err
	}
	v.release()
	if e, ok := s.Agents.Find(r.Context(), v.Agent); ok {
		s.Calls.LearnNow(r.Context(), e.Agent)
	}
	if _, err := s.Calls.OperateOn(r.Context(), v.Agent, v.Protocol, &a2a.Call{TaskID: v.ID, Tenant: v.Tenant}, r.PathValue("do")); err != nil {
		return web.Fail(http.StatusBadGateway, "The call was not sent.", err.Error(), "See the agent's page.")
	}
	return s.Web.Done(w, r, web.Anything)
}

func continueURL(v *taskView) string {
	return "/compose?" + url.Values{"agent": {v.Agent}, "task": {v.ID}, "context": {v.Context}}.Encode()
}

func taskDoURL(v *taskView, do string) string { return link.TaskDoURL(v.ID, v.Agent, do) }
