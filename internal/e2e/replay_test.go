package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// TestReplay replays recorded conversations against the same agent and a changed one, and serves them as
// a mock to another client.
func TestReplay(t *testing.T) {
	t.Parallel()
	replay(t, "1.0")
}

func replay(t *testing.T, dialect string) {
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.sees("h1", "Connect an agent")
	phone := order(t, c.Taps[0].URL, dialect)
	outside(t, c.Taps[0].URL, dialect, "paper", "write a long paper describing the attached pictures", true)
	p.visit(p.origin() + "/sessions")
	p.clickText("#recording button", "New session")
	p.until("document.querySelectorAll('#session-table tbody tr').length === 2")

	p.click("#session-table tbody tr:last-child .menu > button")
	p.clickText("#session-table a", "Replay…")
	p.at("/replays/new")
	startReplay(p, "structure", "")
	p.sees("#replay-status", "done", "no differences", "3 the same")
	p.until("document.querySelectorAll('.pair.verdict-same').length === 3")
	p.reload()
	p.sees("#replay-status", "no differences")

	changed := changedAgent(t, c.Agent, "Android", "Symbian")
	p.visit(p.origin() + "/replays/new?session=" + c.Session)
	startReplay(p, "meaning", changed)
	seesTheDifference(p)
	mockAnswers(t, c, p, dialect, phone)
}

// order orders a phone in two turns and returns the last response.
func order(t *testing.T, at, dialect string) string {
	t.Helper()
	_, first := outside(t, at, dialect, "order", "request a new phone for me", false)
	if dialect == "0.1" {
		_, last := outside(t, at, dialect, "order", "Android", false)
		return last
	}
	var got struct {
		Result struct {
			Task struct{ ID, ContextID string }
		}
	}
	if err := json.Unmarshal([]byte(first), &got); err != nil || got.Result.Task.ID == "" {
		t.Fatalf("%v: %s", err, first)
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"SendMessage","params":{"message":{"messageId":"m-2","taskId":%q,"contextId":%q,"role":"ROLE_USER","parts":[{"text":"Android"}]}}}`, got.Result.Task.ID, got.Result.Task.ContextID)
	status, last := post(t, at, body, "A2A-Version: 1.0")
	if status != http.StatusOK || !strings.Contains(last, "TASK_STATE_COMPLETED") {
		t.Fatalf("HTTP %d %s", status, last)
	}
	return last
}

func startReplay(p *tab, level, address string) {
	p.t.Helper()
	p.click("input[name=level][value=" + level + "]")
	if address != "" {
		p.typeIn("input[name=address]", address)
	}
	p.click(".replay-form button.primary")
	p.until("/^.replays.[0-9a-f-]{36}$/.test(location.pathname)")
}

func seesTheDifference(p *tab) {
	p.t.Helper()
	p.sees("#replay-status", "done", "1 differs", "2 the same")
	p.sees(".pair.verdict-differs", "$.task.artifacts[0].parts[0].text", "Symbian", "Android")
	if n := p.count(".difference"); n != 1 {
		p.t.Errorf("%d differences, want the one that was planted:\n%s", n, p.text("#replay-steps"))
	}
	at := js[string](p, "location.pathname")
	p.judgePart("main", "a replay that differs")
	p.fits("a replay that differs")
	p.sees(".replay-verdict", "1 of 3 answers differs")
	p.sees(".kinds", "1 text")
	p.press("n")
	p.until("document.activeElement.matches('[data-difference]') && document.querySelector('[data-difference-at]').textContent === '1 of 1'")
	p.clickText("#replay-status .advice a", "Compare structure")
	p.sees("#replay-status", "no differences")
	p.visit(p.origin() + at)
	p.clickText(".pair.verdict-differs a", "Compare")
	p.at("/compare")
	p.sees("#compare", "Symbian")
	p.visit(p.origin() + at)
	p.clickText(".difference button", "Ignore this")
	p.sees("#replay-status", "no differences", "ignored")
}

// mockAnswers serves the session to a client that knows nothing of it.
func mockAnswers(t *testing.T, c *program, p *tab, dialect, want string) {
	t.Helper()
	p.visit(p.origin() + "/sessions/" + c.Session + "/test")
	p.sees(".command", "a2a-console replay ", ".jsonl --to "+c.Agent+" --fail-on-diff --level structure --junit report.xml")
	p.visit(p.origin() + "/sessions/" + c.Session + "/mock")
	p.choose("select[name=pace]", "0")
	p.clickText("button.primary", "Start a mock")
	p.sees("#mocks", "serving", "recorded call", "A2A "+dialect)
	mock := p.text("#mocks .address code")
	if got := order(t, mock, dialect); artifactOf(t, got) != artifactOf(t, want) {
		t.Errorf("the mock answered %s, on record is %s", got, want)
	}
	p.judgePart("main", "a mock that answers")
	p.clickText("#mocks button", "Stop")
	p.sees("#mocks", "No mock of this session is running")
	if resp, err := http.Get(mock); err == nil {
		resp.Body.Close()
		t.Error("the mock still answers after it was stopped")
	}
}

// artifactOf is the text of an answer's artifact.
func artifactOf(t *testing.T, answer string) string {
	t.Helper()
	type task struct {
		Artifacts []struct{ Parts []struct{ Text string } }
	}
	var got struct {
		Result struct {
			task
			Task task
		}
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	for _, a := range append(got.Result.Artifacts, got.Result.Task.Artifacts...) {
		return a.Parts[0].Text
	}
	t.Fatalf("no artifact in %s", answer)
	return ""
}

// changedAgent is the reference agent with another word in its artifacts. Its card has its own address.
func changedAgent(t *testing.T, reference, old, word string) string {
	t.Helper()
	to, err := url.Parse(reference)
	if err != nil {
		t.Fatal(err)
	}
	var self string
	server := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) },
		ModifyResponse: func(r *http.Response) error {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return err
			}
			body = bytes.ReplaceAll(body, []byte(reference), []byte(self))
			if from := bytes.Index(body, []byte(`"artifacts"`)); from >= 0 {
				to := from + max(bytes.Index(body[from:], []byte(`"history"`)), 0)
				if to == from {
					to = len(body)
				}
				body = bytes.Join([][]byte{body[:from], bytes.Replace(body[from:to], []byte(old), []byte(word), 1), body[to:]}, nil)
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			r.Header.Set("Content-Length", strconv.Itoa(len(body)))
			r.ContentLength = int64(len(body))
			return nil
		},
	})
	t.Cleanup(server.Close)
	self = server.URL
	return self
}
