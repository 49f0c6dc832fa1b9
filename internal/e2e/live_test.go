package e2e

import (
	"strings"
	"testing"
)

// connect enters an agent's address in the page's form.
func (p *tab) connect(address string) {
	p.t.Helper()
	p.typeIn("#address", address)
	p.press("\r")
}

// meet connects an agent and opens Compose with it.
func (p *tab) meet(c *program, agent *puppet, dialect string) {
	p.t.Helper()
	p.visit(c.UI)
	p.until("document.querySelector('#address')")
	p.connect(agent.URL)
	p.at("/agents/" + agentID(agent.URL))
	p.sees("h1", agent.name)
	p.clickText("a", "Compose a message")
	p.at("/compose")
	p.options()
	p.choose("#interface", dialect+" jsonrpc")
}

func (p *tab) options() {
	p.t.Helper()
	p.until("document.querySelector('#options-menu')")
	js[bool](p, "(document.querySelector('#options-menu').showPopover(), true)")
}

// compose opens Compose with the reference agent, in a version.
func (p *tab) compose(c *program, dialect string) {
	p.t.Helper()
	p.visit(c.UI)
	p.clickText("#rail a", "Compose")
	p.at("/compose")
	p.options()
	p.choose("#interface", dialect+" jsonrpc")
}

func (p *tab) add(what string) {
	p.t.Helper()
	p.click("#composer .add > button")
	p.clickText("#add-menu button", what)
	p.until("!document.querySelector('#add-menu').checkVisibility()")
}

func (p *tab) send(text string) {
	p.t.Helper()
	p.until("document.querySelector('#composer .edit-text textarea')?.value === ''")
	p.typeIn("#composer .edit-text textarea", text)
	p.press("\r", ctrl)
}

// TestStreamGrows releases one event at a time: each is on the page, in the conversation and in the
// gutter, before the agent sends the next.
func TestStreamGrows(t *testing.T) {
	t.Parallel()
	growStream(t, "1.0")
}

func growStream(t *testing.T, dialect string) {
	agent := newPuppet(t, dialect, "Puppet", "recite a poem")
	c, p := serve(t), open(t)
	p.meet(c, agent, dialect)
	p.send("recite a poem")
	if body := <-agent.called; !strings.Contains(body, "recite a poem") {
		t.Errorf("the agent was sent %s", body)
	}
	p.sees("#actions", "Stop listening")
	agent.events <- agent.begin()
	p.sees("#gutter-head", "submitted", "1 event")
	agent.events <- agent.status("working", false)
	p.sees("#gutter-head", "working", "2 events")
	p.sees(".turn header", "working")
	text := ""
	for i, word := range []string{"Roses ", "are ", "violet, ", "because ", "blue ", "means working."} {
		agent.events <- agent.piece(word, i == 0, i == 5)
		text += word
		p.until("document.querySelector('.turn .piece')?.textContent.trim() === " + quote(strings.TrimSpace(text)))
		p.sees("#gutter-head", plural(i+3)+" events")
	}
	second := p.another()
	second.visit(js[string](p, "location.href"))
	second.sees(".turn", "means working.", "working")
	p.shot("compose-live-" + dialect)
	p.until("document.querySelector('#gutter-end').innerText.includes('last event')")
	agent.events <- agent.status("completed", true)
	agent.events <- ""
	for _, each := range []*tab{p, second} {
		each.sees("#gutter-end", "Ended by the agent")
		each.sees("#gutter-head", "completed", "9 events")
		each.sees(".turn header", "completed")
	}
	p.shot("compose-done-" + dialect)
}

func plural(n int) string { return string(rune('0' + n)) }

// TestCutStream: when an agent breaks off, the page shows a break and not an end.
func TestCutStream(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Breaker", "break off")
	c, p := serve(t), open(t)
	p.meet(c, agent, "1.0")
	p.send("break off")
	<-agent.called
	agent.events <- agent.begin()
	agent.events <- agent.status("working", false)
	p.sees("#gutter-head", "working")
	agent.events <- cut
	p.sees("#gutter-end", "Cut after")
	p.shot("compose-cut")
}

// TestPhoneOrder: the agent asks a question, and the answer continues the same task, first with the form
// made from the agent's schema, then as text.
func TestPhoneOrder(t *testing.T) {
	t.Parallel()
	orderPhones(t, "1.0")
}

func orderPhones(t *testing.T, dialect string) {
	c, p := serve(t), open(t)
	p.compose(c, dialect)
	p.send("request a new phone for me")
	p.sees(".turn", "Select a phone type", "input")
	p.sees("#composer .edit-form", "Phone type", "required")
	p.sees("#plan", "to task")
	p.shot("compose-form-" + dialect)
	p.choose("#composer .edit-form select", `"Android"`)
	p.until("document.querySelector('#preview').textContent.includes('\"Android\"')")
	p.click("#send .primary")
	p.sees(".turn", "I have ordered a new Android device", "R12443", "completed")

	p.visit(c.UI)
	p.compose(c, dialect)
	p.send("request a new phone for me")
	// Text alone is an answer: the form may stay empty.
	p.until("document.activeElement.closest('#composer .edit-form')") // which would take what is typed meanwhile
	p.send("iPhone")
	p.sees(".turn", "I have ordered a new iPhone device", "completed")

	tasks := map[string]int{}
	for _, x := range c.record(t) {
		tasks[x.Task]++
		if x.Dialect != dialect {
			t.Errorf("%s was spoken in %s, want %s", x.Op, x.Dialect, dialect)
		}
	}
	if len(tasks) != 2 {
		t.Errorf("two orders made %d tasks: %v", len(tasks), tasks)
	}
	for id, n := range tasks {
		if n != 2 {
			t.Errorf("task %s has %d exchanges, want 2", id, n)
		}
	}
}

