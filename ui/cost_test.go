package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// counted counts reads of a record.
type counted struct {
	host.Library
	reads atomic.Int64
}

func (c *counted) Sessions(ctx context.Context) ([]wire.Session, error) {
	c.reads.Add(1)
	return c.Library.Sessions(ctx)
}

func (c *counted) Session(ctx context.Context, id string) (wire.Session, error) {
	c.reads.Add(1)
	return c.Library.Session(ctx, id)
}

func (c *counted) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	c.reads.Add(1)
	return c.Library.Exchanges(ctx, f, p)
}

func (c *counted) Sorted(ctx context.Context, f wire.Filter, o wire.Order, from, limit int, search *wire.Search) (wire.SortedExchanges, error) {
	c.reads.Add(1)
	return c.Library.Sorted(ctx, f, o, from, limit, search)
}

func (c *counted) Count(ctx context.Context, f wire.Filter, search *wire.Search) (int, error) {
	c.reads.Add(1)
	return c.Library.Count(ctx, f, search)
}

func (c *counted) Tasks(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.TaskExchanges, error) {
	c.reads.Add(1)
	return c.Library.Tasks(ctx, f, p)
}

func (c *counted) TasksByID(ctx context.Context, f wire.Filter, ids []string) ([]wire.TaskExchanges, error) {
	c.reads.Add(1)
	return c.Library.TasksByID(ctx, f, ids)
}

func (c *counted) Changed(ctx context.Context, f wire.Filter, since int64, limit int) ([]wire.Exchange, error) {
	c.reads.Add(1)
	return c.Library.Changed(ctx, f, since, limit)
}

func (c *counted) Versions(ctx context.Context) (wire.Versions, error) {
	c.reads.Add(1)
	return c.Library.Versions(ctx)
}

func (c *counted) ChangesSince(ctx context.Context, since wire.Versions, limit int) (wire.Versions, []wire.Exchange, error) {
	c.reads.Add(1)
	return c.Library.ChangesSince(ctx, since, limit)
}

func (c *counted) Exchange(ctx context.Context, id string) (wire.Exchange, error) {
	c.reads.Add(1)
	return c.Library.Exchange(ctx, id)
}

func (c *counted) Chunks(ctx context.Context, id string, s wire.Side, from, limit int64) ([]wire.Chunk, error) {
	c.reads.Add(1)
	return c.Library.Chunks(ctx, id, s, from, limit)
}

func (c *counted) Gaps(ctx context.Context, session string) ([]wire.Gap, error) {
	c.reads.Add(1)
	return c.Library.Gaps(ctx, session)
}

func (c *counted) Findings(ctx context.Context, id string) ([]wire.Finding, error) {
	c.reads.Add(1)
	return c.Library.Findings(ctx, id)
}

func (c *counted) Passages(ctx context.Context, id string) ([]wire.Passage, error) {
	c.reads.Add(1)
	return c.Library.Passages(ctx, id)
}

// costOf opens a page's stream, makes a commit, and returns the cost of drawing it.
func costOf(t *testing.T, path string, f *fakeRecord, commit func()) (reads int64, sent string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		lib := &counted{Library: f}
		s := newTestServer(t, f, &fakeCaller{}, func(o *Options) {
			o.Library, o.Keeper, o.Webhooks, o.Player = lib, &fakeKeeper{f: f}, &fakeHooks{}, &fakePlayer{f: f}
			o.Rules, o.HoldQueue = intercepting("empty", f)
		})
		b := openTab(t, s, path, nil)
		synctest.Wait()
		time.Sleep(time.Second) // in the bubble's fake clock: every pace has passed
		synctest.Wait()
		if b.text() == "" {
			t.Fatalf("%s has no live half: %d", path, b.status)
		}
		before := lib.reads.Load()
		b.mu.Lock()
		b.sent.Reset()
		b.mu.Unlock()
		commit()
		time.Sleep(5 * time.Second) // includes all periodic checks, except for the redraw of everything
		synctest.Wait()
		reads, sent = lib.reads.Load()-before, b.text()
		b.cancel()
		<-b.done
	})
	return reads, sent
}

