package console

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestCallsFromTheCommandLineAreLeftOut: judging and replaying omit them if a program sent a message in
// the same session, unless they are asked for.
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
		marked := 0
		for x, err := range RecordingExchanges(t.Context(), store, session, terminal) {
			if err != nil {
				t.Fatal(err)
			}
			if x.Repeats {
				marked++
			}
		}
		if marked != want {
			t.Errorf("%s: %d are not judged, want %d", when, marked, want)
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
