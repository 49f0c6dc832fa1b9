package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// export makes the Sessions page write the current session to a file.
func export(t *testing.T, p *tab, dialect string) string {
	t.Helper()
	p.click("#session-table tbody tr:last-child .menu > button")
	p.until(`[...document.querySelectorAll('.session-menu a[download]')].some(a => a.href.includes('jsonl'))`)
	p.shot("export-menu-" + dialect)
	const file = `fetch([...document.querySelectorAll('.session-menu a[download]')].find(a => a.href.includes('jsonl')).href).then(r => r.text())`
	text := js[string](p, file)
	if !strings.HasPrefix(text, `{"format":"a2a-console-session"`) || !strings.Contains(text, `"kind":"end"`) {
		t.Fatalf("exported was %.200s", text)
	}
	return text
}

func (p *tab) drop(name, text string) {
	p.t.Helper()
	body, err := json.Marshal(text)
	if err != nil {
		p.t.Fatal(err)
	}
	js[bool](p, fmt.Sprintf(`(() => {
		const d = new DataTransfer();
		d.items.add(new File([%s], %q));
		for (const kind of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: d, bubbles: true, cancelable: true}));
		return true;
	})()`, body, name))
}

// walk orders a phone in two turns and streams a paper, like a client that knows nothing of the
// console. It returns all responses.
func walk(t *testing.T, base, dialect string) string {
	t.Helper()
	at := base + "/v" + dialect
	first := tell(t, at, dialect, saying(dialect, "order", "", "request a new phone for me", false))
	task, context := "order", ""
	if dialect != "0.1" {
		task, context = taskOf(t, first)
	}
	second := tell(t, at, dialect, saying(dialect, task, context, "Android", false))
	if !strings.Contains(strings.ToLower(second), "completed") {
		t.Fatalf("the order is not complete: %s", second)
	}
	paper := tell(t, at, dialect, saying(dialect, "paper", "", "write a long paper describing the attached pictures", true))
	return words(first) + "\n" + words(second) + "\n" + words(paper)
}

func tell(t *testing.T, at, dialect, body string) string {
	t.Helper()
	var header []string
	if dialect == "1.0" {
		header = append(header, "A2A-Version: 1.0")
	}
	status, got := post(t, at, body, header...)
	if status != http.StatusOK {
		t.Fatalf("%s: HTTP %d %s", body, status, got)
	}
	return got
}

var spoken = regexp.MustCompile(`"(?:text|state)":"((?:[^"\\]|\\.)*)"`)

// words are the texts and states of an answer.
func words(answer string) string {
	var out []string
	for _, m := range spoken.FindAllStringSubmatch(answer, -1) {
		out = append(out, m[1])
	}
	return strings.Join(out, " | ")
}

// taskOf are the ids that an answer gives its task.
func taskOf(t *testing.T, answer string) (task, context string) {
	t.Helper()
	type ids struct{ ID, ContextID string }
	var got struct {
		Result struct {
			ids
			Task ids
		}
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	for _, i := range []ids{got.Result.Task, got.Result.ids} {
		if i.ID != "" {
			return i.ID, i.ContextID
		}
	}
	t.Fatalf("no task in %s", answer)
	return "", ""
}

// saying is a request that sends text. It continues a task if context is given; in 0.1 always, because
// there the client names the task.
func saying(dialect, task, context, text string, stream bool) string {
	method := map[string][2]string{"0.1": {"tasks/send", "tasks/sendSubscribe"}, "1.0": {"SendMessage", "SendStreamingMessage"}}[dialect]
	if method[0] == "" {
		method = [2]string{"message/send", "message/stream"}
	}
	name := method[0]
	if stream {
		name = method[1]
	}
	part := map[string]any{"text": text}
	message := map[string]any{"messageId": "m-" + task, "role": "user", "parts": []any{part}}
	params := map[string]any{"message": message}
	switch dialect {
	case "0.1":
		part["type"] = "text"
		delete(message, "messageId")
		params["id"], params["sessionId"] = task, "outside"
	case "1.0":
		message["role"] = "ROLE_USER"
	default:
		part["kind"], message["kind"] = "text", "message"
	}
	if dialect != "0.1" && context != "" {
		message["taskId"], message["contextId"] = task, context
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": name, "params": params})
	if err != nil {
		panic(err) // of strings
	}
	return string(body)
}

// TestImportByButton imports a file by the button, and shows the error for a file that is not a session.
func TestImportByButton(t *testing.T) {
	t.Parallel()
	c, other, third, p := serve(t), serve(t), serve(t), open(t) // the tab closes first
	walk(t, c.Taps[0].URL, "1.0")
	p.visit(c.UI)
	p.visit(p.origin() + "/sessions")
	file := export(t, p, "button")
	path := filepath.Join(t.TempDir(), "order.jsonl")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	// It is already on record.
	p.expect("/sessions/import")
	p.attach("[data-import]", path)
	p.sees("#notice", "The file was not imported.", "already on record", "Open the session")
	p.clickText("#notice button", "Import a copy")
	p.sees(".banner", "recorded elsewhere")
	p.visit(p.origin() + "/sessions")
	p.drop("notes.txt", "nothing of a session")
	p.sees("#notice", "The file was not imported.")
	p.visit(other.UI)
	p.visit(p.origin() + "/sessions")
	p.attach("[data-import]", path)
	p.sees(".banner", "recorded elsewhere")
	// A file that somebody changed is imported, with a note.
	p.visit(third.UI)
	p.visit(p.origin() + "/sessions")
	p.drop("changed.jsonl", strings.Replace(file, `"kind":`, `"kind": `, 1))
	p.sees("#notice", "The file was imported.", "changed after it was written")
	p.clickText("#notice a", "Open the session")
	p.sees(".banner", "recorded elsewhere")
}

// TestSavedFilters saves a filter under a name, picks it later, and forgets it.
func TestSavedFilters(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "one", "tell me a joke", false)
	outside(t, c.Taps[0].URL, "1.0", "two", "fail", false)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.typeIn("[data-filter]", "state:failed\r")
	p.until("location.search.includes('q=state%3Afailed') && document.querySelectorAll('[data-row]').length === 1")
	p.click(".saved-filters > button")
	p.sees("#saved-filters", "No filter is saved.")
	p.typeIn(".save-filter input[name=name]", "what failed\r")
	p.sees("#saved-filters li", "what failed", "state:failed")
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.click(".saved-filters > button")
	p.sees("#saved-filters li", "what failed")
	p.shot("saved-filters")
	p.clickText("#saved-filters li a", "what failed")
	p.until("location.search.includes('state%3Afailed') && document.querySelectorAll('[data-row]').length === 1")
	p.click(".saved-filters > button")
	p.click("#saved-filters button[title=Delete]")
	p.sees("#saved-filters", "No filter is saved.")
}
