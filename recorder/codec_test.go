package recorder

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Large reads are stored packed, and are read unchanged: whole, and as frames from the middle.
func TestBigReadsComeBack(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	event := "data: {\"text\":\"" + strings.Repeat("word ", 40) + "\"}\n\n"
	read32k := strings.Repeat(event, 140)
	x := call()
	tape := s.Begin(x)
	tape.EndRequest(time.Now(), nil)
	tape.WriteResponseHead(time.Now(), sseHead)
	var want []byte
	for range 5 {
		tape.Write(wire.Response, time.Now(), []byte(read32k), false)
		want = append(want, read32k...)
	}
	commit(t, tape)
	if got := read(t, s, tape.ID(), wire.Response); !bytes.Equal(got, want) {
		t.Fatalf("%d bytes, want %d", len(got), len(want))
	}
	list, err := s.Frames(t.Context(), tape.ID(), wire.Response, 333, 2)
	if err != nil || len(list) != 2 || list[0].Index != 333 || string(list[0].Raw) != event {
		t.Errorf("frames from 333: %+v, %v", list, err)
	}
	var packed int64
	err = s.do(t.Context(), func(w *writer) (err error) {
		packed, err = w.conn.Number("SELECT count(*) FROM chunks WHERE codec = 1 AND length(data) < 8000")
		return err
	})
	if err != nil || packed != 5 {
		t.Errorf("%d chunks are packed, want 5: %v", packed, err)
	}
	got, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || got.ResponseKept != int64(len(want)) {
		t.Errorf("%d bytes, want %d: %v", got.ResponseKept, len(want), err)
	}
}

// A call that is complete when drained is written once, as one row with its labels. Its version shows that.
func TestACallIsOneWrite(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Label = newFake })
	before := newest(t, s)
	tape := s.Begin(call())
	tape.Write(wire.Request, time.Now(), []byte("op=Send"), false)
	tape.EndRequest(time.Now(), nil)
	tape.WriteResponseHead(time.Now(), jsonHead)
	tape.Write(wire.Response, time.Now(), []byte("state=S1"), false)
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tape)
	x, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || x.Outcome != wire.ByAgent || x.RequestBytes != 7 || x.ResponseBytes != 8 || x.Labels.Op != "Send" || x.Labels.State != "S1" || x.Version != before+1 {
		t.Errorf("%+v, %v", x, err)
	}
}

func newest(t *testing.T, s *Store) (version int64) {
	t.Helper()
	list, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range list {
		version = max(version, x.Version)
	}
	return version
}

// What nobody waits for is on record before the store closes.
func TestCloseKeepsWhatNobodyWaitedFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, func(o *Options) { o.Path = dir + "/x.db" })
	tape := s.Begin(call())
	tape.Write(wire.Request, time.Now(), []byte("{}"), false)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, func(o *Options) { o.Path, o.ReadOnly = dir+"/x.db", true })
	x, err := again.Exchange(context.Background(), tape.ID())
	if err != nil || x.RequestBytes != 2 || x.Outcome != wire.Interrupted {
		t.Errorf("%+v, %v", x, err)
	}
}
