package e2e

import (
	"strings"
	"testing"
)

// TestWays sends over a binding other than JSON-RPC, and in another version.
func TestWays(t *testing.T) {
	t.Parallel()
	takeWays(t, "1.0 grpc", "0.3 jsonrpc")
}

// takeWays sends over versions and bindings of the card from the page: a stream to its end, an answer to
// a question, a canceled task.
func takeWays(t *testing.T, ways ...string) {
	t.Helper()
	c, p := serve(t), open(t)
	for _, way := range ways {
		version, binding, _ := strings.Cut(way, " ")
		p.visit(c.UI)
		p.visit(p.origin() + "/compose") // the rail leads back to the last message
		p.at("/compose")
		p.options()
		p.choose("#interface", way)
		p.sees("#plan", version+" · ")
		p.until("location.search.includes(" + quote("as="+version+"%2F"+binding) + ")")
		p.send("request a new phone for me")
		p.sees(".turn", "Select a phone type", version+" · ")
		p.choose("#composer .edit-form select", `"Android"`)
		p.until("document.querySelector('#preview').textContent.includes('\"Android\"')")
		p.click("#send .primary")
		p.sees(".turn", "R12443", "completed")
		p.until("!document.querySelector('#composer .edit-form')")
		p.send("slow 100 chunks every 1m")
		p.sees(".turn header", "working")
		p.clickText("#actions button", "Cancel the task")
		p.sees(".turn header", "canceled")
		p.shot("way-" + strings.ReplaceAll(way, " ", "-"))
	}
	for _, x := range c.record(t) {
		if x.Origin == "compose" && (x.Binding == "" || x.Dialect == "") {
			t.Errorf("%s was spoken in %q over %q", x.Op, x.Dialect, x.Binding)
		}
	}
}

// TestEditGRPC edits the ProtoJSON of a message; an error names its line.
func TestEditGRPC(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.clickText("#rail a", "Compose")
	p.options()
	p.choose("#interface", "1.0 grpc")
	p.typeIn("#composer .edit-text textarea", "echo this")
	p.until("document.querySelector('#preview summary').innerText.includes(' B')")
	js[bool](p, "(document.querySelector('#preview').open = true)")
	p.clickText("#preview button", "Edit")
	p.until("document.querySelector('#raw-body')?.value.includes('echo this')")
	body := js[string](p, "document.querySelector('#raw-body').value")
	p.choose("#raw-body", "{\n]")
	p.sees("#preview summary", "line 2")
	p.choose("#raw-body", strings.Replace(body, "echo this", "echo   this, by hand", 1))
	p.until("!document.querySelector('#preview summary').innerText.includes('line 2')")
	p.shot("compose-raw-grpc")
	p.click("#send .primary")
	p.sees(".turn", "by hand", "completed", "1.0 · gRPC")
}

// TestTwoVersions sends one message in two versions and compares the answers.
func TestTwoVersions(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.clickText("#rail a", "Compose")
	p.options()
	p.choose("#interface", "1.0 jsonrpc")
	p.typeIn("#composer .edit-text textarea", "request a new phone for me")
	p.click("[popovertarget=versus-menu]")
	p.choose("#other", "0.3 grpc")
	p.clickText("#versus-menu button", "Send to both")
	p.at("/compare")
	p.sees("#sides", "1.0 · JSON-RPC", "0.3 · gRPC", "input required")
	p.sees("#compare", "no differences")
	p.shot("versus-asked")
	p.judgePart("main", "two versions")
	p.fits("two versions")
	tasks := map[string]int{}
	for _, x := range c.record(t) {
		tasks[x.Task]++
	}
	if len(tasks) != 2 {
		t.Errorf("two messages made %d tasks: %v", len(tasks), tasks)
	}
}

// TestNegotiation: after an agent refuses a version, it is called in one that it offers. Its page shows
// what it serves in each version, and its extended card.
func TestNegotiation(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.clickText("#rail a", "Compose")
	p.options()
	p.choose("#interface", "1.0 jsonrpc")
	p.choose("#headers", "A2A-Version: 9.9")
	p.send("tell me a joke")
	p.sees("#version-note", "does not support this version", "A2A-Version 9.9")
	p.shot("version-refused")
	p.clickText("#version-note button", "0.3 · HTTP+JSON")
	p.sees(".turn", "chicken", "completed", "0.3 · HTTP+JSON")
	p.until("!document.querySelector('#version-note').innerText")

	p.visit(p.origin() + "/agents/" + agentID(c.Agent) + "?tab=versions")
	p.clickText(".versions button", "Request it in each version")
	p.sees(".versions", "A is the A2A-Version 0.3, B the A2A-Version 1.0")
	p.choose("#extended-as", "1.0 grpc")
	p.clickText(".versions button", "Fetch the extended card")
	p.sees("#extended-answer", "A is the public card, B the extended card")
	p.judgePart("#extended-answer", "the extended card")
	p.shot("agent-versions")
}

// TestAgentTasks lists the agent's tasks, and opens one that is not on record.
func TestAgentTasks(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	for _, text := range []string{"tell me a joke", "request a new phone for me", "slow 100 chunks every 1m"} {
		direct(t, c.Agent, text)
	}
	p.visit(c.UI)
	p.visit(p.origin() + "/agents/" + agentID(c.Agent) + "?tab=tasks")
	p.sees(".task-list", "3 tasks", "completed", "input required", "working")
	p.judgePart(".task-list", "tasks")
	p.shot("agent-tasks")
	p.choose(".task-query select[name=as]", "0.3 rest")
	p.choose(".task-query select[name=state]", "TASK_STATE_WORKING")
	p.clickText(".task-query button", "List tasks")
	p.sees(".task-list", "1 task", "0.3 · HTTP+JSON")
	p.click(".task-list tbody button.quiet")
	p.until("location.pathname.startsWith('/tasks/')")
	p.sees("#task-head", "working")
}

// direct sends a message to an agent past the tap.
func direct(t *testing.T, agent, text string) {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"configuration":{"returnImmediately":true},"message":{"messageId":` + quote(text) + `,"role":"ROLE_USER","parts":[{"text":` + quote(text) + `}]}}}`
	if status, answer := post(t, agent+"/v1.0", body, "A2A-Version: 1.0"); status != 200 || !strings.Contains(answer, "TASK_STATE_") {
		t.Fatalf("%d %s", status, answer)
	}
}
