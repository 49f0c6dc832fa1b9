package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func (f *fakeRecord) Sessions(context.Context) ([]wire.Session, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.listed != nil {
		f.listed()
	}
	return slices.DeleteFunc(f.called(), func(s wire.Session) bool { return !s.Deleted.IsZero() }), nil
}

// called returns all sessions with their names. The caller holds the lock.
func (f *fakeRecord) called() []wire.Session {
	all := slices.Clone(f.sessions)
	for i := range all {
		all[i].FirstMessage = f.firstMessage(all[i])
		f.setTimes(&all[i])
	}
	wire.MarkTwins(all)
	return all
}

// setTimes sets when the calls of a session began and ended. The caller holds the lock.
func (f *fakeRecord) setTimes(s *wire.Session) {
	for _, x := range f.exchanges {
		if x.Session != s.ID || x.Origin == wire.Console {
			continue
		}
		if s.FirstCall.IsZero() || x.Started.Before(s.FirstCall) {
			s.FirstCall = x.Started
		}
		if x.Ended.After(s.LastCall) {
			s.LastCall = x.Ended
		}
	}
}

// firstMessage is the first message of a session without a name. The caller holds the lock.
func (f *fakeRecord) firstMessage(s wire.Session) string {
	for _, x := range f.exchanges {
		if s.Name == "" && x.Session == s.ID && strings.HasPrefix(x.Labels.Op, "Send") && x.Origin != wire.Console && x.Labels.Text != "" {
			return x.Labels.Text
		}
	}
	return ""
}

func (f *fakeRecord) Session(_ context.Context, id string) (wire.Session, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range f.called() {
		if s.ID == id {
			return s, nil
		}
	}
	return wire.Session{}, errNotThere
}

func (f *fakeRecord) BeginSideSession(_ context.Context, name string) (wire.Session, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.beside++
	return wire.Session{ID: "beside", Name: name}, nil
}

func (f *fakeRecord) EndSideSession(context.Context, string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.beside--
	return nil
}

func (f *fakeRecord) NewSession(_ context.Context, name string) (wire.Session, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := wire.Session{ID: fmt.Sprintf("session-%d", len(f.sessions)+1), Name: name, Started: fakeNow()}
	f.sessions = append([]wire.Session{s}, f.sessions...)
	return s, nil
}

func (f *fakeRecord) edit(id string, change func(*wire.Session)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.sessions {
		if f.sessions[i].ID == id {
			change(&f.sessions[i])
			return nil
		}
	}
	return errNotThere
}

func (f *fakeRecord) Rename(_ context.Context, id, name string) error {
	return f.edit(id, func(s *wire.Session) { s.Name = name })
}

func (f *fakeRecord) Delete(_ context.Context, id string) error {
	if f.undeletable != nil {
		return f.undeletable
	}
	return f.edit(id, func(s *wire.Session) { s.Deleted = fakeNow() })
}

func (f *fakeRecord) Undelete(_ context.Context, id string) error {
	return f.edit(id, func(s *wire.Session) { s.Deleted = time.Time{} })
}

func (f *fakeRecord) SaveComparison(_ context.Context, id, level string, ignore []string) error {
	return f.edit(id, func(s *wire.Session) { s.Level, s.Ignore = level, ignore })
}
