package console

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// asked examines like the pages. It calls client with the address and each requested row. said
// means that the person ends the row, unable that the client cannot do it; otherwise the record
// decides.
func asked(t *testing.T, b *Plumbing, as examine.Request, client func(url string, row examine.Row) (said, unable bool)) (*examine.Report, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	next, session, at := make(chan bool), "", ""
	var rows []examine.Row
	o := host.ExamineOptions{Request: as, ID: wire.NewID(), Name: "of a test", Next: next,
		OnBegin: func(s string, _ examine.Plan) { session = s }, OnJudged: func(int) {}, OnCall: func(wire.Exchange) {}, OnRow: func(examine.Row) {},
		OnWait: func(url string, all []examine.Row) { at, rows = url, all },
		OnProgress: func(p examine.Progress) {
			if at == "" {
				return
			}
			row := rows[p.Done]
			go func() {
				said, unable := client(at, row)
				for said {
					select {
					case next <- unable:
						said = false
					case <-ctx.Done():
						return
					}
				}
			}()
		}}
	r, err := pageExaminer{p: testEnv{}, Plumbing: b}.Examine(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := LoadExamination(ctx, b.Store, session); err != nil || len(kept.Rows) != len(r.Rows) {
		t.Errorf("kept: %+v, %v", kept, err)
	}
	if own, err := b.Store.Exchanges(ctx, wire.Filter{Session: b.Store.Current().ID}, wire.Page{Limit: 9}); err != nil || len(own) != 0 || len(b.Taps.Taps()) != 0 {
		t.Errorf("beside the session being recorded: %d exchanges, %v, taps %v", len(own), err, b.Taps.Taps())
	}
	return r, session
}

// sendJoke sends a message like an independent client.
func sendJoke(t *testing.T, url string) {
	t.Helper()
	r, err := http.NewRequest("POST", url+"/v1.0", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"tell me a joke"}]}}}`))
	if err != nil {
		t.Error(err)
		return
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}, "User-Agent": {"a-test/1"}}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return
	}
	io.Copy(io.Discard, a.Body)
	a.Body.Close()
}

// TestPagesExamineClients: a step ends when the record shows it, or when somebody says so. The
// client's calls pass a tap with its own rules, into a separate session.
func TestPagesExamineClients(t *testing.T) {
	b := testPlumbing(t, PlumbingOptions{})
	if _, err := b.Rules.AddRules(t.Context(), []string{"=> answer 503"}, ""); err != nil {
		t.Fatal(err)
	}
	r, session := asked(t, b, examine.Request{Client: &examine.ClientRequest{Steps: []string{"send", "list"}}}, func(url string, row examine.Row) (said, unable bool) {
		if row.Probe == "send" {
			sendJoke(t, url)
			return false, false
		}
		return true, true
	})
	if len(r.Rows) != 2 || r.Rows[0].Result != verdict.Pass || r.Rows[1].Result != verdict.NotApplicable || r.Checks == nil || len(b.Rules.Rules()) != 1 {
		t.Errorf("%+v; rules %v", r.Rows, b.Rules.Rules())
	}
	if e, err := b.Store.Examination(t.Context(), session); err != nil || !strings.Contains(string(e.Options), "a-test/1") {
		t.Errorf("who called is not kept: %s, %v", e.Options, err)
	}
}

// TestPagesHoldConversations: conversations by the console's client, or by one that somebody starts for
// each fault. A client that made no call was not tested.
func TestPagesHoldConversations(t *testing.T) {
	url, b := referenceAgent(t), testPlumbing(t, PlumbingOptions{})
	faults := []string{"duplicate-last-chunk", "expired-credentials"}
	r, _ := asked(t, b, examine.Request{Agent: url, Texts: []string{"tell me a joke"}, Chaos: &examine.ChaosRequest{Presets: faults}}, nil)
	if len(r.Rows) != 2 || !strings.HasPrefix(r.Rows[0].Message, "recovered: ") || !strings.HasPrefix(r.Rows[1].Message, "gave up: ") || r.Rows[0].Chaos.Dialect == "" {
		t.Errorf("%+v", r.Rows)
	}
	r, _ = asked(t, b, examine.Request{Agent: url, Chaos: &examine.ChaosRequest{Presets: faults, ByClient: true}}, func(url string, row examine.Row) (said, unable bool) {
		if row.Probe == "expired-credentials" {
			sendJoke(t, url)
		}
		return true, false
	})
	if len(r.Rows) != 2 || r.Rows[0].Result != verdict.Skip || !strings.HasPrefix(r.Rows[1].Message, "gave up: ") || r.Rows[1].Result != verdict.Pass {
		t.Errorf("%+v", r.Rows)
	}
}

// TestPagesJudgeSessions: judging a session calls nobody and saves nothing.
func TestPagesJudgeSessions(t *testing.T) {
	b := testPlumbing(t, PlumbingOptions{})
	session := b.Session()
	judged := 0
	o := host.ExamineOptions{Request: examine.Request{Session: session}, OnBegin: func(string, examine.Plan) {}, OnJudged: func(n int) { judged = n }}
	b.Store.Begin(wire.Exchange{Method: "GET", URL: "http://127.0.0.1:1/"}).End(wire.End{Outcome: wire.ByAgent})
	r, err := pageExaminer{p: testEnv{}, Plumbing: b}.Examine(t.Context(), o)
	if err != nil || r.Checks == nil || r.Untested() != "" || r.Calls != judged || judged != 1 {
		t.Errorf("%+v, %v; %d judged", r, err, judged)
	}
	if _, err := LoadExamination(t.Context(), b.Store, session); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("kept: %v", err)
	}
}

// TestOwnSide: of a recorded examination, the console played the other side than the examined one; in chaos its client
// keeps the rules.
func TestOwnSide(t *testing.T) {
	b := testPlumbing(t, PlumbingOptions{})
	for want, asked := range map[string]examine.Request{"client": {Agent: "http://127.0.0.1:1"}, "agent": {Client: &examine.ClientRequest{}}, "": {Agent: "http://127.0.0.1:1", Chaos: &examine.ChaosRequest{}}} {
		x, err := b.Store.BeginSideSession(t.Context(), "check")
		if err != nil {
			t.Fatal(err)
		}
		if err := SaveExamination(t.Context(), b.Store, wire.NewID(), x.ID, asked, &examine.Report{}); err != nil {
			t.Fatal(err)
		}
		if side, err := OwnSide(t.Context(), b.Store, x.ID); err != nil || side != want {
			t.Errorf("%+v: %q, %v, want %q", asked, side, err, want)
		}
	}
	if side, err := OwnSide(t.Context(), b.Store, b.Session()); err != nil || side != "" {
		t.Errorf("of traffic: %q, %v", side, err)
	}
}
