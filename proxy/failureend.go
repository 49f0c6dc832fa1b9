package proxy

import "github.com/a2a-console/a2a-console/internal/wire"

// Ended says how the exchange ended and why, for callers of RoundTrip that do
// not know this package.
func (f *Failure) Ended() (wire.Outcome, string) { return f.Outcome, f.Problem }
