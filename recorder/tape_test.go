package recorder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// For any stream, however it is cut into reads, the bytes are read as written, offsets are contiguous, and
// frames from any index equal those of the whole.
func TestBodiesAndFramesComeBackAsWritten(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	pieces := []string{"data: {\"a\":1}\n\n", "data: x\r\n\r\n", ": ping\n\n", "event: e\rdata: y\r\r", "\n", "data: long " + strings.Repeat("z", 300) + "\n\n", "data: unfinished", "\r\n"}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		var body []byte
		for range 1 + r.IntN(60) {
			body = append(body, pieces[r.IntN(len(pieces))]...)
		}
		tape := s.Begin(call())
		tape.EndRequest(time.Now(), nil)
		tape.WriteResponseHead(time.Now(), sseHead)
		at := time.Unix(1000, 0).UTC()
		whole := wire.NewSplitter(wire.SSE, MaxFrameBytes)
		var want []wire.Frame
		var last time.Time
		for rest := body; len(rest) > 0; {
			n := min(1+r.IntN(90), len(rest))
			at = at.Add(time.Millisecond)
			last = at
			tape.Write(wire.Response, at, rest[:n], n%2 == 0)
			want = append(want, whole.Feed(at, rest[:n])...)
			rest = rest[n:]
		}
		want = append(want, whole.Close(last)...)
		tape.End(wire.End{At: at, Outcome: wire.ByAgent})
		commit(t, tape)
		events := 0
		for _, f := range want {
			if f.Kind != wire.Comment {
				events++
			}
		}

		if got := read(t, s, tape.ID(), wire.Response); !bytes.Equal(got, body) {
			t.Fatalf("seed %d: body differs", seed)
		}
		x, err := s.Exchange(t.Context(), tape.ID())
		if err != nil || x.Frames != events || x.ResponseBytes != int64(len(body)) || !x.FirstByte.Equal(time.Unix(1000, 1e6)) || !x.LastByte.Equal(last) {
			t.Fatalf("seed %d: %d events of %d, %+v, %v", seed, x.Frames, events, x, err)
		}
		for from := 0; from <= len(want); from += 1 + r.IntN(5) {
			got, err := s.Frames(t.Context(), tape.ID(), wire.Response, from, 7)
			if err != nil {
				t.Fatal(err)
			}
			expect := want[from:min(from+7, len(want))]
			if len(got) != len(expect) {
				t.Fatalf("seed %d: %d frames from %d, want %d", seed, len(got), from, len(expect))
			}
			for i := range got {
				if !reflect.DeepEqual(got[i], expect[i]) {
					t.Fatalf("seed %d, frame %d:\n got %+v\nwant %+v", seed, from+i, got[i], expect[i])
				}
			}
		}
		mid := int64(len(body) / 2)
		part, err := s.Chunks(t.Context(), tape.ID(), wire.Response, mid, 1)
		if err != nil || len(part) != 1 || part[0].Offset > mid || part[0].Offset+int64(len(part[0].Data)) <= mid {
			t.Fatalf("seed %d: chunk at %d: %+v, %v", seed, mid, part, err)
		}
	}
}

func TestBodyLimitBoundsWhatIsKept(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.MaxBody = 10 })
	id := record(t, s, call(), "0123456789abc", jsonHead, "01234567", "89abcdef", "more")
	x, err := s.Exchange(t.Context(), id)
	if err != nil || x.RequestBytes != 13 || x.RequestKept != 10 || x.ResponseBytes != 20 || x.ResponseKept != 10 || !x.Incomplete ||
		len(x.Gaps) != 2 || x.Gaps[0].Side != wire.Request || x.Gaps[0].Offset != 10 || x.Gaps[0].Bytes != 3 || x.Gaps[1].Bytes != 10 || x.Gaps[1].Cause != wire.GapLimit {
		t.Errorf("%+v, %v", x, err)
	}
	if got := read(t, s, id, wire.Response); string(got) != "0123456789" {
		t.Errorf("kept %q", got)
	}
}

