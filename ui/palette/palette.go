package palette

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/frame"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// maxHits bounds the palette's list. maxHitsOfKind bounds sessions, and each kind that is found
// only by its text, so that none hides the others.
const (
	maxHits       = 26
	maxHitsOfKind = 6
)

func (s *Screen) Routes() []web.Route {
	return []web.Route{
		{Pattern: "GET /palette", Handle: s.paletteHits},
		{Pattern: "POST /agents/current", Handle: s.Frame.UseAgent},
	}
}

func (s *Screen) paletteHits(w http.ResponseWriter, r *http.Request) error {
	q := part.Short(r.URL.Query().Get("q"), 200)
	lower := strings.ToLower(strings.TrimSpace(q))
	hits, err := s.search(r.Context(), lower, exchangeOf(r))
	if err != nil {
		return err
	}
	for i := range hits {
		hits[i] = showMatch(hits[i], lower)
	}
	if q == "" {
		hits = moveRecentFirst(r.URL.Query().Get("recent"), hits)
	}
	return s.Web.Morph(w, r, frame.PaletteList(hits, trafficHits(q)))
}

func (s *Screen) search(ctx context.Context, q, exchange string) ([]frame.Hit, error) {
	out := []frame.Hit{}
	add := func(h frame.Hit) {
		if q == "" || score(h, q) > 0 {
			out = append(out, h)
		}
	}
	for _, h := range slices.Concat(s.places(), s.interceptHits(q, exchange), hiddenPlaces(q)) {
		add(h)
	}
	f, err := s.Frame.Read(ctx, "", "")
	if err != nil {
		return nil, err
	}
	s.agents(f, q, add)
	if err := s.sessions(ctx, q, add); err != nil {
		return nil, err
	}
	if err := s.requests(ctx, add); err != nil {
		return nil, err
	}
	if s.Player != nil && len(s.Runs.Reruns.All()) > 0 {
		add(frame.Hit{Kind: "screen", Title: "Replays", URL: "/replays"})
	}
	tasks, err := s.tasksLike(ctx, q)
	if err != nil {
		return nil, err
	}
	sortByScore(out, q)
	out = out[:min(len(out), maxHits-min(len(tasks), maxHitsOfKind))] // leave room for tasks found by text
	of := map[string]int{}
	for _, h := range tasks {
		if of[h.Kind]++; len(out) < maxHits && of[h.Kind] <= maxHitsOfKind {
			out = append(out, h)
		}
	}
	sortByScore(out, q) // with the tasks
	return out, nil
}

// agents adds the agents and, once something is typed, actions: for the first agent whose name matches, and for those
// that the query finds by an action's name.
func (s *Screen) agents(f frame.Frame, q string, add func(frame.Hit)) {
	named := 0
	for _, t := range f.Taps {
		host := record.HostOf(t.Agent)
		add(frame.Hit{Kind: "agent", Title: t.Name, Detail: host, URL: link.AgentURL(t.Agent)})
		isAlike := strings.Contains(strings.ToLower(t.Name+" "+host), q)
		if isAlike {
			named++
		}
		if q == "" || isAlike && named > 1 {
			continue
		}
		add(frame.Hit{Kind: "action", Title: "Compose to " + t.Name, Detail: host, URL: "/compose?" + url.Values{"agent": {t.Agent}}.Encode()})
		add(frame.Hit{Kind: "action", Title: "Traffic of " + t.Name, Detail: host, URL: link.Query{Text: link.Term("agent", t.Agent)}.URL("/traffic")})
		if s.CanExamine {
			add(frame.Hit{Kind: "action", Title: "Examine " + t.Name, Detail: host, URL: link.ExamineURL(t.Agent)})
		}
	}
}

func (s *Screen) requests(ctx context.Context, add func(frame.Hit)) error {
	if s.Requests == nil {
		return nil
	}
	list, err := s.Requests.SavedRequests(ctx)
	for _, r := range list {
		add(frame.Hit{Kind: "saved request", Title: r.Name, Detail: record.HostOf(r.Agent), URL: "/compose?" + url.Values{"saved": {r.Name}}.Encode()})
	}
	return err
}

// sessions adds the newest sessions or, once something is typed, all, with their actions.
func (s *Screen) sessions(ctx context.Context, q string, add func(frame.Hit)) error {
	sessions, err := s.Library.Sessions(ctx)
	if err != nil {
		return err
	}
	named := 0
	for i, ses := range sessions {
		if i < 8 || q != "" {
			title := record.SessionTitle(ses)
			alike := q != "" && strings.Contains(strings.ToLower(title), q)
			if alike {
				named++
			}
			if named <= maxHitsOfKind {
				add(frame.Hit{Kind: "session", Title: title, Detail: part.Plural(ses.Calls(), "exchange"), URL: "/sessions/" + ses.ID})
			}
			// Actions are listed for the newest session whose title matches, and for sessions that
			// the query finds by an action's name: "replay …".
			if s.Player != nil && q != "" && (!alike || named == 1) {
				add(frame.Hit{Kind: "action", Title: "Replay " + record.SessionTitle(ses), URL: link.NewReplayURL(ses.ID)})
				add(frame.Hit{Kind: "action", Title: "Serve as mock: " + record.SessionTitle(ses), URL: link.SessionDoURL(ses.ID, "mock")})
				add(frame.Hit{Kind: "action", Title: "Make a test of " + record.SessionTitle(ses), URL: link.SessionDoURL(ses.ID, "test")})
			}
			if s.CanExamine && q != "" && (!alike || named == 1) {
				add(frame.Hit{Kind: "action", Title: "Judge " + title, Detail: "by all checks, offline", URL: link.JudgeURL(ses.ID), Post: link.JudgeURL(ses.ID)})
			}
		}
	}
	return nil
}

