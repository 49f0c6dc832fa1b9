package ui

import (
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Compose and the page of a task show what a rule holds of their call and can release it, and they
// do not blame the agent for the wait.
func TestConversationSaysWhatIsHeldNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, _, holds := interceptServer(t, "normal")
		x := f.exchanges[len(f.exchanges)-1]
		x.Response.Status = 0
		x.Labels.Task, x.Labels.Context = "task-held", "context-held"
		f.put(x)
		request := heldRequest(2, x)
		holds.list = nil
		for id, at := range map[string]string{
			"compose-held": "/compose?draft=d&task=task-held&context=context-held&agent=" + url.QueryEscape(x.Agent),
			"task-held":    "/tasks/task-held?agent=" + url.QueryEscape(x.Agent),
		} {
			page := mainOf(get(t, s, at).Body.String())
			mustSee(t, page, `id="`+id+`" class="held-now-list" hidden`, "Waiting for the agent to answer.")
			b := openTab(t, s, at, nil)
			wait := func() string {
				time.Sleep(time.Second)
				synctest.Wait()
				b.mu.Lock()
				defer b.mu.Unlock()
				sent := b.sent.String()
				b.sent.Reset()
				return sent
			}
			wait()
			holds.hold(request)
			got := wait()
			mustSee(t, got, `id="`+id+`" class="held-now-list"`, "Held right now: ", "<b>Request</b>", "It is dropped in", "op:send =&gt; hold 5m then drop", `action="/intercept/held/0195-held-2/forward"`,
				"A rule is holding the request. The agent has not received it yet.")
			if strings.Contains(got, "Waiting for the agent") {
				t.Errorf("%s blames the agent: %s", at, got)
			}
			mustSee(t, mainOf(get(t, s, at).Body.String()), "<b>Request</b>", "A rule is holding the request. The agent has not received it yet.")
			scripted(t, s, "/intercept/held/0195-held-2/forward", url.Values{"stay": {"1"}})
			mustSee(t, wait(), `id="`+id+`" class="held-now-list" hidden`, "Waiting for the agent to answer.")
			b.cancel()
			<-b.done
		}
	})
}
