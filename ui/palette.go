package ui

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// hit is one result of the palette.
type hit struct {
	Kind, What, More string
	URL              string
	Action           string // what our script does instead of following URL, or ""
	Post             string // address to POST to before following URL, or ""
}

// maxHits bounds the palette's list.
const maxHits = 24

// paletteRoutes are the addresses of the palette.
func (s *Server) paletteRoutes() []route {
	return []route{
		{pattern: "GET /palette", handle: s.paletteHits},
	}
}

// paletteHits answers what is typed into the palette.
func (s *Server) paletteHits(w http.ResponseWriter, r *http.Request) error {
	q := part.Short(r.URL.Query().Get("q"), 200)
	hits, err := s.search(r.Context(), strings.ToLower(q))
	if err != nil {
		return err
	}
	return s.morph(w, r, paletteList(hits, trafficHits(q)))
}

func (s *Server) search(ctx context.Context, q string) ([]hit, error) {
	out := []hit{}
	add := func(h hit) {
		if len(out) < maxHits && (q == "" || strings.Contains(strings.ToLower(h.Kind+" "+h.What+" "+h.More), q)) {
			out = append(out, h)
		}
	}
	for _, h := range places(s.Desk.Paused()) {
		add(h)
	}
	f, err := s.frame(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, t := range f.Taps {
		add(hit{Kind: "agent", What: t.Name, More: hostOf(t.Agent), URL: agentURL(t.Agent)})
	}
	sessions, err := s.Library.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	for i, ses := range sessions {
		if i < 8 || q != "" {
			add(hit{Kind: "session", What: sessionTitle(ses), More: part.Plural(ses.Calls(), "exchange"), URL: "/sessions/" + ses.ID})
			if s.Player != nil && q != "" {
				add(hit{Kind: "action", What: "Replay " + sessionTitle(ses), URL: string(newReplayOf(ses.ID))})
				add(hit{Kind: "action", What: "Serve as mock: " + sessionTitle(ses), URL: string(sessionDo(ses.ID, "mock"))})
				add(hit{Kind: "action", What: "Make a test of " + sessionTitle(ses), URL: string(sessionDo(ses.ID, "test"))})
			}
		}
	}
	if s.Player != nil && len(s.reruns.all()) > 0 {
		add(hit{Kind: "screen", What: "Replays", URL: "/replays"})
	}
	tasks, err := s.tasksLike(ctx, q)
	if err != nil {
		return nil, err
	}
	for _, h := range tasks {
		if len(out) < maxHits {
			out = append(out, h)
		}
	}
	return out, nil
}

// trafficHits are the ways on to what was said: names and ids are all that the
// palette itself looks through.
func trafficHits(q string) []hit {
	if q == "" {
		return nil
	}
	text := q
	if _, err := wire.ParseFilter(q); err != nil || !strings.Contains(q, ":") {
		text = quote(q)
	}
	return []hit{{Kind: "search", What: "Search Traffic for “" + part.Short(q, 60) + "”", More: "in messages, ids and addresses", URL: query{Text: text}.at("/traffic")}}
}

// places are the screens and actions.
func places(paused bool) []hit {
	var out []hit
	for _, e := range rail() {
		out = append(out, hit{Kind: "screen", What: e.Word, URL: e.Path})
	}
	recording := hit{Kind: "action", What: "Pause recording", More: "traffic passes unrecorded", Post: "/sessions/pause"}
	if paused {
		recording = hit{Kind: "action", What: "Resume recording", Post: "/sessions/resume"}
	}
	return append(out,
		hit{Kind: "screen", What: "Traffic by task", URL: "/traffic?view=tasks"},
		hit{Kind: "screen", What: "Traffic as a sequence", URL: "/traffic?view=sequence"},
		hit{Kind: "action", What: "New session", More: "end this one", Post: "/sessions/new"},
		recording,
		hit{Kind: "action", What: "Light or dark theme", Action: "theme"},
		hit{Kind: "action", What: "Present", More: "large text, only the content", Action: "present"},
		hit{Kind: "action", What: "Keys and help", Action: "help"},
	)
}

// tasksLike finds tasks and exchanges by id or text, newest first.
func (s *Server) tasksLike(ctx context.Context, q string) ([]hit, error) {
	f := wire.Filter{Not: []wire.Origin{wire.Console}}
	if len(q) >= 3 {
		f.Text = []string{q + "*"}
	}
	xs, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: 40, Search: &wire.Search{Budget: searchTime}})
	if err != nil {
		return nil, err
	}
	var out []hit
	seen := map[string]bool{}
	for _, x := range xs {
		id := x.Labels.Task
		if id != "" && !seen[id] {
			seen[id] = true
			out = append(out, hit{Kind: "task", What: id, More: a2a.State(x.Labels.State).Word(), URL: string(part.TaskURL(id))})
		}
		if len(q) >= 3 && strings.HasPrefix(x.ID, q) {
			out = append(out, hit{Kind: "exchange", What: x.ID, More: x.Labels.Op, URL: "/exchanges/" + url.PathEscape(x.ID)})
		}
		if q == "" && len(out) == 5 {
			break
		}
	}
	return out, nil
}

// keyLines is the help's table.
func keyLines() [][2]string {
	return [][2]string{
		{"Ctrl K", "find agents, sessions, tasks, screens, actions; search the traffic"},
		{"/", "filter the list"},
		{"j  k", "next and previous row"},
		{"Enter", "open the row"},
		{"x", "select the row; Shift-click selects up to it"},
		{"Esc", "back: close the detail, the dialog, the filter"},
		{"End", "follow: go to the newest"},
		{"Ctrl Enter", "send, in Compose"},
		{"P", "present: large text, only the content"},
		{"?", "this list"},
	}
}
