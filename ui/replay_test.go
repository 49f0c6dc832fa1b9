package ui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/rerun"
)

// fakePlayer replays a fake record against an agent with one answer, and counts mocks.
type fakePlayer struct {
	f      *fakeRecord
	says   string
	mu     sync.Mutex
	header []http.Header // of the calls
	gate   chan struct{} // calls wait for it; nil: they do not wait
	mocks  []host.Mock
	fails  error
	left   int // exchanges that no replay repeats
}

func (p *fakePlayer) Plan(ctx context.Context, o host.ReplayOptions) (*replay.Replay, error) {
	if p.fails != nil {
		return nil, p.fails
	}
	all, err := p.f.Exchanges(ctx, wire.Filter{Session: o.Session}, wire.Page{})
	if err != nil {
		return nil, err
	}
	slices.Reverse(all)
	o.Exchanges, o.Source, o.Transport = all, p.f, p
	o.Target = func(context.Context, a2a.Version, a2a.Binding) (inspector.Target, error) {
		return inspector.Target{Endpoint: "http://127.0.0.1:9/v1.0", Version: a2a.V10, Binding: a2a.JSONRPC, Header: o.Header}, nil
	}
	return replay.New(ctx, o.Options)
}

// RoundTrip answers with the stream of a recorded exchange.
func (p *fakePlayer) RoundTrip(r *http.Request) (*http.Response, error) {
	if p.gate != nil {
		select {
		case <-p.gate:
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
	p.mu.Lock()
	p.header = append(p.header, r.Header.Clone())
	p.mu.Unlock()
	_, chunks := withBodies(sample(1, "now"), p.says)
	var body []byte
	for _, c := range chunks[1:] {
		body = append(body, c.Data...)
	}
	body = bytes.Replace(body, []byte(`"name":"tell me a poem"`), []byte(`"name":"tell me a joke"`), 1)
	return &http.Response{StatusCode: 200, Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: io.NopCloser(bytes.NewReader(body)), Request: r}, nil
}

func (p *fakePlayer) Recorded(context.Context, string) (all []host.RecordedAgent, left int, err error) {
	for _, origin := range p.f.sessions[0].Agents {
		all = append(all, host.RecordedAgent{Origin: origin, Calls: p.f.sessions[0].Exchanges, Failed: p.f.sessions[0].Errors})
	}
	return all, p.left, nil
}

func (p *fakePlayer) Mock(_ context.Context, session, agent string, pace float64, _ func()) (host.Mock, error) {
	if p.fails != nil {
		return host.Mock{}, p.fails
	}
	m := host.Mock{ID: "mock-1", Session: session, Agent: agent, URL: "http://127.0.0.1:7450", Pace: pace, Calls: 3, Conversations: 2, Versions: []a2a.Version{a2a.V10}, Notes: []string{"one stream was cut on record"},
		Answered: 2, Unanswered: []host.MockUnanswered{{Request: "GET /nowhere", Times: 3, LastAt: fakeNow()}}}
	p.mocks = append(p.mocks, m)
	return m, nil
}

func (p *fakePlayer) Mocks() []host.Mock { return slices.Clone(p.mocks) }

func (p *fakePlayer) StopMock(id string) error {
	p.mocks = slices.DeleteFunc(p.mocks, func(m host.Mock) bool { return m.ID == id })
	return nil
}

// playing is a server that can replay a record with one exchange.
func playing(t *testing.T, says string) (*Server, *fakePlayer) {
	f := emptyRecord()
	x, chunks := withBodies(sample(1, "said"), "tell me a joke")
	x.Labels.Task = "t"
	f.put(x, chunks...)
	p := &fakePlayer{f: f, says: says}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Player, o.Files = p, &paperFiles{body: "{}"} })
	return s, p
}

// begin starts a replay and returns its page's address.
func begin(t *testing.T, s *Server, more string) string {
	t.Helper()
	w := act(t, s, "/replays", "session=session-1&to=127.0.0.1:9&level=meaning"+more)
	all := s.runs.Reruns.All()
	if len(all) == 0 || !strings.Contains(w.Body.String(), all[0].ID) {
		t.Fatalf("no replay began: %s", w.Body)
	}
	return "/replays/" + all[0].ID
}

