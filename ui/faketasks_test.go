package ui

import (
	"cmp"
	"context"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

func (f *fakeRecord) Tasks(ctx context.Context, q wire.Filter, p wire.Page) ([]wire.TaskExchanges, error) {
	list, err := f.TasksByID(ctx, q, nil)
	list = slices.DeleteFunc(list, func(t wire.TaskExchanges) bool { return p.Before > 0 && t.NewestSeq >= p.Before })
	return list[:min(len(list), cmp.Or(p.Limit, 200))], err
}

func (f *fakeRecord) Samples(_ context.Context, q wire.Filter, limit int, _ time.Duration) (out wire.SampleSet, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, x := range slices.Backward(f.exchanges) {
		if !fakeMatch(q, x) {
			continue
		}
		if out.HasMore = len(out.Samples) == limit; out.HasMore {
			break
		}
		l := &x.Labels
		s := wire.Sample{Seq: x.Seq, ID: x.ID, Started: x.Started, Answered: -1, FirstByte: -1, Duration: -1, Origin: x.Origin, Agent: x.Agent, Caller: x.Caller, Op: l.Op, Task: l.Task, Dialect: l.Dialect, Binding: l.Binding,
			State: l.State, Error: l.Error, Status: x.Response.Status, Outcome: x.Outcome, Bytes: x.ResponseBytes, Findings: l.Findings, Failed: words.HasFailed(&x), Wrong: words.IsWrong(&x)}
		if !x.FirstByte.IsZero() {
			s.FirstByte = x.FirstByte.Sub(x.Started)
		}
		if !x.Ended.IsZero() {
			s.Duration = x.Ended.Sub(x.Started)
		}
		out.Samples = append(out.Samples, s)
	}
	return out, nil
}

func (f *fakeRecord) TasksByID(_ context.Context, q wire.Filter, ids []string) ([]wire.TaskExchanges, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var list []wire.TaskExchanges
	for _, x := range slices.Backward(f.exchanges) {
		if x.Labels.Task == "" || !fakeMatch(q, x) || ids != nil && !slices.Contains(ids, x.Labels.Task) {
			continue
		}
		owner := fakeOwner(f.exchanges, x)
		i := slices.IndexFunc(list, func(t wire.TaskExchanges) bool { return t.ID == x.Labels.Task && t.Agent == owner })
		if i < 0 {
			i = len(list)
			list = append(list, wire.TaskExchanges{ID: x.Labels.Task, Agent: owner, NewestSeq: x.Seq, Latest: x, LatestCall: x})
		}
		fakeSum(&list[i], x)
	}
	for i := range list {
		for _, x := range f.exchanges {
			switch {
			case x.Labels.Task != list[i].ID:
			case fakeOwner(f.exchanges, x) != list[i].Agent:
				list[i].Shared = true
			case len(list[i].FirstExchanges) < 3:
				list[i].FirstExchanges = append(list[i].FirstExchanges, x)
			}
		}
	}
	return list, nil
}

// fakeSum adds the next older exchange.
func fakeSum(t *wire.TaskExchanges, x wire.Exchange) {
	t.Count++
	t.Calls = []wire.CallCount{{Op: x.Labels.Op, Count: t.Count}}
	t.First = x.Started
	if x.Ended.After(t.Last) {
		t.Last = x.Ended
	}
	switch {
	case x.Outcome == wire.Open:
		t.Open++
	case x.Outcome == wire.Interrupted:
		t.Interrupted++
	case x.Outcome != wire.ByAgent || x.Labels.Error != "" || x.Response.Status >= 400:
		t.Failed++
	}
	if t.LatestCall.Origin == wire.Push && x.Origin != wire.Push {
		t.LatestCall = x
	}
	if t.Latest.Labels.State == "" && x.Labels.State != "" {
		t.Latest = x
	}
}

// patchesOf gets the response of an address to the page's script.
func patchesOf(t *testing.T, s *Server, path string) string {
	t.Helper()
	r := request(s, "GET", path, nil)
	r.Header.Set("Datastar-Request", "true")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Body.String()
}

// fakeOwner is the agent whose task an exchange is about: for a push, the only agent that was
// called about the id.
func fakeOwner(all []wire.Exchange, x wire.Exchange) string {
	var called []string
	for _, c := range all {
		if c.Labels.Task == x.Labels.Task && c.Origin != wire.Push && !slices.Contains(called, c.Agent) {
			called = append(called, c.Agent)
		}
	}
	if x.Origin == wire.Push && len(called) == 1 {
		return called[0]
	}
	return x.Agent
}