// longRecord is a normal record with agents and a conversation of twenty turns.
func longRecord() *fakeRecord {
	f := normalRecord()
	for i := range 16 {
		f.agents = append(f.agents, wire.Agent{Origin: fmt.Sprintf("http://127.0.0.1:%d", 9100+i), Name: fmt.Sprint("Agent ", i)})
	}
	for i := range 20 {
		x, chunks := withBodies(sample(20+i, "turn"), "and another one")
		x.Labels.Task, x.Labels.Context = "task-7", "context-7"
		f.put(x, chunks...)
	}
	return f
}

// unrelated is an exchange that concerns no page except lists of everything: with another agent, in
// another session, by the console.
func unrelated() wire.Exchange {
	x := sample(90, "unrelated")
	x.Agent, x.Session, x.Origin = "http://127.0.0.1:9999", "session-9", wire.Console
	return x
}

// TestUnrelatedCommitsCostNothing: a commit that no open page shows costs at most two reads and
// sends nothing.
func TestUnrelatedCommitsCostNothing(t *testing.T) {
	for _, path := range []string{
		"/traffic", "/traffic?sort=-duration", "/traffic?view=tasks", "/traffic?view=sequence", "/traffic?view=insights", "/", "/start", "/traffic?q=agent:http://127.0.0.1:7430",
		"/exchanges/0195-open-7", "/exchanges/0195-open-7?tab=response", "/exchanges/0195-joke-2?tab=events", "/tasks/task-7",
		"/compose?draft=d&task=task-7&context=context-7&agent=http://127.0.0.1:7430",
		"/agents", "/agents/127.0.0.1:7430", "/agents/127.0.0.1:7430?tab=versions", "/webhooks", "/checks", "/checks/examine", "/checks/client", "/checks/chaos", "/replays", "/intercept",
	} {
		t.Run(strings.NewReplacer("/", "_", "?", "_").Replace(path), func(t *testing.T) {
			f := longRecord()
			reads, sent := costOf(t, path, f, func() { f.put(unrelated()) })
			if reads > 2 || sent != "" {
				t.Errorf("%d reads, %d bytes: %.300s", reads, len(sent), sent)
			}
		})
	}
}

// TestDraftsAreTheirPagesOnly: typing in Compose makes no other tab read anything.
func TestDraftsAreTheirPagesOnly(t *testing.T) {
	for _, path := range []string{"/traffic", "/traffic?sort=-duration", "/traffic?view=tasks", "/traffic?view=sequence", "/exchanges/0195-open-7", "/tasks/task-7", "/agents", "/agents/127.0.0.1:7430", "/sessions", "/webhooks", "/checks", "/replays", "/intercept"} {
		t.Run(strings.NewReplacer("/", "_", "?", "_").Replace(path), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := longRecord()
				lib := &counted{Library: f}
				s := newTestServer(t, f, &fakeCaller{}, func(o *Options) {
					o.Library, o.Keeper, o.Webhooks, o.Player = lib, &fakeKeeper{f: f}, &fakeHooks{}, &fakePlayer{f: f}
					o.Rules, o.HoldQueue = intercepting("normal", f)
				})
				b := openTab(t, s, path, nil)
				time.Sleep(time.Second)
				synctest.Wait()
				b.mu.Lock()
				b.sent.Reset()
				b.mu.Unlock()
				before := lib.reads.Load()
				s.web.Notify("drafts")
				time.Sleep(5 * time.Second)
				synctest.Wait()
				if n := lib.reads.Load() - before; n > 0 || b.text() != "" {
					t.Errorf("%d reads, sent %.300s", n, b.text())
				}
				b.cancel()
				<-b.done
			})
		})
	}
}

