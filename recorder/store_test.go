package recorder

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// newFile is a file of a program that recorded nothing. Creating the tables costs more than most tests do;
// TestNewFilesCanShrink and others create them.
var newFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "recorder")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "new.db")
	s, err := Open(Options{Path: path, NoSession: true})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// open opens a store in a new folder and closes it with the test.
func open(t testing.TB, change func(*Options)) *Store {
	t.Helper()
	// Reads wait until everything recorded before is in the file, however busy the machine is.
	o := Options{Path: filepath.Join(t.TempDir(), "record.db"), ReadWait: time.Hour}
	own := o.Path
	if change != nil {
		change(&o)
	}
	if o.Path == own {
		b, err := newFile()
		if err == nil {
			err = os.WriteFile(own, b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func call() wire.Exchange {
	return wire.Exchange{
		Origin: wire.Client, Agent: "http://127.0.0.1:9999", Tap: "http://127.0.0.1:7421", Caller: "test/1",
		Method: "POST", URL: "http://127.0.0.1:9999/rpc",
		Request: wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}}},
	}
}

var jsonHead = wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}
var sseHead = wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}

func record(t testing.TB, s *Store, x wire.Exchange, request string, head wire.Head, response ...string) string {
	t.Helper()
	tape := s.Begin(x)
	at := time.Now()
	tape.Write(wire.Request, at, []byte(request), false)
	tape.EndRequest(at, nil)
	tape.WriteResponseHead(at, head)
	for _, r := range response {
		tape.Write(wire.Response, at, []byte(r), false)
	}
	tape.End(wire.End{At: at.Add(time.Millisecond), Outcome: wire.ByAgent})
	commit(t, tape)
	return tape.ID()
}

func commit(t testing.TB, tape wire.Tape) {
	t.Helper()
	if err := tape.Commit(context.Background()); err != nil {
		t.Fatalf("commit: %v", err)
	}
}

func TestAnExchangeIsReadBackAsItWas(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	id := record(t, s, call(), `{"a":1}`, jsonHead, `{"b":`, `2}`)
	x, err := s.Exchange(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if x.Seq != 1 || x.Session != s.Current().ID || x.Agent != call().Agent || x.Outcome != wire.ByAgent ||
		x.RequestBytes != 7 || x.ResponseBytes != 7 || x.ResponseKept != 7 || x.Frames != 1 || x.Response.Status != 200 {
		t.Errorf("got %+v", x)
	}
	chunks, err := s.Chunks(t.Context(), id, wire.Response, 0, 0)
	if err != nil || len(chunks) != 2 || string(chunks[1].Data) != "2}" || chunks[1].Offset != 5 {
		t.Errorf("chunks %+v, %v", chunks, err)
	}
	list, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{})
	if err != nil || len(list) != 1 || list[0].ID != id {
		t.Errorf("list %+v, %v", list, err)
	}
	changed, err := s.Changed(t.Context(), wire.Filter{}, 0, 0)
	if err != nil || len(changed) != 1 {
		t.Errorf("changed %+v, %v", changed, err)
	}
	if c := s.Current(); c.Exchanges != 1 || c.Bytes != 14 || len(c.Agents) != 1 {
		t.Errorf("session %+v", c)
	}
}
