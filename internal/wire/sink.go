package wire

import "context"

// Sink takes a session piece by piece, so that no session is ever whole in memory:
//
//	Session, Gap…, Rule…, (Exchange, Chunk…, Redactions?, Passages?)…, Close
//
// The session comes once, then its gaps and its rules, then each exchange with its chunks and, if there are
// any, its redactions and its passages. Close comes last, and only if everything succeeded. The sink may keep
// what it receives but must not change it. Not safe for concurrent use.
//
// Session.Exchanges says how many will come, or is 0 if that is unknown. An exchange includes its own Gaps,
// Interim and sent heads. Its Redactions are empty: they come separately, because some are found only in the
// chunks. Its counts of kept bytes are not reliable either.
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

// FindingSink is a Sink for people, who also see the findings that show only in combination with other
// exchanges. Programs that read a recording judge it themselves.
type FindingSink interface {
	Sink
	// WantsFindings reports whether to call Findings, which costs a lookup in the record.
	WantsFindings() bool
	// Findings receives the findings of the exchange, one per check.
	Findings(ctx context.Context, list []Finding) error
}

// AsFindingSink returns to as a sink that takes findings; ok is false if it does not.
func AsFindingSink(to Sink) (FindingSink, bool) {
	f, ok := to.(FindingSink)
	return f, ok && f.WantsFindings()
}