// An exchange is visible at once, open, although nobody commits.
func TestAnOpenExchangeIsSeenWithoutCommit(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	tape := s.Begin(call())
	await(t, s, func() bool {
		x, err := s.Exchange(t.Context(), tape.ID())
		return err == nil && x.Outcome == wire.Open && x.Ended.IsZero()
	})
	tape.WriteResponseHead(time.Now(), sseHead)
	for range 20 { // counters lag for a moment, but not forever
		tape.Write(wire.Response, time.Now(), []byte("data: 1\n\n"), false)
		commit(t, tape)
	}
	await(t, s, func() bool {
		x, err := s.Exchange(t.Context(), tape.ID())
		return err == nil && x.Frames == 20 && x.ResponseBytes == 180
	})
}

// A comment that keeps a stream open is not an event, but still a frame on a page of frames.
func TestCommentsAreNoEvents(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	tape := s.Begin(call())
	tape.WriteResponseHead(time.Now(), sseHead)
	for _, text := range []string{": hello\n\n", "data: 1\n\n: still", " here\n\nda", "ta: 2\n\n", ": bye\n\n"} {
		tape.Write(wire.Response, time.Now(), []byte(text), false)
	}
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	x, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || x.Frames != 2 {
		t.Fatalf("%d events, %v", x.Frames, err)
	}
	frames, err := s.Frames(t.Context(), x.ID, wire.Response, 3, 1)
	if err != nil || len(frames) != 1 || frames[0].Index != 3 || string(frames[0].Data) != "2" {
		t.Errorf("%+v, %v", frames, err)
	}
}

func TestSecretsNeverReachTheFile(t *testing.T) {
	t.Parallel()
	secrets := func(*wire.Exchange) redact.Secrets {
		return redact.Secrets{
			Headers: []string{"authorization", "cookie", "set-cookie", "x-api-key"},
			Query:   []string{"key"},
			Request: redact.NewMembers("params.token"), Response: redact.NewMembers("result.token"), Form: []string{"client_secret"},
		}
	}
	const secret = "Sup3rS3cretV4lue"
	run := func(t *testing.T, raw bool) (string, bool) {
		dir := t.TempDir()
		s := open(t, func(o *Options) {
			o.Path, o.Secrets, o.Raw, o.Label = filepath.Join(dir, "x.db"), secrets, raw, newFake
		})
		x := call()
		x.URL += "?key=" + secret + "1"
		x.Request.Header = http.Header{"Authorization": {"Bearer " + secret}, "X-Api-Key": {secret}, "Cookie": {"s=" + secret}, "Content-Type": {"application/json"}}
		tape := s.Begin(x)
		body := `{"params":{"token":"` + secret + `"}}`
		for i := range body { // across the border of reads
			tape.Write(wire.Request, time.Now(), []byte(body[i:i+1]), false)
		}
		tape.EndRequest(time.Now(), http.Header{"X-Api-Key": {secret}})
		head := wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}, "Set-Cookie": {"s=" + secret + "; Path=/"}}}
		tape.WriteResponseHead(time.Now(), head)
		tape.Write(wire.Response, time.Now(), []byte("data: {\"result\":{\"token\":\""+secret[:5]), false)
		tape.Write(wire.Response, time.Now(), []byte(secret[5:]+"\"}}\n\n"), false)
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent, Trailer: http.Header{"Set-Cookie": {"s=" + secret}}})
		commit(t, tape)
		form := call()
		form.Request.Header = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
		record(t, s, form, "a=b&client_secret="+secret, jsonHead, `{"result":{"token":"`+secret+`"}}`)
		labelled(t, s, tape.ID())
		var all []byte
		for _, name := range []string{"x.db", "x.db-wal"} {
			b, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, b...)
		}
		got, err := s.Exchange(t.Context(), tape.ID())
		if err != nil {
			t.Fatal(err)
		}
		if !raw && (len(got.Redactions) < 7 || got.RequestBytes != int64(len(body))) {
			t.Errorf("redactions %+v", got.Redactions)
		}
		return got.Request.Header.Get("Authorization"), bytes.Contains(all, []byte(secret)) || bytes.Contains(bytes.ToLower(all), []byte(strings.ToLower(secret)))
	}
	if auth, found := run(t, false); found || auth != "Bearer ****************" {
		t.Errorf("found %t, authorization %q", found, auth)
	}
	if auth, found := run(t, true); !found || auth != "Bearer "+secret {
		t.Errorf("raw: found %t, authorization %q", found, auth)
	}
}