// TestRowsCostWhatChanged: a commit sends only those rows of a table that it changed.
func TestRowsCostWhatChanged(t *testing.T) {
	record := func(more int) *fakeRecord {
		f := longRecord()
		f.sessions[0].Exchanges = 5
		for i := range more {
			f.sessions = append(f.sessions, wire.Session{ID: fmt.Sprint("old-", i), Name: fmt.Sprint("Session ", i), Exchanges: 3})
			f.agents = append(f.agents, wire.Agent{Origin: fmt.Sprintf("http://127.0.0.1:%d", 9300+i), Name: fmt.Sprint("Further ", i)})
			x, chunks := withBodies(sample(45+i%40, fmt.Sprint("poll", i)), "and another one")
			x.Labels.Task, x.Labels.Context = "task-7", "context-7"
			f.put(x, chunks...)
		}
		return f
	}
	for _, path := range []string{"/sessions", "/agents", "/tasks/task-7"} {
		one := func(f *fakeRecord) string {
			_, sent := costOf(t, path, f, func() {
				f.mu.Lock()
				f.sessions[0].Exchanges++
				f.mu.Unlock()
				x, chunks := withBodies(sample(99, "now"), "one more")
				x.Labels.Task, x.Labels.Context = "task-7", "context-7"
				f.put(x, chunks...)
			})
			return sent
		}
		a, b := one(record(0)), one(record(60))
		if len(a) == 0 || len(b) > len(a)+len(a)/2 {
			t.Errorf("%s: %d bytes beside few rows, %d beside many", path, len(a), len(b))
		}
	}
}

// TestSessionsAreNotAllReadForOneExchange: what is read for a commit does not grow with the number
// of sessions on record.
func TestSessionsAreNotAllReadForOneExchange(t *testing.T) {
	f := longRecord()
	for i := range 200 {
		f.sessions = append(f.sessions, wire.Session{ID: fmt.Sprint("old-", i), Exchanges: 3})
	}
	lists := 0
	f.listed = func() { lists++ }
	var before int
	_, sent := costOf(t, "/sessions", f, func() {
		before = lists
		f.mu.Lock()
		f.sessions[0].Exchanges = 4711
		f.mu.Unlock()
		f.put(sample(99, "now"))
	})
	if !strings.Contains(sent, "4,711") || lists != before {
		t.Errorf("all sessions are read %d times; sent %.300s", lists-before, sent)
	}
}

// TestRelatedCommitsCostWhatChanged: what is sent for one new exchange does not grow with what the
// page already shows.
func TestRelatedCommitsCostWhatChanged(t *testing.T) {
	for _, path := range []string{"/traffic", "/traffic?sort=-duration", "/traffic?view=tasks", "/traffic?view=sequence", "/exchanges/0195-open-7"} {
		t.Run(strings.NewReplacer("/", "_", "?", "_").Replace(path), func(t *testing.T) {
			few, many := normalRecord(), normalRecord()
			for i := range 35 {
				many.put(sample(10+i, "more"))
			}
			one := func(f *fakeRecord) string {
				_, sent := costOf(t, path, f, func() { f.put(sample(95, "new")) })
				// The overview is sent whole: its columns bound its size, not the exchanges.
				events := strings.Split(sent, "\n\n")
				rest := slices.DeleteFunc(slices.Clone(events), func(e string) bool { return strings.Contains(e, `id="strip"`) })
				if overview := len(sent) - len(strings.Join(rest, "\n\n")); overview > 24<<10 || len(events)-len(rest) > 1 {
					t.Errorf("%d bytes of %d overviews", overview, len(events)-len(rest))
				}
				return strings.Join(rest, "\n\n")
			}
			a, b := len(one(few)), len(one(many))
			if a == 0 || b > a+a/2 {
				t.Errorf("%d bytes beside few exchanges, %d beside many", a, b)
			}
		})
	}
}
