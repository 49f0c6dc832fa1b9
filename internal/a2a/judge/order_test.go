package judge

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// live returns the findings when the recording is judged as it arrives: bytes as they were read, exchanges as
// they ended.
func (r *record) live(t testing.TB) []Finding {
	t.Helper()
	type step struct {
		at time.Time
		do func()
	}
	var steps []step
	var out []Finding
	j := New(Options{})
	for _, x := range r.list {
		var in *reading.Reader
		g := j.Gather(x)
		in = reading.New(x, reading.Options{Light: true, Each: g.Piece, Hint: dialect.HintOf(x.Labels.Dialect, nil), OnRequest: func(x *wire.Exchange, _ a2a.Identity) { j.NoteRequest(x, in.Request()) }})
		open := *x
		open.Ended, open.Outcome = time.Time{}, wire.Open
		steps = append(steps, step{x.RequestDone, func() {
			for _, c := range r.bodies[x.ID+" "+wire.Request.String()] {
				in.Feed(wire.Request, c.At, c.Data)
			}
			in.Update(&open)
		}})
		for _, c := range r.bodies[x.ID+" "+wire.Response.String()] {
			steps = append(steps, step{c.At, func() { in.Feed(wire.Response, c.At, c.Data) }})
		}
		steps = append(steps, step{x.Ended, func() {
			in.Update(x)
			out = append(out, j.Judge(g.Facts(x, in))...)
		}})
	}
	slices.SortStableFunc(steps, func(a, b step) int { return a.at.Compare(b.at) })
	for _, s := range steps {
		s.do()
	}
	out = append(out, j.LateFindings()...)
	for _, session := range j.books.order {
		out = append(out, j.End(session)...)
	}
	return out
}

// TestOrder: overlapping exchanges are judged alike live and from the recording, in the order of their
// numbers.
func TestOrder(t *testing.T) {
	for _, v := range dialect.All() {
		for _, b := range dialect.Bindings(v.Version()) {
			t.Run(fmt.Sprintf("%s/%s", v.Version(), b), func(t *testing.T) {
				s := overlapping(t, v.Version(), b)
				s.canceledWithin(10*time.Second, update(a2a.Working, 1), update(a2a.Completed, 2))
				for _, x := range s.list {
					x.Labels.Dialect = string(v.Version())
				}
				var sides [2][]string
				for i, all := range [][]Finding{s.judged(t), s.live(t)} {
					for _, f := range all {
						if across[f.Check] {
							sides[i] = append(sides[i], fmt.Sprintf("%s %s %s %s %v", f.Exchange, f.Check, f.Severity, f.Message, f.Others))
						}
					}
					slices.Sort(sides[i])
				}
				if !slices.Equal(sides[0], sides[1]) || len(sides[0]) < 3 {
					t.Errorf("by number\n%s\nas they end\n%s", strings.Join(sides[0], "\n"), strings.Join(sides[1], "\n"))
				}
			})
		}
	}
}

// overlapping is a recording of a long stream, with calls about its task and others that begin during the
// stream and after it.
func overlapping(t *testing.T, v a2a.Version, b a2a.Binding) *story {
	s := newStory(t, v, b)
	s.card(requiring)
	c := s.send(a2a.SendStreamingMessage)
	c.Push = &a2a.PushConfig{URL: hookURL, Token: "tok", Schemes: []string{"Bearer"}, Credentials: "cred"}
	s.lasts = 60 * time.Second
	s.ok(c, whole(a2a.Working), chunk("hel", false, false), chunk("lo", true, true), update(a2a.Completed, 2))
	s.now = s.now.Add(-59 * time.Second)
	s.deliver(hookURL, whole(a2a.Working)) // without the requested credentials
	s.ok(of(a2a.SubscribeToTask, "t1"), whole(a2a.Working), chunk("lo", true, true), chunk("hel", false, false), update(a2a.Completed, 2))
	s.fail(of(a2a.CancelTask, "t1"), a2a.InternalError)
	s.lasts = 60 * time.Second
	s.fail(of(a2a.GetTask, "t9"), a2a.InternalError)
	s.now = s.now.Add(-50 * time.Second)
	s.fail(of(a2a.CancelTask, "t1"), a2a.InternalError)
	s.now = s.now.Add(100 * time.Second)
	s.ok(s.follow("t1"), whole(a2a.Completed))
	s.fail(of(a2a.CancelTask, "t1"), a2a.InternalError)
	return s
}
