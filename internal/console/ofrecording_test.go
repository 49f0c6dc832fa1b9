package console

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/ui/host"
)

// TestCallsFromTheCommandLineAreLeftOut: replaying omits them if a program sent a message in the same
// session, unless they are asked for. Judging takes all: a rule is broken whoever called.
func TestCallsFromTheCommandLineAreLeftOut(t *testing.T) {
	known := NewCards()
	store, err := recorder.Open(recorder.Options{Path: t.TempDir() + "/r.db", Label: known.Label, LateJudge: known, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	p := &past{T: t, store: store, at: time.Now(), ids: map[string]string{}, open: map[string]wire.Tape{}}
	session := store.Current().ID
	say := func(name string, x wire.Exchange, method string) {
		p.begin(name, x, asking(method, `"message":{"messageId":"`+name+`","role":"ROLE_USER","parts":[{"text":"hi"}]}`))
		p.end(name, "application/json", `{"jsonrpc":"2.0","id":1,"result":{"task":`+taskOf(name, "COMPLETED", "")+`}}`)
	}
	left := func(when string, terminal bool, want int) {
		t.Helper()
		list, n, err := listRecording(t.Context(), store, session, terminal)
		if err != nil || n != want {
			t.Errorf("%s: %d of %d are not run again, want %d, %v", when, n, len(list), want, err)
		}
		judged := 0
		o := host.ExamineOptions{Request: examine.Request{Session: session}, OnBegin: func(string, examine.Plan) {}, OnJudged: func(done int) { judged = done }}
		if _, err := (pageExaminer{Plumbing: &Plumbing{Store: store}}).Examine(t.Context(), o); err != nil || judged != len(list)+n {
			t.Errorf("%s: %d of %d are judged, %v", when, judged, len(list)+n, err)
		}
	}
	say("a", wire.Exchange{Origin: wire.Terminal}, "SendMessage")
	p.begin("look", wire.Exchange{Origin: wire.Client}, "{}")
	p.end("look", "text/plain", "nothing here")
	left("alone", false, 0)
	say("b", wire.Exchange{Origin: wire.Client}, "SendMessage")
	say("c", wire.Exchange{Origin: wire.Terminal}, "GetTask")
	left("beside a client", false, 2)
	left("asked for", true, 0)
}
