package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Finder lists sessions.
type Finder interface {
	Sessions(ctx context.Context) ([]wire.Session, error)
}

// Record finds exchanges and sessions.
type Record interface {
	Finder
	Exchange(ctx context.Context, id string) (wire.Exchange, error)
	ExchangesLike(ctx context.Context, short wire.ShortID) ([]wire.Exchange, error)
}

// Match is the session or exchange that an id or a name refers to.
type Match struct {
	Exchange *wire.Exchange // nil for a session
	Session  wire.Session
}

// Find returns the session or exchange with an id, an unambiguous part of an id, or a session's
// name.
func Find(ctx context.Context, store Record, id string) (Match, error) {
	x, err := store.Exchange(ctx, id)
	if err == nil {
		return Match{Exchange: &x}, nil
	}
	s, serr := FindSession(ctx, store, id)
	if serr == nil {
		return Match{Session: s}, nil
	}
	if !errors.Is(serr, wire.ErrNotFound) {
		return Match{}, serr
	}
	x, err = FindExchange(ctx, store, id)
	switch {
	case err == nil:
		return Match{Exchange: &x}, nil
	case errors.Is(err, wire.ErrNotFound):
		return Match{}, serr
	}
	return Match{}, err
}

// FindSessionOnly is Find for callers that need a session. For an exchange, the error says which session
// it is in.
func FindSessionOnly(ctx context.Context, store Record, id string) (wire.Session, error) {
	found, err := Find(ctx, store, id)
	if err == nil && found.Exchange != nil {
		err = fmt.Errorf("%s is an exchange; give its session, %s", id, found.Exchange.Session)
	}
	return found.Session, err
}

// FindExchange returns the exchange with an id, or with an unambiguous part of one.
func FindExchange(ctx context.Context, store Record, id string) (wire.Exchange, error) {
	if x, err := store.Exchange(ctx, id); err == nil {
		return x, nil
	}
	list, err := store.ExchangesLike(ctx, wire.ParseShortID(id))
	switch {
	case err != nil:
		return wire.Exchange{}, err
	case len(list) == 1:
		return list[0], nil
	case len(list) == 0:
		return wire.Exchange{}, notFoundError{fmt.Sprintf("there is no exchange %q in this record; \"sessions show SESSION\" lists the exchanges", id)}
	}
	all := make([]string, len(list))
	for i, x := range list {
		all[i] = x.ID + " (" + words.Stamp(x.Started) + ", " + cmp.Or(words.OneLine(clip.Runes(x.Labels.Op, 40)), x.Method) + ")"
	}
	return wire.Exchange{}, fmt.Errorf("several exchanges match %q: %s; write more of the id", id, strings.Join(all, ", "))
}

// notFoundError wraps wire.ErrNotFound under its own message.
type notFoundError struct{ message string }

func (m notFoundError) Error() string { return m.message }

func (notFoundError) Unwrap() error { return wire.ErrNotFound }

const maxNamed = 5

// isClippedStart reports whether cut is the beginning of name with an ellipsis.
func isClippedStart(name, cut string) bool {
	beginning, is := strings.CutSuffix(cut, "…")
	return is && beginning != "" && strings.HasPrefix(name, beginning)
}

// FindSession returns the session with an id, an unambiguous part of one, or a name: the name that
// it was given, or under which it is listed.
func FindSession(ctx context.Context, store Finder, id string) (wire.Session, error) {
	list, err := store.Sessions(ctx)
	if err != nil {
		return wire.Session{}, err
	}
	var hits, alike []wire.Session
	called := wire.Session{Name: id}.Title()
	for _, s := range list {
		listed := words.OneLine(words.SessionName(s))
		switch {
		case s.ID == id:
			return s, nil
		case wire.ParseShortID(id).Matches(s.ID), id != "" && (listed == id || cmp.Or(s.Name, s.FirstMessage) == id):
			hits = append(hits, s)
		case called != "" && (s.Title() == called || isClippedStart(listed, id)):
			alike = append(alike, s)
		}
	}
	if len(hits) == 0 {
		hits = alike
	}
	switch len(hits) {
	case 1:
		return hits[0], nil
	case 0:
		return wire.Session{}, notFoundError{fmt.Sprintf("there is no session %q in this record; \"sessions list\" shows the sessions", id)}
	}
	var all []string
	for _, s := range hits[:min(len(hits), maxNamed)] {
		all = append(all, strings.TrimSpace(s.ID+" "+words.OneLine(words.SessionName(s))))
	}
	if more := len(hits) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return wire.Session{}, fmt.Errorf("%d sessions match %q: %s; give the id of one", len(hits), id, strings.Join(all, ", "))
}
