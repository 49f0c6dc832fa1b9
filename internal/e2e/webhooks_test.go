package e2e

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// TestWebhooks registers from Compose and from a task's page, and checks the deliveries: in time, with
// the configured token.
func TestWebhooks(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.choose("#push", "url")
	p.until("document.querySelector('#push-token')?.checkVisibility()")
	p.judgeHere(axeSource(t), "compose-push", "push options in Compose")
	p.choose("#push", "console")
	p.send("slow 4 chunks every 20ms")
	p.sees(".turn", "completed")

	p.clickText("#rail a", "Webhooks")
	p.at("/webhooks")
	p.sees("#hook-list", "completed", "✓ match")
	p.click("#hook-list [data-row] a")
	p.until("document.querySelectorAll('.story tbody tr').length === 7")
	p.until("[...document.querySelectorAll('.story tbody tr')].every(r => /[+−].*[µm]s/.test(r.cells[3].innerText) && r.cells[5].textContent.trim() === '✓ match')")
	p.clickText(".story tr:last-child td:nth-child(3) a", ":")
	p.sees("#delivery", "Delivery #7", "match", "StreamResponse of A2A 1.0", "The token of the registration was sent in X-A2A-Notification-Token and A2A-Notification-Token")
	p.until("(r => r.top >= 0 && r.top < innerHeight - 100)(document.querySelector('#delivery h2').getBoundingClientRect()) && document.activeElement.id === 'delivery'")
	p.clickText(".story a", ":")
	p.until("document.querySelector('.deeds')")
	p.accessible(axeSource(t), "a webhook", "")

	// By keyboard: Enter goes from the row into its detail, as it opens and once it is open,
	// and Escape goes back to the row.
	inRow := "document.activeElement.closest('#hook-list [data-row]') !== null"
	inDetail := "document.activeElement.closest('.hook-detail') !== null"
	p.visit(p.origin() + "/webhooks")
	p.press("j")
	p.until(inRow)
	p.press("\r")
	p.until("location.pathname !== '/webhooks' && " + inDetail)
	p.press("\x1b")
	p.until(inRow)
	p.press("\x1b")
	p.until("location.pathname === '/webhooks' && " + inRow)
	p.press("\r")
	p.until(inDetail)
	p.shot("webhook")
	if body := p.text("body"); strings.Contains(body, c.Webhook[strings.LastIndexByte(c.Webhook, '/')+1:]) {
		t.Error("the address of the announcement is listed, though nobody registered it")
	}

	// From the page of a task that waits for its client.
	p.visit(p.origin() + "/compose")
	p.send("request a new phone for me")
	p.sees(".turn", "input required")
	p.clickText("#rail a", "Traffic")
	task := waiting(t, c)
	p.visit(p.origin() + "/tasks/" + task)
	p.until("!document.querySelector('.push-form').checkVisibility()")
	p.click(".task-push summary")
	p.clickText(".push-form button", "Register")
	p.sees("#task-push", "this console", "Delete")
	p.clickText(".push-form button", "Ask the agent for the list")
	p.until("[...document.querySelectorAll('#task-timeline td')].some(d => d.innerText.includes('ListTaskPushNotificationConfigs'))")
	console(t, "send", c.Taps[0].URL, "--dialect", "1.0", "--task", task, "--data", `{"phone":"iPhone"}`)
	p.sees("#task-timeline", "the agent, push")
	p.shot("task-push")
	p.clickText("#task-push a", "this console")
	p.sees(".hook-detail", "completed", "3 deliveries", "Registered: token", "CreateTaskPushNotificationConfig")
	p.visit(p.origin() + "/tasks/" + task)
	p.clickText("#task-push button", "Delete")
	p.sees("#task-push", "No registration")
}

// waiting is the task that waits for its client.
func waiting(t *testing.T, c *program) string {
	t.Helper()
	for _, x := range c.record(t) {
		if x.State == "TASK_STATE_INPUT_REQUIRED" {
			return x.Task
		}
	}
	t.Fatal("no task waits")
	return ""
}

