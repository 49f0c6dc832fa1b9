package insight

import (
	"encoding/json"
	"math"
	"time"
)

// Quantiles describe the distribution of durations by the nearest-rank method: half of the durations are at
// most P50.
type Quantiles struct {
	Count                   int
	Min, P50, P95, P99, Max time.Duration
}

// ms returns a duration in milliseconds, to the microsecond.
func ms(d time.Duration) float64 { return float64(d.Round(time.Microsecond)) / 1e6 }

// MarshalJSON writes durations in milliseconds.
func (b Bar) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Least float64 `json:"least_ms"`
		Below float64 `json:"below_ms,omitzero"`
		Count int     `json:"exchanges"`
	}{ms(b.LowerBound), ms(b.UpperBound), b.Count})
}

func quantiles(ds []time.Duration) Quantiles {
	if len(ds) == 0 {
		return Quantiles{}
	}
	at := func(share float64) time.Duration { return ds[int(math.Ceil(share*float64(len(ds))))-1] }
	return Quantiles{len(ds), ds[0], at(0.50), at(0.95), at(0.99), ds[len(ds)-1]}
}

// MarshalJSON writes durations in milliseconds.
func (q Quantiles) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Count int     `json:"exchanges"`
		Min   float64 `json:"min_ms"`
		P50   float64 `json:"p50_ms"`
		P95   float64 `json:"p95_ms"`
		P99   float64 `json:"p99_ms"`
		Max   float64 `json:"max_ms"`
	}{q.Count, ms(q.Min), ms(q.P50), ms(q.P95), ms(q.P99), ms(q.Max)})
}