func TestReplayShowsWhatDiffers(t *testing.T) {
	s, p := playing(t, "tell me a poem")
	at := begin(t, s, "&headers=Authorization:+Bearer+hush")
	idle(s)
	page := get(t, s, at).Body.String()
	harmless(t, page)
	for _, want := range []string{"<del>joke</del>", "<ins>poem</ins>", "verdict-differs", "Compare structure", "with Authorization", "/exchanges/0195-said-1"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if strings.Contains(page, "hush") || len(p.header) != 1 || p.header[0].Get("Authorization") != "Bearer hush" {
		t.Errorf("the credential is on the page, or was not sent: %v", p.header)
	}
	if page := get(t, s, at+"?level=structure").Body.String(); !strings.Contains(page, "no differences") {
		t.Error("at level structure something differs")
	}
	if list := get(t, s, "/replays").Body.String(); !strings.Contains(list, at) {
		t.Error("the list does not lead to it")
	}
	rule := "$.task.artifacts[*].parts[*].text"
	if w := act(t, s, at+"/ignore", "rule="+rule); w.Code != http.StatusNoContent || !slices.Equal(p.f.sessions[0].Ignore, []string{rule}) {
		t.Fatalf("HTTP %d, kept %q: %s", w.Code, p.f.sessions[0].Ignore, w.Body)
	}
	if page := get(t, s, at).Body.String(); !strings.Contains(page, "no differences") || !strings.Contains(page, "1 difference ignored") {
		t.Error("the ignored difference still counts")
	}
}

func TestReplaySendsNoRecordedCredential(t *testing.T) {
	s, p := playing(t, "tell me a joke")
	if page := get(t, s, "/replays/new?session=session-1").Body.String(); !strings.Contains(page, "Recordings hold no credentials") {
		t.Error("the form does not say which credentials are sent")
	}
	at := begin(t, s, "")
	idle(s)
	if len(p.header) != 1 || p.header[0].Get("Authorization") != "" {
		t.Errorf("sent %v", p.header)
	}
	if page := get(t, s, at).Body.String(); !strings.Contains(page, "no differences") {
		t.Error("something differs")
	}
}

func TestReplayPausesAndStops(t *testing.T) {
	s, p := playing(t, "tell me a joke")
	p.gate = make(chan struct{})
	at := begin(t, s, "")
	for _, do := range []string{"pause", "resume", "stop"} {
		if w := act(t, s, at+"/"+do, ""); w.Code != http.StatusNoContent {
			t.Errorf("%s: HTTP %d", do, w.Code)
		}
		if paused := s.runs.Reruns.All()[0].Snapshot(0).Paused; paused != (do == "pause") {
			t.Errorf("after %s: paused %v", do, paused)
		}
	}
	idle(s)
	if page := get(t, s, at).Body.String(); !strings.Contains(page, "stopped by you") {
		t.Error("it is not stopped")
	}
}

func TestReplaysAreBounded(t *testing.T) {
	s, p := playing(t, "tell me a joke")
	p.gate = make(chan struct{})
	for range rerun.MaxRunning {
		begin(t, s, "")
	}
	w := act(t, s, "/replays", "session=session-1&to=127.0.0.1:9&level=meaning")
	if !strings.Contains(w.Body.String(), "Three replays are running") || len(s.runs.Reruns.All()) != rerun.MaxRunning {
		t.Errorf("%d run: %s", len(s.runs.Reruns.All()), w.Body)
	}
	s.Close() // waits for them
	for _, r := range s.runs.Reruns.All() {
		if !r.IsOver() {
			t.Error("a replay outlived the server")
		}
	}
	if p.f.beside != 0 {
		t.Errorf("%d sessions of replays are still open", p.f.beside)
	}
}

func TestReplayThatCannotRunSaysWhy(t *testing.T) {
	s, p := playing(t, "")
	p.fails = errors.New("nobody answers at " + hostile)
	at := begin(t, s, "")
	idle(s)
	page := get(t, s, at).Body.String()
	harmless(t, page)
	if !strings.Contains(page, "could not run") || !strings.Contains(page, "nobody answers") {
		t.Error("the page does not say why")
	}
	for form, want := range map[string]string{
		"session=session-1&level=meaning":                                  "No agent was chosen",
		"session=session-1&to=x&level=hard":                                "There is no such level",
		"session=nothing&to=x&level=meaning":                               "no such session",
		"session=session-1&to=x&level=meaning&version=9.9":                 "does not support",
		"session=session-1&to=x&level=meaning&headers=secret-without-name": "A header cannot be read",
		"session=session-1&address=http://169.254.169.254/&level=meaning":  "cannot be called",
	} {
		w := act(t, s, "/replays", form)
		if !strings.Contains(w.Body.String(), want) || strings.Contains(w.Body.String(), "secret-without-name") {
			t.Errorf("%s: %s", form, w.Body)
		}
	}
	if w := get(t, s, "/replays/none"); w.Code != http.StatusNotFound {
		t.Errorf("HTTP %d for no replay", w.Code)
	}
}

func TestMockStartsAndStops(t *testing.T) {
	s, p := playing(t, "")
	if w := act(t, s, "/sessions/session-1/mock", "pace=0"); w.Code != http.StatusNoContent || len(p.mocks) != 1 {
		t.Fatalf("HTTP %d: %s", w.Code, w.Body)
	}
	for _, path := range []string{"/sessions/session-1/mock", "/sessions", "/agents"} {
		if page := get(t, s, path).Body.String(); !strings.Contains(page, "http://127.0.0.1:7450") {
			t.Errorf("%s does not name the mock", path)
		}
	}
	golden(t, s, "mock-normal", mainOf(get(t, s, "/sessions/session-1/mock").Body.String()))
	act(t, s, "/mocks/mock-1/stop", "")
	golden(t, s, "mock-empty", mainOf(get(t, s, "/sessions/session-1/mock").Body.String()))
	for _, pace := range []string{"", "-1", "NaN", "1e9"} {
		if act(t, s, "/sessions/session-1/mock", "pace="+pace); len(p.mocks) != 0 {
			t.Errorf("pace %q was taken", pace)
		}
	}
	p.fails = errors.New("nothing to play: " + hostile)
	if w := act(t, s, "/sessions/session-1/mock", "pace=1"); !strings.Contains(w.Body.String(), "not served") {
		t.Error(w.Body)
	}
}

// TestTestCommandIsOneLineForAShell: text from the record cannot become part of a command that
// people paste.
func TestTestCommandIsOneLineForAShell(t *testing.T) {
	s, p := playing(t, "")
	page := get(t, s, "/sessions/session-1/test").Body.String()
	golden(t, s, "make-test-normal", mainOf(page))
	p.f.sessions[0].Name = "x; rm -rf $HOME `id`\n" + hostile
	p.f.sessions[0].Agents, p.left = []string{"http://a/$(id)", "http://127.0.0.1:9"}, 4
	p.f.sessions[0].Exchanges, p.f.sessions[0].Errors = 3, 2
	page = get(t, s, "/sessions/session-1/test").Body.String()
	harmless(t, page)
	if !strings.Contains(page, "2 of 3 calls failed") || !strings.Contains(page, "/traffic?q=session%3Asession-1+is%3Afailed\"") {
		t.Errorf("the page does not say that calls failed, or does not lead to them: %s", mainOf(page))
	}
	if !strings.Contains(page, "7 other exchanges are excluded") || !strings.Contains(page, `value="session:session-1 -is:failed"`) {
		t.Errorf("the page does not count what it leaves out, or cannot leave out what failed: %s", mainOf(page))
	}
	p.f.sessions[0].Exchanges, p.f.sessions[0].Probes = 7, 4
	if page := mainOf(get(t, s, "/sessions/session-1/test").Body.String()); !strings.Contains(page, "4 calls by the console itself are excluded.") {
		t.Errorf("what the console asked itself does not stand apart: %s", page)
	}
	p.f.sessions[0].Exchanges, p.f.sessions[0].Probes = 3, 0
	_, command, _ := strings.Cut(page, `<p class="command"><code>`)
	command, _, _ = strings.Cut(command, "</code>")
	command = strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(command, " ")), " ")
	if strings.ContainsAny(command, ";$`\n&'\"") || !strings.HasPrefix(command, "a2a-console replay ") {
		t.Errorf("command %q", command)
	}
}

