package proxy

import "github.com/a2a-console/a2a-console/internal/wire"

// Ended returns the outcome and the problem, for callers of RoundTrip that do not know this package.
func (f *Failure) Ended() (wire.Outcome, string) { return f.Outcome, f.Problem }
