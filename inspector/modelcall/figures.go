package modelcall

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Figure sums the calls of one model, tool or server.
type Figure struct {
	Name   string        `json:"name"`
	IsTool bool          `json:"is_tool"` // a tool or a method of an MCP server
	Calls  int           `json:"calls"`
	Failed int           `json:"failed"`
	Input  int64         `json:"input"`  // tokens
	Output int64         `json:"output"` // tokens
	P50    time.Duration `json:"-"`      // of the durations of calls that have ended
	P95    time.Duration `json:"-"`
}

// MarshalJSON writes durations in milliseconds.
func (f Figure) MarshalJSON() ([]byte, error) {
	type plain Figure
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return json.Marshal(struct {
		plain
		P50 float64 `json:"p50_ms"`
		P95 float64 `json:"p95_ms"`
	}{plain(f), ms(f.P50), ms(f.P95)})
}

// MaxFigures bounds the calls that LoadFigures reads.
const MaxFigures = 5000

// LoadFigures sums the model calls that a filter of exchanges selects, the most called first. isWhole is false if
// there are more than MaxFigures calls, of which it reads the newest.
func LoadFigures(ctx context.Context, lib Library, f wire.Filter) (out []Figure, isWhole bool, err error) {
	if len(f.Origins) > 0 && !slices.Contains(f.Origins, wire.Model) {
		return nil, true, nil
	}
	f.Origins = []wire.Origin{wire.Model}
	list, err := lib.Exchanges(ctx, f, wire.Page{Limit: MaxFigures})
	if err != nil {
		return nil, false, wrap(err)
	}
	return figuresOf(list), len(list) < MaxFigures, nil
}

func figuresOf(list []wire.Exchange) []Figure {
	type sum struct {
		Figure
		took []time.Duration
	}
	sums := map[string]*sum{}
	for i := range list {
		c := Child{Exchange: list[i]}
		s := sums[c.Title()]
		if s == nil {
			s = &sum{Figure: Figure{Name: c.Title()}}
			sums[c.Title()] = s
		}
		s.Calls++
		if c.HasFailed() {
			s.Failed++
		}
		if m := c.Labels.Model; m != nil {
			s.IsTool = m.Model == ""
			s.Input, s.Output = s.Input+m.Input, s.Output+m.Output
		}
		if !c.Ended.IsZero() {
			s.took = append(s.took, c.Ended.Sub(c.Started))
		}
	}
	var out []Figure
	for _, s := range sums {
		slices.Sort(s.took)
		if n := len(s.took); n > 0 {
			s.P50, s.P95 = s.took[(n-1)/2], s.took[(n-1)*95/100]
		}
		out = append(out, s.Figure)
	}
	slices.SortFunc(out, func(a, b Figure) int { return cmp.Or(b.Calls-a.Calls, cmp.Compare(a.Name, b.Name)) })
	return out
}
