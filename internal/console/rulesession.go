package console

import (
	"context"
	"errors"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

// ruleWriteDelay is how often it is written that rules fired.
const ruleWriteDelay = time.Second

// ruleWriteWait is how long who changes a rule waits until that is written: the rule is in
// force by then, and writing it is tried again.
const ruleWriteWait = 2 * time.Second

// noteFired notes that a rule did something. It does not wait.
func (r *Rules) noteFired() {
	r.scheduleWrite()
	r.ring()
}

// scheduleWrite has the rules written after a moment.
func (r *Rules) scheduleWrite() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// runWriter writes what rules did, some at a time, until Close.
func (r *Rules) runWriter() {
	for {
		select {
		case <-r.done:
			return
		case <-r.wake:
		}
		select {
		case <-r.done:
		case <-time.After(ruleWriteDelay):
		}
		r.saveRules(context.Background())
	}
}

// saveRules writes the rules with the session. What could not be written is tried again when a
// rule fires or changes, and at the end.
func (r *Rules) saveRules(ctx context.Context) {
	r.writing.Lock()
	defer r.writing.Unlock()
	r.mu.Lock()
	session := r.session
	r.mu.Unlock()
	if session == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, ruleWriteWait)
	defer cancel()
	switch err := r.store.PutRules(ctx, session, r.Rules()); {
	case err == nil, errors.Is(err, wire.ErrNotFound): // one whose session was removed meanwhile has nowhere to be
	case errors.Is(err, context.DeadlineExceeded): // much traffic is to be written before them
		r.log.Debug("keep the rules with the session", "error", err)
		r.scheduleWrite()
	default:
		r.log.Warn("keep the rules with the session", "error", err)
	}
}

// retireSessionRules notes of a session that is continued that its rules are not in force any more. What
// somebody wanted then is not done to other traffic without being asked for.
func (r *Rules) retireSessionRules(p Env) {
	list, err := r.store.RulesOf(context.Background(), r.session)
	if err != nil {
		r.log.Warn("read the rules of the session", "error", err)
		return
	}
	n := 0
	for _, x := range list {
		if x.Removed.IsZero() {
			n++
		}
	}
	if n > 0 {
		p.Note("note: %s of the session that is continued are not in force now: a2a-console rules list --session %s shows them, --rule and --rules put rules in force", words.Plural(n, "rule"), r.session)
		r.saveRules(context.Background())
	}
}

// saveIntoSession keeps the rules with a session that began, in which none of them did anything yet.
func (r *Rules) saveIntoSession(ctx context.Context, session string) {
	r.saveRules(ctx)
	list := r.set.Rules()
	r.mu.Lock()
	r.session = session
	clear(r.earlier)
	for _, x := range list {
		r.earlier[x.ID] = firedBefore{x.Fired, x.LastExchanges}
	}
	r.mu.Unlock()
	if len(list) > 0 {
		r.saveRules(ctx)
	}
	r.ring()
}

// RulesOf implements host.Rules.
func (r *Rules) RulesOf(ctx context.Context, session string) ([]wire.Rule, error) {
	r.mu.Lock()
	current := session == r.session
	r.mu.Unlock()
	if current {
		r.saveRules(ctx)
	}
	return r.store.RulesOf(ctx, session)
}

// WatchRules implements host.Rules.
func (r *Rules) WatchRules() (bell <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bells[c] = true
	return c, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.bells, c)
	}
}

func (r *Rules) ring() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.bells {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// Close writes what the rules did. They stay in force; the taps are to be closed by then.
func (r *Rules) Close() {
	close(r.done)
	r.writer.Wait()
	if len(r.set.Rules()) > 0 {
		r.saveRules(context.Background())
	}
}

// pageDesk is the record as the pages steer it: the rules in force go along into a new
// session.
type pageDesk struct {
	*recorder.Store
	rules *Rules
}

// NewSession implements host.Desk.
func (d pageDesk) NewSession(ctx context.Context, name string) (wire.Session, error) {
	s, err := d.Store.NewSession(ctx, name)
	if err == nil {
		d.rules.saveIntoSession(ctx, s.ID)
	}
	return s, err
}
