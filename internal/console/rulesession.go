package console

import (
	"context"
	"errors"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

// ruleWriteDelay bounds how often the counts of fired rules are saved.
const ruleWriteDelay = time.Second

// ruleWriteWait bounds how long a change of a rule waits until it is saved. The rule is in force by then,
// and saving is retried.
const ruleWriteWait = 2 * time.Second

// noteFired schedules a write of the rules' counts and notifies watchers. It does not block.
func (r *Rules) noteFired() {
	r.scheduleWrite()
	r.ring()
}

func (r *Rules) scheduleWrite() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// runWriter saves the rules in batches, until Close.
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

// saveRules saves the rules with the session. A failed write is retried when a rule fires or changes, and
// at the end.
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
	case err == nil, errors.Is(err, wire.ErrNotFound): // a session that was removed meanwhile has no rules
	case errors.Is(err, context.DeadlineExceeded): // much traffic waits to be written first
		r.log.Debug("keep the rules with the session", "error", err)
		r.scheduleWrite()
	default:
		r.log.Warn("keep the rules with the session", "error", err)
	}
}

// retireSessionRules marks the rules of a continued session as no longer in force. Faults that
// someone wanted then must not affect new traffic unasked.
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
		p.Note("note: %s of the continued session are not in force now. \"a2a-console rules list --session %s\" shows them; --rule and --rules put rules in force", words.Plural(n, "rule"), r.session)
		r.saveRules(context.Background())
	}
}

// saveIntoSession saves the rules with a new session, in which none of them has fired yet.
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

func (r *Rules) RulesOf(ctx context.Context, session string) ([]wire.Rule, error) {
	r.mu.Lock()
	current := session == r.session
	r.mu.Unlock()
	if current {
		r.saveRules(ctx)
	}
	return r.store.RulesOf(ctx, session)
}

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

// Close saves the rules a last time. They stay in force, so close the taps first.
func (r *Rules) Close() {
	close(r.done)
	r.writer.Wait()
	if len(r.set.Rules()) > 0 {
		r.saveRules(context.Background())
	}
}

// pageRecord is the record as the pages control it: rules in force carry over into a new session.
type pageRecord struct {
	*recorder.Store
	rules *Rules
}

func (d pageRecord) NewSession(ctx context.Context, name string) (wire.Session, error) {
	s, err := d.Store.NewSession(ctx, name)
	if err == nil {
		d.rules.saveIntoSession(ctx, s.ID)
	}
	return s, err
}
