package wire

import "context"

// Sink takes a session piece by piece, so that none is ever whole in memory:
//
//	Session, Gap…, Rule…, (Exchange, Chunk…, Redacted?, Passed?)…, Close
//
// The session comes once, then its gaps and its rules, then each exchange with its
// chunks and, where there are any, its redactions and its passages. Close comes last,
// and only when all went well. What is handed over is the sink's to keep and
// not to change. Not safe for concurrent use.
//
// The session's Exchanges says how many will come, or is 0 when that is not
// known. An exchange brings its own Gaps, Interim and sent heads. Its
// Redactions are empty: they come on their own, since some are only found in
// the chunks. Its counts of kept bytes are not to be relied on either.
type Sink interface {
	Session(ctx context.Context, s *Session) error
	// Gap tells of a gap of the session. Those of an exchange are in its Gaps.
	Gap(ctx context.Context, g *Gap) error
	// Rule tells of a rule of intervention of the session, in their order.
	Rule(ctx context.Context, r *Rule) error
	Exchange(ctx context.Context, x *Exchange) error
	Chunk(ctx context.Context, c *Chunk) error
	Redactions(ctx context.Context, found []Redaction) error
	// Passages tells which frames of the exchange did not go on as they came.
	Passages(ctx context.Context, list []Passage) error
	Close(ctx context.Context) error
}

// FindingSink is a Sink for people, who are shown what an exchange shows beside others too.
// Programs that read a recording judge it anew.
type FindingSink interface {
	Sink
	// WantsFindings reports whether Found is to be called: it costs a look into the record.
	WantsFindings() bool
	// Findings tells what is wrong with the exchange, one for each check.
	Findings(ctx context.Context, list []Finding) error
}

// AsFindingSink is a sink as one that takes findings, false where it does not.
func AsFindingSink(to Sink) (FindingSink, bool) {
	f, ok := to.(FindingSink)
	return f, ok && f.WantsFindings()
}