// TestRawRequest edits the bytes of a request by hand and sends them.
func TestRawRequest(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.typeIn("#composer .edit-text textarea", "echo this")
	p.until("document.querySelector('#preview summary').innerText.includes(' B')")
	js[bool](p, "(document.querySelector('#preview').open = true)")
	p.clickText("#preview button", "Edit")
	p.until("document.querySelector('#raw-body')?.value.includes('echo this')")
	body := js[string](p, "document.querySelector('#raw-body').value")
	odd := strings.Replace(body, "echo this", "echo   this, by hand", 1) + "  \n"
	p.choose("#raw-body", odd)
	p.shot("compose-raw")
	p.click("#send .primary")
	p.sees(".turn", "by hand", "completed")
	xs := c.record(t)
	if got := c.raw(t, xs[len(xs)-1].ID, "request"); got != odd {
		t.Errorf("sent %q, on record is %q", odd, got)
	}
}

// TestCancel cancels a task that would take an hour, from Compose and from the task's page.
func TestCancel(t *testing.T) {
	t.Parallel()
	cancelTasks(t, "1.0")
}

func cancelTasks(t *testing.T, dialect string) {
	c, p := serve(t), open(t)
	p.compose(c, dialect)
	p.send("slow 100 chunks every 1m")
	p.sees(".turn header", "working")
	p.clickText("#actions button", "Cancel the task")
	p.sees(".turn header", "canceled")
	p.sees("#gutter-head", "canceled")

	p.clickText("#compose-agent a", "New conversation")
	p.until("document.querySelector('#turns-empty')")
	p.options()
	p.choose("#interface", dialect+" jsonrpc")
	p.send("slow 100 chunks every 1m")
	p.sees(".turn header", "working")
	p.click("#compose-agent .id a")
	p.until("location.pathname.startsWith('/tasks/')")
	p.sees("#task-head", "working")
	p.sees("#task-artifacts", "100 chunks of 32 bytes")
	p.streams() // buttons work only when the page is live
	p.shot("task-working-" + dialect)
	p.clickText("#task-head button", "Cancel")
	p.sees("#task-head", "canceled")
	p.sees("#task-timeline", "CancelTask")
	p.until("![...document.querySelectorAll('#task-head button')].some(b => b.innerText === 'Cancel')")
	p.clickText("#task-head button", "Get")
	p.sees("#task-timeline", "GetTask")
	p.shot("task-canceled-" + dialect)
}

// TestStopListening disconnects from a stream: the agent notices, and the record says who left.
func TestStopListening(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Patient", "wait")
	c, p := serve(t), open(t)
	p.meet(c, agent, "1.0")
	p.send("wait")
	<-agent.called
	agent.events <- agent.begin()
	p.sees("#gutter-head", "submitted")
	p.clickText("#actions button", "Stop listening")
	<-agent.gone
	p.sees("#gutter-end", "You stopped listening", "This did not cancel the task.")
}

// TestOutsideClient: calls of clients that know nothing of the console appear in Traffic as they happen,
// in every tab, and are recorded byte for byte.
func TestOutsideClient(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	second := p.another()
	for _, each := range []*tab{p, second} {
		each.visit(c.UI)
		each.sees(".rows-empty", "Nothing recorded yet")
	}
	sent, got := outside(t, c.Taps[0].URL, "1.0", "outside-1", "slow 5 chunks every 0", true)
	for _, each := range []*tab{p, second} {
		each.until("document.querySelectorAll('[data-row]').length === 1")
		each.sees("[data-row] .state", "completed")
		each.sees("[data-row]", "shop-assistant", "SendStreamingMessage")
	}
	xs := c.record(t)
	if len(xs) != 1 || xs[0].Origin != "client" || xs[0].Dialect != "1.0" {
		t.Fatalf("on record: %+v", xs)
	}
	if on := c.raw(t, xs[0].ID, "request"); on != sent {
		t.Errorf("the client sent %q, on record is %q", sent, on)
	}
	if on := c.raw(t, xs[0].ID, "response"); on != got {
		t.Errorf("the client got %q, on record is %q", got, on)
	}
	p.click("[data-row] [data-visit]")
	p.clickText("#detail-tabs a", "Response")
	p.until("document.querySelector('#detail-body .body-bar')")
	p.clickText("#detail-body .views a", "Raw")
	p.until("location.search.includes('view=raw')")
	shown := js[string](p, "fetch('/exchanges/"+xs[0].ID+"/raw/response').then(r => r.text())")
	if shown != got {
		t.Errorf("the client got %q, the page serves %q", got, shown)
	}
	for l := range strings.Lines(got) {
		if l = strings.TrimRight(l, "\r\n"); len(l) > 0 {
			p.until("document.querySelector('#body-text').textContent.includes(" + quote(l) + ")")
		}
	}
}
