package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestMissingEventsAreDrawn: an event that a task's generations show to be missing has a line
// between its neighbours, in the Events tab and in the stream's body.
func TestMissingEventsAreDrawn(t *testing.T) {
	d := dialect.Drafts()[0]
	for _, v := range []string{string(d.Version()), string(d.DraftOf)} {
		f := emptyRecord()
		x, chunks := withBodies(sample(7, "gap"), "go")
		x.Request.Header.Set("A2A-Version", v)
		x.Labels.Dialect = v
		off := int64(0)
		for i := range chunks {
			if chunks[i].Side == wire.Response {
				s := strings.Replace(string(chunks[i].Data), `"contextId"`, `"generation":"`+[]string{"1", "2", "4"}[chunks[i].Frame]+`","contextId"`, 1)
				chunks[i].Data, chunks[i].Offset = []byte(s), off
				off += int64(len(s))
			}
		}
		x.ResponseBytes, x.ResponseKept = off, off
		f.put(x, chunks...)
		s := newTestServer(t, f, &fakeCaller{})
		for _, tab := range []string{"events", "response"} {
			body := element(get(t, s, "/exchanges/"+x.ID+"?tab="+tab).Body.String(), "detail-body")
			i := strings.Index(body, "1 event missing here")
			if (i >= 0) != (v == string(d.Version())) {
				t.Errorf("%s: the tab %s of a stream with a gap:\n%s", v, tab, body)
			}
			if i >= 0 && (i < strings.Index(body, "#2") || i > strings.LastIndex(body, "#3")) {
				t.Errorf("the tab %s has it not between #2 and #3:\n%s", tab, body)
			}
		}
	}
}
