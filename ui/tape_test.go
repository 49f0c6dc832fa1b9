package ui

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
)

// ambiguous records an exchange that has ended but has no labels yet. Its bytes are the same in 0.2
// and 0.3.
func ambiguous(f *fakeRecord) wire.Exchange {
	x := sample(9, "0.2")
	x.ID, x.Labels, x.URL = "0195-late-9", wire.Labels{}, x.Agent+"/v0.2"
	x.Outcome, x.Ended = wire.ByAgent, x.Started.Add(time.Second)
	x.Request.Header.Del("A2A-Version")
	ask := `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"t"}}`
	x.RequestBytes, x.RequestKept, x.ResponseBytes, x.ResponseKept = int64(len(ask)), int64(len(ask)), 0, 0
	return f.put(x, wire.Chunk{Side: wire.Request, At: x.Started, Data: []byte(ask)})
}

func dialectOf(t *testing.T, s *Server, id string) string {
	t.Helper()
	tp, release, err := s.tapes.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	return tp.X.Labels.Dialect
}

func TestTapeTakesLabelsThatComeAfterTheEnd(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	x := ambiguous(f)
	if got := dialectOf(t, s, x.ID); got != "0.1|0.2|0.3" {
		t.Fatalf("read alone it speaks %q", got)
	}
	x.Labels = wire.Labels{Op: "GetTask", Dialect: "0.2", Binding: "JSONRPC"}
	f.put(x)
	if got := dialectOf(t, s, x.ID); got != "0.2" {
		t.Errorf("the record says 0.2, the page %q", got)
	}
}

func TestTapeReadsByTheCard(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	x := ambiguous(f)
	s.agents.Cards.Edit(x.Agent, func(k *agents.CardInfo) {
		k.Discovery = &inspector.Discovery{Card: &a2a.Card{Interfaces: []a2a.Interface{{URL: x.URL, Binding: a2a.JSONRPC, Version: a2a.V02, DeclaredVersion: "0.2"}}}}
	})
	if got := dialectOf(t, s, x.ID); got != "0.2" {
		t.Errorf("the card says 0.2 of %s, the page %q", x.URL, got)
	}
}
