package ui

import (
	"errors"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
)

// TestComposeToAnAgentThatIsDown: the page says once that nobody answers, and offers the endpoint that recorded calls
// reached.
func TestComposeToAnAgentThatIsDown(t *testing.T) {
	const origin, note = "http://127.0.0.1:7430", "nothing listens at http://127.0.0.1:7430 (connection refused); start the agent, or check the port"
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	s.agents.KeepCard(t.Context(), origin, &inspector.Discovery{Trail: []inspector.DiscoveryStep{{URL: origin, Note: note}}}, errors.New("no card at "+origin+": "+note))
	page := get(t, s, "/compose?draft=d&agent="+origin+"&text=hello").Body.String()
	_, foot, _ := strings.Cut(page, `id="plan"`)
	summary, _, _ := strings.Cut(foot, `class="sent"`)
	if strings.Count(summary, "othing listens at http://127.0.0.1:7430") != 1 || strings.Contains(page, "card is not known") {
		t.Errorf("it says:\n%s", summary)
	}
	_, at, _ := strings.Cut(summary, `data-url="`)
	at, _, _ = strings.Cut(at, `"`)
	submit(t, s, strings.ReplaceAll(at, "&amp;", "&"), nil)
	if page := get(t, s, "/compose?draft=e&agent="+origin+"&text=hello").Body.String(); !strings.Contains(page, "as a new task") || strings.Contains(page, "as recorded calls did") {
		t.Errorf("the offered endpoint is not called: %s", at)
	}
}

// TestEditedRequestSaysWhereItGoes: the line above Send names version and address of an edited request, although
// the agent's card is not known.
func TestEditedRequestSaysWhereItGoes(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	f.exchanges[0].Labels.Binding = "jsonrpc"
	x := f.exchanges[0]
	w := submitPlain(t, s, "/exchanges/"+x.ID+"/edit", nil)
	to := goes.FindStringSubmatch(w.Body.String())
	if to == nil {
		t.Fatalf("HTTP %d %s", w.Code, w.Body)
	}
	_, plan, _ := strings.Cut(get(t, s, strings.ReplaceAll(to[1], `\u0026`, "&")).Body.String(), `id="plan"`)
	plan, _, _ = strings.Cut(plan, "</p>")
	for _, want := range []string{"this request unmodified", x.Labels.Dialect + " · JSON-RPC", "<code>" + x.URL + "</code>"} {
		if !strings.Contains(plan, want) {
			t.Errorf("no %q in %s", want, plan)
		}
	}
}
