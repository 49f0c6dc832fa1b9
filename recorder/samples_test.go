package recorder

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestSamples: a sample equals the exchange's row.
func TestSamples(t *testing.T) {
	s := open(t, nil)
	million(t, s, 150)
	variety(t, s)
	rows, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Samples(t.Context(), wire.Filter{}, 1000, time.Minute)
	if err != nil || len(got.Samples) != len(rows) || len(rows) < 150 || got.HasMore {
		t.Fatalf("%d samples of %d rows, more %v: %v", len(got.Samples), len(rows), got.HasMore, err)
	}
	for i, x := range rows {
		l, took, answered := &x.Labels, time.Duration(-1), time.Duration(-1)
		if !x.Ended.IsZero() {
			took = x.Ended.Sub(x.Started)
		}
		if !x.Answered.IsZero() {
			answered = x.Answered.Sub(x.Started)
		}
		want := wire.Sample{Seq: x.Seq, ID: x.ID, Started: x.Started, Answered: answered, FirstByte: got.Samples[i].FirstByte, Duration: took, Origin: x.Origin, Agent: x.Agent, Caller: x.Caller,
			Op: l.Op, Task: l.Task, Dialect: l.Dialect, Binding: l.Binding, State: l.State, Error: l.Error, Status: x.Response.Status, Outcome: x.Outcome, Bytes: x.ResponseBytes,
			Findings: l.Findings, Failed: l.Failed, Wrong: l.AgentSeverity == "error" && !l.Failed && !x.Ended.IsZero()}
		if got.Samples[i] != want {
			t.Errorf("sample\n%+v, want\n%+v", got.Samples[i], want)
		}
	}
	few, err := s.Samples(t.Context(), wire.Filter{}, 2, time.Minute)
	if err != nil || len(few.Samples) != 2 || !few.HasMore || few.Samples[0].Seq != rows[0].Seq {
		t.Errorf("two samples: %+v, %v", few, err)
	}
	if none, err := s.Samples(t.Context(), wire.Filter{Task: "none"}, 2, time.Minute); err != nil || len(none.Samples) != 0 || none.HasMore {
		t.Errorf("of nothing: %+v, %v", none, err)
	}
}
