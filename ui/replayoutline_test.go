package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// The form says before it is sent how many calls will be made, of whom they were
// recorded, and what is left out; the button stands beside that, before the options.
func TestReplayFormSaysWhatIsCalled(t *testing.T) {
	s, p := playing(t, "tell me a joke")
	p.f.sessions[0].Agents = []string{p.f.exchanges[0].Agent}
	for _, o := range []wire.Origin{wire.Console, wire.Push, wire.Terminal} {
		x := p.f.exchanges[0]
		x.ID, x.Seq, x.Origin = "left-"+string(o), x.Seq+100, o
		p.f.put(x)
	}
	page := mainOf(get(t, s, "/replays/new?session=session-1").Body.String())
	for _, want := range []string{"Sends <b>1 call</b> to <output data-goes>Reference agent, 127.0.0.1:7430</output>", "recorded against Reference agent, 127.0.0.1:7430 on ", "Left out: 1 request of the console&#39;s own; 1 push notification: the agent makes those; 1 call from the command line."} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	button, options := strings.Index(page, "Replay</button>"), strings.Index(page, "<fieldset")
	if button < 0 || button > options {
		t.Errorf("the button is at %d, the options begin at %d", button, options)
	}
}
