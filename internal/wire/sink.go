package wire

import "context"

// Sink receives a session piece by piece, so that a whole session is never in memory:
//
//	Session, Gap…, Rule…, (Exchange, Chunk…, Redactions?, Passages?)…, Close
//
// The session is sent once, then its gaps and its rules, then each exchange with its chunks and, if
// there are any, its redactions and its passages. Close is called last, and only if everything
// succeeded. The sink may keep what it receives but must not change it. Not safe for concurrent
// use.
//
// Session.Exchanges says how many exchanges follow, or is 0 if that is unknown. An exchange
// includes its own Gaps, Interim and sent heads. Its Redactions are empty: they are sent
// separately, because some are found only in the chunks. Its counts of kept bytes are not reliable
// either.
type Sink interface {
	Session(ctx context.Context, s *Session) error
	// Gap receives a gap of the session. Those of an exchange are in its Gaps.
	Gap(ctx context.Context, g *Gap) error
	// Rule receives the session's rules in their order.
	Rule(ctx context.Context, r *Rule) error
	Exchange(ctx context.Context, x *Exchange) error
	Chunk(ctx context.Context, c *Chunk) error
	Redactions(ctx context.Context, found []Redaction) error
	// Passages receives the frames of the exchange that were not simply forwarded.
	Passages(ctx context.Context, list []Passage) error
	Close(ctx context.Context) error
}

// FindingSink is a Sink whose output people read. It can also receive findings, some of which show
// only in combination with other exchanges; programs find those themselves.
type FindingSink interface {
	Sink
	// WantsFindings reports whether to call Findings, which costs a lookup in the record.
	WantsFindings() bool
	// Findings receives the findings of the exchange, one per check.
	Findings(ctx context.Context, list []Finding) error
}

// AsFindingSink returns to as a sink that takes findings; ok is false if it does not want them.
func AsFindingSink(to Sink) (FindingSink, bool) {
	f, ok := to.(FindingSink)
	return f, ok && f.WantsFindings()
}