// TestReplayPages: the screens in three states.
func TestReplayPages(t *testing.T) {
	s, _ := playing(t, "")
	pair := func(text string) *diff.Pair {
		return &diff.Pair{A: "0195-said-1", B: "0195-now-1", Outcome: diff.OutcomeDiffers, Level: diff.Meaning, Op: "SendMessage", Excerpt: text, Notes: []string{text},
			Differences: []diff.Difference{
				{Path: "$.task.artifacts[0].parts[0].text", A: jsonText("a " + text), B: jsonText("b " + text), Kind: diff.KindText, Level: diff.Meaning},
				{Path: "$.task.metadata." + text, A: jsonText(text), Kind: diff.KindData, Level: diff.Meaning},
			}}
	}
	of := func(id, text string, state rerun.State, steps ...rerun.Step) *rerun.Rerun {
		return &rerun.Rerun{ID: id, Session: wire.Session{ID: "session-1", Name: text, Started: fakeNow()}, Into: "session-2", Started: fakeNow(),
			Options: host.ReplayOptions{To: text, Options: replay.Options{Diff: diff.Options{Level: diff.Meaning}}}, State: state, Steps: steps, Notes: []string{text}}
	}
	same := rerun.Step{Step: replay.Step{Exchange: "0195-said-0", Op: "SendMessage", Excerpt: "hello"}, Sends: 1, Events: 1, NewExchange: "0195-now-0", Pair: &diff.Pair{A: "0195-said-0", B: "0195-now-0", Outcome: diff.OutcomeSame}}
	failed := rerun.Step{Step: replay.Step{Exchange: "0195-said-3", Op: "SendMessage", Excerpt: "fail"}, Sends: 1, NewExchange: "0195-now-3", Pair: &diff.Pair{A: "0195-said-3", B: "0195-now-3", Outcome: diff.OutcomeSame, FailureText: "same failure: 500 Server Error"}}
	for name, r := range map[string]*rerun.Rerun{
		"failed":  of("r-failed", "127.0.0.1:9", rerun.RerunDone, same, failed),
		"empty":   of("r-empty", "127.0.0.1:9", rerun.RerunPlanning),
		"normal":  of("r-normal", "127.0.0.1:9", rerun.RerunRunning, same, rerun.Step{Step: replay.Step{Exchange: "0195-said-1", Op: "SendMessage", Excerpt: "joke"}, Sends: 1, Pair: pair("joke")}, rerun.Step{Step: replay.Step{Exchange: "0195-said-2", Op: "GetTask", Polls: 7}, Sends: 2}),
		"hostile": of("r-hostile", hostile, rerun.RerunDone, rerun.Step{Step: replay.Step{Exchange: "0195-said-1", Op: hostile, Excerpt: hostile, SkipReason: hostile}, Sends: 1, Pair: pair(hostile)}),
	} {
		s.runs.Reruns = rerunning(t, r)
		page := get(t, s, "/replays/"+r.ID).Body.String()
		harmless(t, page)
		golden(t, s, "replay-"+name, mainOf(page))
		page = get(t, s, "/replays").Body.String()
		harmless(t, page)
		golden(t, s, "replays-"+name, mainOf(page))
	}
	s.runs.Reruns = rerun.NewJobs()
	golden(t, s, "replay-new", mainOf(get(t, s, "/replays/new?session=session-1").Body.String()))
}