// labelled waits until an exchange's labels are final.
func labelled(t testing.TB, s *Store, id string) wire.Exchange {
	t.Helper()
	await(t, s, func() bool {
		var n int
		err := s.readers.QueryRow("SELECT e.seq NOT IN (SELECT seq FROM unlabelled) FROM exchanges e WHERE e.id = ?", id).Scan(&n)
		return err == nil && n == 1
	})
	x, err := s.Exchange(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// A copy of the files taken while recording holds all that was committed.
func TestACopyTakenMidwayHoldsWhatWasCommitted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, nil)
	for range 20 {
		record(t, s, call(), kilobyte, jsonHead, kilobyte)
	}
	tape := s.Begin(call())
	tape.WriteResponseHead(time.Now(), sseHead)
	tape.Write(wire.Response, time.Now(), []byte("data: 1\n\ndata: 2"), false)
	commit(t, tape)
	files, err := filepath.Glob(s.opts.Path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		copyFile(t, name, filepath.Join(dir, "copy.db"+strings.TrimPrefix(name, s.opts.Path)))
	}
	c := open(t, func(o *Options) { o.Path = filepath.Join(dir, "copy.db") })
	list, err := c.Exchanges(t.Context(), wire.Filter{}, wire.Page{})
	if err != nil || len(list) != 21 {
		t.Fatalf("%d exchanges, %v", len(list), err)
	}
	x := list[0]
	if x.ID != tape.ID() || x.Outcome != wire.Interrupted || x.Problem == "" || x.ResponseKept != 16 || x.Ended.IsZero() || x.Ended.After(time.Now()) {
		t.Errorf("%+v", x)
	}
	if got := read(t, c, tape.ID(), wire.Response); string(got) != "data: 1\n\ndata: 2" {
		t.Errorf("kept %q", got)
	}
	for _, x := range list[1:] {
		if got := read(t, c, x.ID, wire.Response); string(got) != kilobyte {
			t.Errorf("exchange %d differs", x.Seq)
		}
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestManyTapesAndReadersAtOnce(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Label = newFake })
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 25 {
				id := record(t, s, call(), fmt.Sprintf("op=Send task=t%d", i), jsonHead, fmt.Sprintf("state=S%d", j))
				await(t, s, func() bool { // a reader waits briefly for what is being written
					_, err := s.Exchange(t.Context(), id)
					return err == nil
				})
				if got := read(t, s, id, wire.Response); string(got) != fmt.Sprintf("state=S%d", j) {
					t.Errorf("read %q", got)
				}
				if _, err := s.Exchanges(t.Context(), wire.Filter{Task: "t1"}, wire.Page{Limit: 5}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	await(t, s, func() bool {
		list, err := s.Exchanges(t.Context(), wire.Filter{Task: "t3", Ops: []string{"send"}}, wire.Page{})
		return err == nil && len(list) == 25
	})
	if c := s.Current(); c.Exchanges != 200 || c.Errors != 0 {
		t.Errorf("session %+v", c)
	}
}

func TestATakenIdIsNotRecordedTwice(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	id := record(t, s, call(), "first", jsonHead, "first")
	x := call()
	x.ID = id
	record(t, s, x, "second", jsonHead, "second")
	list, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{})
	if err != nil || len(list) != 1 || string(read(t, s, id, wire.Request)) != "first" || s.Health() != "" {
		t.Errorf("%+v, %v", list, err)
	}
	await(t, s, func() bool {
		g, err := s.Gaps(t.Context(), s.Current().ID)
		return err == nil && len(g) == 1 && g[0].Exchanges == 1 && g[0].Cause == wire.GapFailed
	})
}

func TestClosedStoresRecordNothing(t *testing.T) {
	t.Parallel()
	s, err := Open(Options{Path: filepath.Join(t.TempDir(), "x.db")})
	if err != nil {
		t.Fatal(err)
	}
	tape := s.Begin(call())
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	tape.Write(wire.Request, time.Now(), []byte("late"), false)
	if err := tape.Commit(context.Background()); err == nil {
		t.Error("commit after close succeeded")
	}
	if late := s.Begin(call()); late.ID() != "" {
		t.Error("began an exchange after close")
	}
	if _, err := s.NewSession(t.Context(), ""); !errors.Is(err, ErrClosed) {
		t.Errorf("error %v", err)
	}
}