// trafficHits offers to search Traffic, which finds more than the palette.
func trafficHits(q string) []frame.Hit {
	if q == "" {
		return nil
	}
	text := q
	if _, err := words.FilterVocabulary().Parse(q); err != nil || !strings.Contains(q, ":") {
		text = link.Quote(q)
	}
	return []frame.Hit{{Kind: "search", Title: "Search Traffic for “" + part.Short(q, 60) + "”", Detail: "in messages, ids and addresses", URL: link.Query{Text: text}.URL("/traffic")}}
}

func (s *Screen) places() []frame.Hit {
	var out []frame.Hit
	about := map[string]string{"sessions": "replay, export, import, delete", "insights": "latency, errors, throughput, comparisons"}
	for _, e := range s.Frame.Rail() {
		out = append(out, frame.Hit{Kind: "screen", Title: e.Word, Detail: about[e.Screen], URL: e.Path})
	}
	recording := frame.Hit{Kind: "action", Title: "Pause recording", Detail: "traffic passes unrecorded", Post: "/sessions/pause"}
	if s.Desk.Paused() {
		recording = frame.Hit{Kind: "action", Title: "Resume recording", Post: "/sessions/resume"}
	}
	if s.CanExamine {
		out = append(out, frame.Hit{Kind: "screen", Title: "Examine an agent", Detail: "send it valid and invalid calls, and judge the answers", URL: "/checks/examine"},
			frame.Hit{Kind: "screen", Title: "Examine a client", Detail: "the console acts as the agent and asks for one step after another", URL: "/checks/client"},
			frame.Hit{Kind: "screen", Title: "Chaos", Detail: "hold conversations under faults", URL: "/checks/chaos"})
	}
	return append(out,
		frame.Hit{Kind: "screen", Title: "Start", Detail: "connect an agent, call it from your code, try the reference agent", URL: "/start"},
		frame.Hit{Kind: "screen", Title: "Traffic by task", URL: "/traffic?view=tasks"},
		frame.Hit{Kind: "screen", Title: "Traffic as a sequence", URL: "/traffic?view=sequence"},
		frame.Hit{Kind: "screen", Title: "Compare two exchanges", URL: "/compare"},
		frame.Hit{Kind: "screen", Title: "Jobs", Detail: "what runs in the background", URL: "/jobs"},
		frame.Hit{Kind: "action", Title: "New session", Detail: "end this one", Post: "/sessions/new"},
		recording,
		frame.Hit{Kind: "action", Title: "Light or dark theme", Action: "theme"},
		frame.Hit{Kind: "action", Title: "Present", Detail: "large text, only the content", Action: "present"},
		frame.Hit{Kind: "action", Title: "Keys and help", Action: "help"},
	)
}

// hiddenPlaces lists places that appear only once something is typed.
func hiddenPlaces(q string) []frame.Hit {
	if q == "" {
		return nil
	}
	return []frame.Hit{
		{Kind: "screen", Title: "Settings", Detail: "theme, retention, keys, command line, sign out", URL: "/settings"},
		{Kind: "screen", Title: "Documentation", Detail: "search it offline", URL: "/docs"},
	}
}

// tasksLike finds tasks and exchanges by id or text, newest first.
func (s *Screen) tasksLike(ctx context.Context, q string) ([]frame.Hit, error) {
	f := wire.Filter{ExcludedOrigins: []wire.Origin{wire.Console}}
	if len(q) >= 3 {
		f.Text = []string{q + "*"}
	}
	xs, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: 40, Search: &wire.Search{Budget: list.SearchTime}})
	if err == nil && len(xs) == 0 {
		xs, q, err = s.findBySuffix(ctx, q)
	}
	if err != nil {
		return nil, err
	}
	var out []frame.Hit
	at := map[[2]string]int{} // index in out by agent and task
	for _, x := range xs {
		if id := x.Labels.Task; id != "" {
			i, known := at[[2]string{x.Agent, id}]
			if !known {
				i, at[[2]string{x.Agent, id}] = len(out), len(out)
				out = append(out, frame.Hit{Kind: "task", Title: id, Detail: part.Clock(x.Started) + " · " + record.HostOf(x.Agent) + " · " + strings.TrimSpace(part.ShortID(id)+" "+a2a.State(x.Labels.State).Word()), URL: part.TaskURL(id, x.Agent)})
			}
			// The client's words describe a task best. The list is newest first, so the
			// last ones seen opened it.
			if row := (record.Row{Exchange: x}); row.Words() != "" && (row.IsRequestText() || out[i].Title == id) {
				out[i].Title = row.Words()
			}
		}
		if row := (record.Row{Exchange: x}); len(q) >= 3 && x.Labels.Task == "" && strings.Contains(strings.ToLower(row.Words()), q) {
			out = append(out, frame.Hit{Kind: "exchange", Title: row.Words(), Detail: strings.TrimSpace(x.Labels.Op + " · " + record.HostOf(x.Agent) + " · " + part.Clock(x.Started)), URL: "/exchanges/" + url.PathEscape(x.ID)})
		} else if len(q) >= 3 && (strings.HasPrefix(x.ID, q) || strings.HasSuffix(x.ID, q)) {
			out = append(out, frame.Hit{Kind: "exchange", Title: x.ID, Detail: x.Labels.Op + " · " + record.HostOf(x.Agent) + " · " + part.Clock(x.Started), URL: "/exchanges/" + url.PathEscape(x.ID)})
		}
		if q == "" && len(out) == 5 {
			break
		}
	}
	return out, nil
}
