package recorder

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

func gz(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// labelling reads an exchange of which both bodies are compressed.
func labelling(t *testing.T, request, response, kind string) (*reading, *fake) {
	t.Helper()
	f := &fake{}
	var sizes []int
	s := &Store{opts: Options{Label: func(_ *wire.Exchange, body []byte) Labeller {
		sizes = append(sizes, len(body))
		f.read(body)
		return f
	}}}
	h := http.Header{"Content-Encoding": {"gzip"}, "Content-Type": {kind}}
	r := newReading(s, &wire.Exchange{Request: wire.Head{Header: h}, Response: wire.Head{Status: 200, Header: h}})
	r.request.Write(gz(t, request))
	r.begin()
	r.response.Write(gz(t, response))
	r.finish()
	if len(sizes) != 1 || sizes[0] > coding.ReadLimit {
		t.Errorf("the request was read as %v bytes", sizes)
	}
	return r, f
}

// TestBothBodiesShareABudget: a request that unfolds to all that is read of an
// exchange leaves nothing for its response.
func TestBothBodiesShareABudget(t *testing.T) {
	if r, f := labelling(t, "op=GetTask", "state=DONE", ""); f.labels.State != "DONE" || r.budget.Left() <= 0 {
		t.Errorf("%+v, %d left", f.labels, r.budget.Left())
	}
	long := "op=GetTask " + strings.Repeat(" ", coding.ReadLimit)
	if r, f := labelling(t, long, "state=DONE", ""); f.labels.Op != "" || !r.cut || f.labels.State != "" || r.budget.Left() > 0 {
		t.Errorf("%+v, %d left", f.labels, r.budget.Left())
	}
}

// TestUnfoldedEventsAreBounded: a small body may unfold to a million events, of
// which the first are labelled.
func TestUnfoldedEventsAreBounded(t *testing.T) {
	event := "data:x\n\n"
	if _, f := labelling(t, "op=x", strings.Repeat(event, 3*unfoldedEvents)+"data: state=DONE\n\n", "text/event-stream"); f.frames != unfoldedEvents || f.labels.State != "" {
		t.Errorf("%d events were read, %+v", f.frames, f.labels)
	}
	if _, f := labelling(t, "op=x", strings.Repeat(event, unfoldedEvents/2)+"data: state=DONE", "text/event-stream"); f.frames != unfoldedEvents/2+1 || f.labels.State != "DONE" {
		t.Errorf("%d events were read, %+v", f.frames, f.labels)
	}
}
