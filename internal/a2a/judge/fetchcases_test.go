package judge

import (
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// changed applies edit to the next exchange.
func (s *story) changed(edit func(x *wire.Exchange)) *story {
	s.edit = edit
	return s
}

// at sets the URL to a path of the agent.
func at(path string) func(*wire.Exchange) {
	return func(x *wire.Exchange) { x.URL = origin + path }
}

// misplaced is a card at another version's path, and what its own path answered before.
func misplaced(check string) ruleCase {
	place := func(s *story, status int) {
		d, _ := registry.ByName(s.v)
		own, other := d.WellKnown()[0], "/.well-known/agent.json"
		if own == other {
			other = "/.well-known/agent-card.json"
		}
		s.ask(own, status)
		s.changed(at(other)).card(nil)
	}
	return ruleCase{check: check, bad: func(s *story) { place(s, 404) }, good: func(s *story) { place(s, 503) }}
}

func fetchCases() []ruleCase {
	local := func(c *a2a.Card) {
		c.Interfaces[0].URL = strings.Replace(c.Interfaces[0].URL, origin, "http://localhost:1234", 1)
	}
	return []ruleCase{
		misplaced("CARD-02"), misplaced("CARD-03"), misplaced("CARD-04"),
		{check: "CARD-22",
			bad: func(s *story) { s.card(local) },
			good: func(s *story) {
				s.changed(func(x *wire.Exchange) { x.URL = strings.Replace(x.URL, origin, "http://127.0.0.1:1234", 1) }).card(local)
			}},
		{check: "CARD-28",
			bad:  func(s *story) { s.changed(func(x *wire.Exchange) { x.Response.Header.Del("Etag") }).card(nil) },
			good: func(s *story) { s.card(nil) }},
		{check: "STM-01",
			bad:  func(s *story) { s.done(); s.ok(of(a2a.GetTask, "t1"), whole(a2a.Working)) },
			good: func(s *story) { s.done(); s.ok(of(a2a.GetTask, "t1"), whole(a2a.Completed)) }},
		{check: "STM-01", // the stream of a canceled task goes on
			bad: func(s *story) {
				s.canceledWithin(10*time.Second, update(a2a.Working, 1), update(a2a.Working, 1), update(a2a.Completed, 2))
			},
			good: func(s *story) {
				s.canceledWithin(10*time.Second, update(a2a.Working, 1), update(a2a.Canceled, 2))
			}},
		{check: "STM-01", // by events that arrived after the task was canceled, or before
			bad:  func(s *story) { s.canceledWithin(10*time.Second, update(a2a.Working, 1), update(a2a.Working, 2)) },
			good: func(s *story) { s.canceledWithin(time.Second, update(a2a.Working, 1), update(a2a.Working, 2)) }},
		{check: "STM-04",
			bad:  func(s *story) { s.done(); s.ok(of(a2a.GetTask, "t1"), whole(a2a.Working)) },
			good: func(s *story) { s.done(); s.begun(); s.ok(of(a2a.GetTask, "t1"), whole(a2a.InputRequired)) }},
		{check: "ART-04",
			bad: func(s *story) {
				s.done(func(t *a2a.Task) { t.Artifacts = append(t.Artifacts, text("a1", "again")) })
			},
			good: func(s *story) { s.done(func(t *a2a.Task) { t.Artifacts = append(t.Artifacts, text("a2", "again")) }) }},
		{check: "SSE-09",
			bad:  func(s *story) { s.lasts = 5 * time.Second; s.streamed() },
			good: func(s *story) { s.lasts = time.Second; s.streamed() }},
		{check: "PUSH-12",
			bad: func(s *story) {
				s.deliver("https://hooks.test/a", update(a2a.Working, 1), "Content-Type", "text/plain")
			},
			good: func(s *story) {
				s.deliver("https://hooks.test/a", update(a2a.Working, 1), "Content-Type", "application/json")
			}},
		{check: "LIST-04",
			bad: func(s *story) {
				s.fail(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 101}}, a2a.InternalError)
			},
			good: func(s *story) {
				s.fail(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 10}}, a2a.InternalError)
			}},
		{check: "HDR-06",
			bad:  func(s *story) { s.confirms("") },
			good: func(s *story) { s.confirms(extensionURI) }},
		{check: "SSE-25", only: notGRPC,
			bad:  func(s *story) { s.compressed(5 * time.Second) },
			good: func(s *story) { s.compressed(0) }},
	}
}

const extensionURI = "https://a.test/extension"

// confirms adds a message with an extension, and an answer that may confirm it.
func (s *story) confirms(uri string) {
	s.card(func(c *a2a.Card) { c.Capabilities.Extensions = []a2a.Extension{{URI: extensionURI}} })
	s.changed(func(x *wire.Exchange) {
		x.Request.Header.Set("X-A2A-Extensions", extensionURI)
		x.Response.Header.Set("X-A2A-Extensions", uri)
	}).done()
}

func notGRPC(_ a2a.Version, b a2a.Binding) bool { return b != a2a.GRPC }

// compressed adds a stream whose events all arrive late after its head. Its bytes stay unencoded.
func (s *story) compressed(late time.Duration) {
	s.lasts = late
	s.changed(func(x *wire.Exchange) {
		x.Response.Header.Set("Content-Encoding", "x-kept")
		x.FirstByte, x.LastByte = x.Answered.Add(late), x.Answered.Add(late)
	}).streamed()
}

// canceledWithin adds a stream whose task is canceled 12 s after it began.
func (s *story) canceledWithin(pace time.Duration, all ...*a2a.Result) {
	s.pace, s.lasts = pace, time.Minute
	s.ok(s.send(a2a.SendStreamingMessage), all...)
	s.now = s.now.Add(-49 * time.Second)
	s.ok(of(a2a.CancelTask, "t1"), whole(a2a.Canceled))
	s.now = s.now.Add(time.Minute)
}
