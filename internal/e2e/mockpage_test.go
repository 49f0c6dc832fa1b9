package e2e

import "testing"

// TestMockPage starts a mock of the session. Its open page shows the requests that the recording answers,
// and those that it does not.
func TestMockPage(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.send("tell me a joke")
	p.sees(".turn", "completed")
	p.visit(p.origin() + "/sessions/" + c.Session + "/mock")
	p.streams()
	p.clickText(".replay-form button", "Start a mock")
	p.sees("#mocks", "serving at", "Answered 0 calls")
	at := js[string](p, "document.querySelector('#mocks .mock code').innerText")
	for range 3 {
		post(t, at, say("1.0", "1", "tell me a joke", true), "A2A-Version: 1.0")
		post(t, at, say("1.0", "2", `<img src=x onerror="window.__pwned=1">`, true), "A2A-Version: 1.0")
		post(t, at, say("1.0", "3", "tell me a joke", false), "A2A-Version: 1.0")
	}
	p.sees("#mocks", "Answered 3 calls", `SendStreamingMessage "<img src=x`, `SendMessage "tell me a joke" in A2A 1.0`, "3 times")
	p.until("document.querySelectorAll('.mock-unanswered li').length === 2")
	p.harmless("a mock's page")
	p.judgePart("#mocks", "calls that a mock could not answer")
	p.clickText("#mocks button", "Stop")
	p.sees("#mocks", "No mock of this session is running.")
}
