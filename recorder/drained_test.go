package recorder

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// If another program drained an exchange without labelling it, the program that recorded it does so while it
// runs.
func TestLabelsOfWhatOthersDrained(t *testing.T) {
	t.Parallel()
	for name, drain := range map[string]func(t *testing.T, a *Store){
		"by a program beside": func(t *testing.T, a *Store) {
			b := open(t, func(o *Options) { o.Path, o.NoSession, o.Label = a.opts.Path, true, newFake })
			if err := b.recoverDead(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
		"by a reader": func(t *testing.T, a *Store) {
			open(t, func(o *Options) { o.Path, o.ReadOnly = a.opts.Path, true })
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, withLabels)
			stream := a.Begin(call())
			stream.Write(wire.Request, time.Now(), []byte("op=Send"), false)
			stream.EndRequest(time.Now(), nil)
			stream.WriteResponseHead(time.Now(), sseHead)
			commit(t, stream)
			if _, err := a.Exchange(t.Context(), stream.ID()); err != nil { // so that its beginning is on record
				t.Fatal(err)
			}
			stream.Write(wire.Response, time.Now(), []byte("data: state=S\n\n"), false)
			stream.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
			commit(t, stream)
			whole := record(t, a, call(), "op=Get", jsonHead, "state=S")
			drain(t, a)
			for id, op := range map[string]string{stream.ID(): "Send", whole: "Get"} {
				if x := labelled(t, a, id); x.Labels.Op != op || x.Labels.State != "S" {
					t.Errorf("%s: labels %+v", op, x.Labels)
				}
			}
		})
	}
}

// Opening a recording read-only drains what is there then, but does not follow a program that continues to
// record.
func TestOpeningUnderTrafficEnds(t *testing.T) {
	t.Parallel()
	const most = 500
	a := open(t, nil)
	record(t, a, call(), "{}", jsonHead, "{}")
	more := 0
	r := open(t, func(o *Options) {
		o.Path, o.ReadOnly = a.opts.Path, true
		o.Label = func(x *wire.Exchange) Labeller { // records another exchange for each one drained
			if more++; more <= most {
				record(t, a, call(), "{}", jsonHead, "{}")
			}
			return newFake(x)
		}
	})
	if more > most {
		t.Errorf("opening went on for %d exchanges that were recorded meanwhile", most)
	}
	if list, err := r.Exchanges(t.Context(), wire.Filter{}, wire.Page{}); err != nil || len(list) == 0 {
		t.Errorf("%d exchanges, %v", len(list), err)
	}
}

// Gaps that are close together are merged, and each is counted once.
func TestGapsAreToldOnce(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	_, n, err := s.session(t.Context(), s.Current().ID)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Unix(1700000000, 0).UTC()
	for _, after := range []time.Duration{0, 8 * time.Second, 4 * time.Second} { // the last is close to both others
		at := began.Add(after)
		g := wire.Gap{From: at, To: at, Cause: wire.GapFailed, Exchanges: 1, Bytes: 10}
		if _, err := s.append(&entry.Entry{Kind: entry.Gap, Session: n, At: entry.Nanos(at), Gap: g}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.Gaps(t.Context(), s.Current().ID)
	if err != nil || len(list) == 0 {
		t.Fatalf("%+v, %v", list, err)
	}
	exchanges, bytes, last := 0, int64(0), list[0].To
	for _, g := range list {
		exchanges, bytes, last = exchanges+g.Exchanges, bytes+g.Bytes, latestOf(last, g.To)
	}
	if exchanges != 3 || bytes != 30 || !list[0].From.Equal(began) || !last.Equal(began.Add(8*time.Second)) {
		t.Errorf("%d exchanges and %d bytes are told, of 3 and 30: %+v", exchanges, bytes, list)
	}
}
