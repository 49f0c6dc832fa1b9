// Package follow reads exchanges while this program or another records them.
package follow

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/ui/api"
)

// pollInterval is how often the record is checked for changes. aliveInterval is how often it is
// checked for a live recorder, because a program that is killed changes nothing.
const (
	pollInterval  = 200 * time.Millisecond
	aliveInterval = time.Second
)

// ErrEnded means that no program is recording any more.
var ErrEnded = errors.New("recording has ended")

// Options says what to follow.
type Options struct {
	Filter wire.Filter
	Since  int64        // the version of the record to start after; negative: the newest
	Frames bool         // add the frames
	Until  *wire.Filter // an exchange that it selects ends the following; nil: none does
}

// Match is the error that an exchange was selected by Options.Until.
type Match struct{ ID string }

func (m *Match) Error() string { return "exchange " + m.ID + " matches" }

// Record passes to each what other programs record. The messages are those of a console's feed.
// It returns nil when ctx ends, ErrEnded when no program is recording any more, or a *Match.
func Record(ctx context.Context, store *recorder.Store, o Options, each func(message []byte) error) error {
	tell := func(v any) error {
		message, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("write a message of the feed: %w", err)
		}
		return each(message)
	}
	now, _, err := store.Recording(ctx)
	if err != nil {
		return err
	}
	seen, err := store.Versions(ctx)
	if err != nil {
		return err
	}
	feed, err := api.NewFeed(ctx, store, o.Filter, o.Since, o.Frames)
	if err != nil {
		return err
	}
	started := feed.Since()
	if err := tell(api.Ready{Kind: "ready", Session: now.ID, Version: started}); err != nil {
		return err
	}
	err = followChanges(ctx, store, seen, func() error {
		if err := feed.Next(ctx, tell); err != nil || o.Until == nil {
			return err
		}
		return findMatch(ctx, store, *o.Until, started)
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// findMatch returns a *Match if until selects an exchange that is open or changed after the version since.
// It searches again each time, because a filter may select by the time that has passed.
func findMatch(ctx context.Context, store *recorder.Store, until wire.Filter, since int64) error {
	list, err := store.Changed(ctx, until, since, 1)
	if isForOpen := len(until.Outcomes) == 0 || slices.Contains(until.Outcomes, wire.Open); err == nil && len(list) == 0 && isForOpen {
		until.Outcomes = []wire.Outcome{wire.Open}
		list, err = store.Exchanges(ctx, until, wire.Page{Limit: 1})
	}
	if err != nil || len(list) == 0 {
		return err
	}
	return &Match{list[0].ID}
}

// followChanges calls next after each change of the record, and at least each aliveInterval.
func followChanges(ctx context.Context, store *recorder.Store, seen wire.Versions, next func() error) error {
	ticks := time.NewTicker(pollInterval)
	defer ticks.Stop()
	for {
		_, recording, err := store.Recording(ctx) // asked before the last changes are read
		if err != nil {
			return err
		}
		if err := next(); err != nil {
			return err
		}
		if !recording {
			return ErrEnded
		}
		if seen, err = waitForChange(ctx, store, seen, ticks.C); err != nil {
			return err
		}
	}
}

// waitForChange waits until the record changes, or until it is time to check for a live recorder.
func waitForChange(ctx context.Context, store *recorder.Store, seen wire.Versions, ticks <-chan time.Time) (wire.Versions, error) {
	for range aliveInterval / pollInterval {
		select {
		case <-ctx.Done():
			return seen, ctx.Err()
		case <-ticks:
		}
		if now, err := store.Versions(ctx); err != nil || now != seen {
			return now, err
		}
	}
	return seen, nil
}

// Calls passes to each the exchanges of store's current session, except the console's own, whenever
// they change, until ctx ends. It begins after the version since.
func Calls(ctx context.Context, store *recorder.Store, since int64, each func(*wire.Exchange) error) error {
	bell, stop := store.Watch()
	defer stop()
	filter := wire.Filter{Session: store.Current().ID, ExcludedOrigins: []wire.Origin{wire.Console}}
	for {
		list, err := store.Changed(ctx, filter, since, maxBatch)
		for i := 0; i < len(list) && err == nil; i++ {
			since = list[i].Version
			err = each(&list[i])
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		case len(list) == maxBatch:
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-bell:
		}
	}
}

const maxBatch = 200

// WaitForLabels waits until the recording program has labelled the latest exchanges and, with
// words, has indexed their text. It returns after patience at the latest, because more may always
// arrive.
func WaitForLabels(ctx context.Context, store *recorder.Store, words bool) error {
	const patience, again = time.Second, 20 * time.Millisecond
	for until := time.Now().Add(patience); ; {
		p, err := store.Pending(ctx)
		if err != nil || p.Unlabelled == 0 && (p.Unindexed == 0 || !words) || time.Now().After(until) {
			return err
		}
		if _, is, err := store.Recording(ctx); err != nil || !is {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(again):
		}
	}
}
