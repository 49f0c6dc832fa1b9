package recorder

import (
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// firstOf returns the first message of a session, read in both ways.
func firstOf(t *testing.T, s *Store, id string) string {
	t.Helper()
	one, err := s.Session(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Sessions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range all {
		if x.ID == id && x.FirstMessage != one.FirstMessage {
			t.Errorf("listed with %q, alone with %q", x.FirstMessage, one.FirstMessage)
		}
	}
	return one.FirstMessage
}

// TestFirstMessage: a session without a name is known by the first message that a client or
// the composer sent, whatever came before and comes after it.
func TestFirstMessage(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	id := s.Current().ID
	say := func(origin wire.Origin, request string) {
		x := call()
		x.Origin = origin
		labelled(t, s, record(t, s, x, request, jsonHead, "state=DONE"))
	}
	say(wire.Client, "op=GetTask not this")
	say(wire.Console, "op=SendMessage nor that")
	if got := firstOf(t, s, id); got != "" {
		t.Errorf("nothing was said, and the first message is %q", got)
	}
	say(wire.Compose, "op=SendStreamingMessage hello\nthere")
	say(wire.Client, "op=SendMessage and again")
	if got := firstOf(t, s, id); got != "op=SendStreamingMessage hello" {
		t.Errorf("the first message is %q", got)
	}
	if got := s.Current().FirstMessage; got != "op=SendStreamingMessage hello" {
		t.Errorf("of the current session the first message is %q", got)
	}
	if err := s.Rename(t.Context(), id, "Mine"); err != nil {
		t.Fatal(err)
	}
	if got := firstOf(t, s, id); got != "" {
		t.Errorf("a session with a name has a first message: %q", got)
	}
}

// TestFirstMessageIsLookedForWithinABound: a message after 1,000 exchanges without one names no session, so
// that no list reads further.
func TestFirstMessageIsLookedForWithinABound(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	s := open(t, withLabels)
	for n, want := range map[int]string{999: "op=SendMessage late", 1000: ""} {
		x, err := s.NewSession(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for range n {
			record(t, s, call(), "op=GetTask", jsonHead, "state=DONE")
		}
		labelled(t, s, record(t, s, call(), "op=SendMessage late", jsonHead, "state=DONE"))
		if got := firstOf(t, s, x.ID); got != want {
			t.Errorf("after %d exchanges the first message is %q, want %q", n, got, want)
		}
	}
}

// TestFirstMessageIsReadOnce: a known message is not looked up again, and a session without one only after a
// change.
func TestFirstMessageIsReadOnce(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	id := s.Current().ID
	labelled(t, s, record(t, s, call(), "op=GetTask", jsonHead, "state=DONE"))
	if got := firstOf(t, s, id); got != "" {
		t.Fatalf("the first message is %q", got)
	}
	n := func() (n int64) {
		_, n, err := s.session(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}()
	if kept := s.first.byRow[n]; !kept.open || kept.version == 0 {
		t.Errorf("kept %+v", kept)
	}
	s.first.keep(n, firstMessage{text: "kept", open: true, version: s.first.byRow[n].version})
	if got := firstOf(t, s, id); got != "kept" {
		t.Errorf("looked again though nothing changed: %q", got)
	}
	labelled(t, s, record(t, s, call(), "op=SendMessage new", jsonHead, "state=DONE"))
	if got := firstOf(t, s, id); got != "op=SendMessage new" {
		t.Errorf("not looked again: %q", got)
	}
	s.first.keep(n, firstMessage{text: "settled"})
	labelled(t, s, record(t, s, call(), "op=SendMessage newer", jsonHead, "state=DONE"))
	if got := firstOf(t, s, id); got != "settled" {
		t.Errorf("what was known is looked for again: %q", got)
	}
}

// TestTwins: sessions of the same name are marked, read in both ways, until one is renamed or removed.
func TestTwins(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	begin := func() string {
		x, err := s.NewSession(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		labelled(t, s, record(t, s, call(), "op=SendMessage order a table", jsonHead, "state=DONE"))
		return x.ID
	}
	a, b := begin(), begin()
	twins := func(when string, want ...string) {
		t.Helper()
		all, err := s.Sessions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range all {
			one, err := s.Session(t.Context(), x.ID)
			if err != nil || one.HasSameTitle != x.HasSameTitle || x.HasSameTitle != slices.Contains(want, x.ID) {
				t.Errorf("%s: %q is a twin %t in the list, %t alone, %v", when, x.Title(), x.HasSameTitle, one.HasSameTitle, err)
			}
		}
	}
	twins("two with one message", a, b)
	if err := s.Rename(t.Context(), a, "Mine"); err != nil {
		t.Fatal(err)
	}
	twins("one is renamed")
	if err := s.Rename(t.Context(), a, "op=SendMessage order  a table"); err != nil {
		t.Fatal(err)
	}
	twins("it is given the other's name", a, b)
	if err := s.Delete(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	twins("one is deleted")
}
