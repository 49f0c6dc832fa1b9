package talk

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// A push notification is one line in the conversation, and its document can be opened.
func TestPushIsALine(t *testing.T) {
	x := &tape.Tape{X: wire.Exchange{ID: "x", Origin: wire.Push, Method: "POST", Labels: wire.Labels{Task: "t-1", State: "working"}}, Call: a2a.Reading{Raw: []byte(`{"id": "t-1"}`)}}
	var page strings.Builder
	if err := turnCall(x, "kitten", false).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	if got := page.String(); !strings.Contains(got, `<summary>kitten pushes that task t-1 is working</summary>`) || strings.Contains(got, "message user") {
		t.Errorf("the conversation has %s", got)
	}
	page.Reset()
	if err := turnCall(x, "kitten", true).Render(t.Context(), &page); err != nil || strings.Contains(page.String(), "<details class=\"pushed\"") || !strings.Contains(page.String(), "t-1") {
		t.Errorf("%v: on its own it is %s", err, page.String())
	}
}