// TestWebhookMadeByHand: the page of an address for one's own client says how to use it, and which
// deliveries had its token.
func TestWebhookMadeByHand(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	source := axeSource(t)
	p.visit(c.UI)
	p.visit(p.origin() + "/webhooks")
	p.clickText(".hooks-title button", "Create address")
	p.sees("#hook-head", "No call on record registered this address", "Register or try this address")
	p.look(source, "webhook-fresh", js[string](p, "location.pathname"))
	commands := js[[]string](p, "[...document.querySelectorAll('#hook-head .command pre')].map(e => e.textContent)")
	if len(commands) != 2 {
		t.Fatalf("%q", commands)
	}
	var config struct{ URL, Token string }
	if err := json.Unmarshal([]byte(commands[0]), &config); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("curl"); err != nil {
		post(t, config.URL, `{"statusUpdate":{"taskId":"t-1","contextId":"c-1","status":{"state":"TASK_STATE_WORKING"}}}`, "X-A2A-Notification-Token: "+config.Token)
	} else if out, err := exec.CommandContext(t.Context(), "sh", "-c", commands[1]).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", commands[1], err, out)
	}
	p.sees("#hook-head", "1 delivery", "No call on record registered this address")
	p.until("!document.querySelector('.hook-use')") // deliveries replace it
	p.clickText(".story td:nth-child(3) a", ":")
	p.sees(".creds", "✓ match", "The delivery carries the token made with this address")
	post(t, config.URL, `{"hello":1}`, "X-A2A-Notification-Token: another")
	post(t, config.URL, "")
	p.sees("#hook-head", "3 deliveries", "2 deliveries without the token made with this address.", "#2–#3: the registration is not on record", "2 deliveries carried no A2A event.")
	p.sees(".story", "no event", "empty body")
	p.size(1440, 900)
	p.until("[...document.querySelectorAll('.story tbody tr')].slice(1).every((r, i) => r.cells[5].innerText.trim() === ['! other', '! none'][i] && r.querySelector('.verdict-word').offsetWidth > 10)")
	p.fitsStory(1440, 1280, 1000, 560)
	p.shot("webhook-by-hand")
}

// fitsStory checks that no column of the open address's deliveries is out of view.
func (p *tab) fitsStory(widths ...int64) {
	p.t.Helper()
	for _, w := range widths {
		p.size(w, 800)
		p.holds(fmt.Sprintf("at %d pixels", w), ".hook-facts .scroll-x")
	}
}

// TestWebhookHostile: a push notification is no safer than a response.
func TestWebhookHostile(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	text, err := json.Marshal(poison)
	if err != nil {
		t.Fatal(err)
	}
	body := `{"statusUpdate":{"taskId":` + string(text) + `,"contextId":"c","status":{"state":` + string(text) + `}}}`
	for _, to := range []string{c.Webhook, c.Webhook + "/<script>window.__pwned=1</script>"} {
		post(t, to, body, "X-A2A-Notification-Token: <b>token", "Authorization: <script>window.__pwned=2</script> x", "User-Agent: <img src=x onerror=window.__pwned=3>")
		post(t, to, "{"+poison)
	}
	p.visit(c.UI)
	p.visit(p.origin() + "/webhooks")
	p.until("document.querySelectorAll('#hook-list [data-row]').length === 2")
	p.harmless("the webhooks")
	for _, at := range js[[]string](p, "[...document.querySelectorAll('#hook-list [data-row] a')].map(a => a.getAttribute('href'))") {
		p.visit(p.origin() + at)
		p.until("document.querySelector('.story')")
		p.clickText(".story td:nth-child(3) a", ":")
		p.until("document.querySelector('.hook-payload')")
		p.harmless("a hostile delivery")
		p.size(1440, 900)
		p.until("document.querySelector('#hook-rows td:nth-child(2) > *')")
		p.clear(at+": tasks over their neighbours", "[...document.querySelectorAll('#hook-rows td:nth-child(2)')].flatMap(td => [...td.children].filter(e => e.getBoundingClientRect().right > td.getBoundingClientRect().right + 0.5)).map(e => e.textContent).join(', ')")
	}
	p.shot("webhook-hostile")
}

// TestDoctorComesIntoView: on an agent's page, the menu closes and the result gets the focus. It survives
// redraws and disappears when it is closed.
func TestDoctorComesIntoView(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.visit(p.origin() + "/agents/" + agentID(c.Agent))
	p.streams()
	p.size(900, 500)
	p.until("(document.querySelector('#main').scrollTop = 1e6) && true")
	p.click(`#agent-head [popovertarget="agent-menu"]`)
	p.clickText("#agent-menu button", "Diagnose connection")
	p.sees("#doctor-verdict", "The agent answers")
	p.until("document.activeElement === document.querySelector('#doctor h2') && !document.querySelector('#agent-menu:popover-open')")
	p.until("(r => r.top >= 0 && r.top < innerHeight)(document.querySelector('#doctor').getBoundingClientRect())")
	p.clickText("#agent-head button", "Reload card")
	p.sees("#doctor-verdict", "The agent answers")
	p.clickText("#doctor button", "Close")
	p.until(`document.querySelector('#doctor').innerText === '' && document.activeElement.matches('[popovertarget="agent-menu"]')`)
}

// TestDoctor: the page says where a connection fails.
func TestDoctor(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.clickText("#rail a", "Agents")
	p.at("/agents")
	p.typeIn("#address", c.Agent)
	p.clickText(".connect button", "Diagnose connection")
	p.sees("#doctor", "The agent answers", "there is no such task, as expected")
	p.accessible(axeSource(t), "the doctor", "")
	p.shot("doctor")
	p.visit(p.origin() + "/agents")
	p.typeIn("#address", "127.0.0.1:9")
	p.clickText(".connect button", "Diagnose connection")
	p.sees("#doctor", "connection refused", "Stopped at")
	p.shot("doctor-fails")
}
