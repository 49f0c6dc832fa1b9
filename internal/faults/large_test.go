package faults

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// secretWord is in every response of a large session, as a separate word, and nowhere else.
const secretWord = "quetzalcoatlus"

// larges are the records that were made, by their size.
var larges struct {
	sync.Mutex
	made map[int]string
}

// record copies a record with one session of n exchanges into a new folder.
func record(t testing.TB, n int) (db, session string) {
	t.Helper()
	larges.Lock()
	defer larges.Unlock()
	session = fmt.Sprintf("01990000-0000-7000-8000-%012x", 1)
	if larges.made[n] == "" {
		file, made := filepath.Join(t.TempDir(), "large.jsonl"), filepath.Join(builds.dir, fmt.Sprintf("large-%d.db", n))
		if err := writeSession(file, session, n); err != nil {
			t.Fatal(err)
		}
		newHost(t).run("sessions", "import", file, "--db", made)
		if larges.made == nil {
			larges.made = map[int]string{}
		}
		larges.made[n] = made
	}
	db = filepath.Join(t.TempDir(), "x.db")
	copyFile(t, larges.made[n], db)
	return db, session
}

// writeSession writes a session file of n exchanges, each a message and its
// answer.
func writeSession(path, id string, n int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	lines := json.NewEncoder(w)
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := func(i, ms int) string {
		return began.Add(time.Duration(i*10+ms) * time.Millisecond).Format(time.RFC3339Nano)
	}
	_ = lines.Encode(map[string]any{"format": "a2a-console-session", "version": 1, "secrets": "redacted",
		"session": map[string]any{"id": id, "name": "large", "started": at(0, 0), "ended": at(n, 0)}, "agents": []string{"http://127.0.0.1:9000"}})
	for i := range n {
		c := call{kind: "call", id: fmt.Sprintf("large-%s-%d", id[len(id)-6:], i), size: 300, asks: 200}
		request, response := string(c.request()), string(answerTo(c.id+" "+secretWord, c.size))
		head := map[string]any{"proto": "HTTP/1.1", "header": map[string]any{"Content-Type": []string{"application/json"}}}
		_ = lines.Encode(map[string]any{"kind": "exchange", "id": fmt.Sprintf("%s-%012x", id[:23], i+16), "origin": "client",
			"agent": "http://127.0.0.1:9000", "method": "POST", "url": "http://127.0.0.1:9000" + c.path(), "request": head,
			"response": map[string]any{"proto": "HTTP/1.1", "status": 200, "header": head["header"]},
			"started":  at(i, 0), "request_done": at(i, 1), "answered": at(i, 2), "first_byte": at(i, 3), "last_byte": at(i, 4), "ended": at(i, 5),
			"outcome": "agent", "request_bytes": len(request), "response_bytes": len(response), "frames": 1})
		_ = lines.Encode(map[string]any{"kind": "chunk", "side": "request", "offset": 0, "at": at(i, 1), "text": request})
		_ = lines.Encode(map[string]any{"kind": "chunk", "side": "response", "offset": 0, "at": at(i, 4), "text": response})
	}
	_ = lines.Encode(map[string]any{"kind": "end"})
	return w.Flush() // also of what went wrong before
}
