package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// answering is a Caller that stores the request in sent and puts its exchange on record.
func answering(f *fakeRecord, sent *inspector.PreparedRequest) *fakeCaller {
	return &fakeCaller{send: func(ctx context.Context, p inspector.PreparedRequest, _ func(inspector.Event)) (inspector.Ending, error) {
		*sent = p
		m := wire.CallOptionsFrom(ctx)
		x := sample(50, "sent")
		x.ID, x.Origin, x.Link = m.ID, m.Origin, m.Link
		f.put(x)
		return inspector.Ending{Outcome: wire.ByAgent}, nil
	}}
}

func TestResendSendsTheSameBytesAndLinks(t *testing.T) {
	f := normalRecord()
	var sent inspector.PreparedRequest
	s := newTestServer(t, f, answering(f, &sent))
	was := f.exchanges[1]
	w := act(t, s, "/exchanges/"+was.ID+"/resend", "")
	now := f.exchanges[len(f.exchanges)-1]
	if now.Link != was.ID || now.Origin != wire.Replay || !strings.Contains(w.Body.String(), now.ID) {
		t.Fatalf("link %q, origin %q: %s", now.Link, now.Origin, w.Body)
	}
	if body := string(f.chunks[was.ID][0].Data); string(sent.Body) != body || sent.URL != was.URL || sent.Method != was.Method {
		t.Errorf("sent %s %s %q", sent.Method, sent.URL, sent.Body)
	}
	if sent.Header.Get("A2a-Version") != "1.0" || sent.Header.Get("Authorization") != "" {
		t.Errorf("header %v: the redacted one must stay out", sent.Header)
	}
	if page := get(t, s, "/exchanges/"+was.ID).Body.String(); !strings.Contains(page, "sent again:") || !strings.Contains(page, now.ID) {
		t.Error("the original does not name the new one")
	}
	if page := get(t, s, "/exchanges/"+now.ID).Body.String(); !strings.Contains(page, "Compare with it") {
		t.Error("the new one does not name the original")
	}
}

func TestEditedRequestLinksToo(t *testing.T) {
	f := normalRecord()
	var sent inspector.PreparedRequest
	s := newTestServer(t, f, answering(f, &sent))
	was := f.exchanges[1]
	w := act(t, s, "/exchanges/"+was.ID+"/edit", "")
	_, id, _ := strings.Cut(w.Body.String(), "draft=")
	id = strings.TrimSpace(strings.SplitN(id, `"`, 2)[0])
	d := s.drafts.Get(id)
	if d.Raw == nil || d.Raw.URL != was.URL || strings.Count(d.Raw.Body, "\n") < 10 {
		t.Fatalf("draft %q: %+v", id, d.Raw)
	}
	// Only white space is new.
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(d.Raw.Body)); err != nil || compact.String() != string(f.chunks[was.ID][0].Data) {
		t.Errorf("%v: %s is edited as %s", err, f.chunks[was.ID][0].Data, d.Raw.Body)
	}
	act(t, s, "/compose/"+id+"/send", "raw-body=%7B%7D")
	idle(s)
	now := f.exchanges[len(f.exchanges)-1]
	if now.Link != was.ID || now.Origin != wire.Compose || string(sent.Body) != "{}" {
		t.Errorf("link %q, origin %q, sent %q", now.Link, now.Origin, sent.Body)
	}
	if string(f.chunks[was.ID][0].Data) == "{}" {
		t.Error("the original changed")
	}
}

func TestHalfARequestIsNotSentAgain(t *testing.T) {
	f := normalRecord()
	x := f.exchanges[1]
	x.RequestBytes = x.RequestKept + 1
	f.put(x)
	var sent inspector.PreparedRequest
	s := newTestServer(t, f, answering(f, &sent))
	if w := act(t, s, "/exchanges/"+x.ID+"/resend", ""); !strings.Contains(w.Body.String(), "Not all of its bytes") || sent.URL != "" {
		t.Errorf("sent %q: %s", sent.URL, w.Body)
	}
}
