package recorder

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// row is an exchange with all entries applied so far.
type row struct {
	x        wire.Exchange
	session  int64
	agent    int64
	seq      int64 // 0 before the exchange is in the file
	stored   bool  // the exchange is in the file
	rejected bool  // its id was taken, or the file rejected it; nothing more of it is stored
	listed   bool  // in the batch's rows
	change   rowChange
	passages []wire.Passage
	details  time.Time      // when they were last written
	latest   map[string]int // index in x.Redactions of the last redaction of each place

	reading          *labelReading // nil when labels are final, or made later from the file
	deferredLabeller Labeller      // has read the beginning in that case; may be nil
	labels           wire.Labels
	found            []wire.Finding // what labels.Findings counts
	final            bool           // the labels are final
}

// rowChange says which parts of a row must be written.
type rowChange uint8

const (
	changedCounts  rowChange = 1 << iota // bytes, frames, times of bytes
	changedState                         // what can be searched, except labels
	changedDetails                       // headers and everything else in details
	changedLabels
	changedFindings
	changedRedacted // only the redactions in details
	changedPassages // only the passages in details
)

// changedLazily may be written later. Redactions and passages grow with a stream and are written as a whole.
const changedLazily = changedRedacted | changedPassages

// growthFlushDelay is the least time between two writes of changedLazily.
const growthFlushDelay = time.Second

// maxEagerPassages is the number of passages up to which each is written immediately, so that watchers
// see what became of an event.
const maxEagerPassages = 200

func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // plain values always marshal
		return "{}"
	}
	return string(b)
}

// listJSON encodes a list, nil (NULL) if it is empty.
func listJSON[T any](list []T) any {
	if len(list) == 0 {
		return nil
	}
	return jsonText(list)
}

// headJSON encodes a head, nil (NULL) if h is nil.
func headJSON(h *wire.Head) any {
	if h == nil {
		return nil
	}
	return string(entry.AppendHead(make([]byte, 0, 512), h))
}

// modelJSON returns a model label as stored, nil (NULL) for none.
func modelJSON(l *wire.ModelLabels) any {
	if l == nil {
		return nil
	}
	return jsonText(l)
}

// nullableText returns nil (NULL) for "".
func nullableText(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// nullableSeverity returns a severity as stored, nil (NULL) for none.
func nullableSeverity(severity string) any {
	if n := database.SeverityRank(severity); n > 0 {
		return n
	}
	return nil
}

const insertRow = `INSERT INTO exchanges (
	seq, id, version, session, agent, origin, method, status, outcome,
	started, request_done, answered, first_byte, last_byte, ended, duration,
	request_bytes, response_bytes, request_kept, response_kept, frames, incomplete, rewritten, passed,
	op, dialect, binding, task, context, state, error, findings, worst, agent_worst, within, cut_off, failed,
	link, tap, caller, url, problem
) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`

const updateState = `UPDATE exchanges SET
	version=?, status=?, outcome=?,
	request_done=?, answered=?, first_byte=?, last_byte=?, ended=?, duration=?,
	request_bytes=?, response_bytes=?, request_kept=?, response_kept=?, frames=?, incomplete=?, rewritten=?, passed=?,
	problem=?
WHERE seq=?`

const updateCounts = `UPDATE exchanges SET
	version=?, first_byte=?, last_byte=?,
	request_bytes=?, response_bytes=?, request_kept=?, response_kept=?, frames=?, passed=?
WHERE seq=?`

const updateLabels = `UPDATE exchanges SET version=?, op=?, dialect=?, binding=?, task=?, context=?, state=?, error=?, findings=?, worst=?, agent_worst=?, within=?, cut_off=?, failed=?, frames=max(frames, ?)
WHERE seq=?`

const insertDetails = `INSERT INTO details (seq, request, response, redactions, interim, request_sent, response_sent, passages, text, model) VALUES (?,?,?,?,?,?,?,?,?,?)`

const updateDetails = `UPDATE details SET request=?, response=?, redactions=?, interim=?, request_sent=?, response_sent=?, passages=? WHERE seq=?`

func (r *row) duration() any {
	if r.x.Ended.IsZero() {
		return nil
	}
	return int64(max(r.x.Ended.Sub(r.x.Started), 0))
}

// write writes the changed parts of the row. Its seq, session and agent must be set.
func (r *row) write(c *database.Conn, version int64) error {
	r.x.Version = version
	if !r.stored {
		return r.insert(c, version)
	}
	x := &r.x
	if r.change&changedState != 0 {
		if _, err := c.Exec(updateState,
			version, int64(x.Response.Status), string(x.Outcome),
			entry.Nanos(x.RequestDone), entry.Nanos(x.Answered), entry.Nanos(x.FirstByte), entry.Nanos(x.LastByte), entry.Nanos(x.Ended), r.duration(),
			x.RequestBytes, x.ResponseBytes, x.RequestKept, x.ResponseKept, int64(x.Frames), database.BoolInt(x.Incomplete), database.BoolInt(x.Rewritten), int64(x.PassageKinds),
			x.Problem, r.seq); err != nil {
			return err
		}
	} else if r.change&changedCounts != 0 {
		if _, err := c.Exec(updateCounts,
			version, entry.Nanos(x.FirstByte), entry.Nanos(x.LastByte),
			x.RequestBytes, x.ResponseBytes, x.RequestKept, x.ResponseKept, int64(x.Frames), int64(x.PassageKinds),
			r.seq); err != nil {
			return err
		}
	}
	if r.needsDetails() {
		if _, err := c.Exec(updateDetails, headJSON(&x.Request), headJSON(&x.Response), listJSON(x.Redactions), listJSON(x.Interim),
			headJSON(x.RequestSent), headJSON(x.ResponseSent), passagesJSON(r.passages), r.seq); err != nil {
			return err
		}
	}
	if r.change&changedLabels != 0 {
		if err := writeLabels(c, version, r.seq, &r.labels); err != nil {
			return err
		}
	}
	if r.change&changedFindings != 0 {
		return writeFindings(c, r.seq, r.session, r.found)
	}
	return nil
}

func (r *row) needsDetails() bool {
	switch {
	case r.change&changedDetails != 0, r.change&changedPassages != 0 && len(r.passages) <= maxEagerPassages:
		return true
	}
	return r.change&changedLazily != 0 && (!r.x.Ended.IsZero() || time.Since(r.details) >= growthFlushDelay)
}

func (r *row) insert(c *database.Conn, version int64) error {
	x, l := &r.x, &r.labels
	if _, err := c.Exec(insertRow,
		r.seq, x.ID, version, r.session, r.agent, string(x.Origin), x.Method, int64(x.Response.Status), string(x.Outcome),
		entry.Nanos(x.Started), entry.Nanos(x.RequestDone), entry.Nanos(x.Answered), entry.Nanos(x.FirstByte), entry.Nanos(x.LastByte), entry.Nanos(x.Ended), r.duration(),
		x.RequestBytes, x.ResponseBytes, x.RequestKept, x.ResponseKept, int64(x.Frames), database.BoolInt(x.Incomplete), database.BoolInt(x.Rewritten), int64(x.PassageKinds),
		nullableText(l.Op), nullableText(l.Dialect), nullableText(l.Binding), nullableText(l.Task), nullableText(l.Context), nullableText(l.State), nullableText(l.Error), int64(l.Findings), nullableSeverity(l.Worst), nullableSeverity(l.AgentSeverity), nullableSeverity(l.ResponseSeverity), database.BoolInt(l.CutOff), database.BoolInt(l.Failed),
		x.Link, x.Tap, x.Caller, x.URL, x.Problem); err != nil {
		return err
	}
	if _, err := c.Exec(insertDetails, r.seq, headJSON(&x.Request), headJSON(&x.Response), listJSON(x.Redactions), listJSON(x.Interim),
		headJSON(x.RequestSent), headJSON(x.ResponseSent), passagesJSON(r.passages), nullableText(l.Text), modelJSON(l.Model)); err != nil {
		return err
	}
	return insertFindings(c, r.seq, r.session, r.found)
}

func writeLabels(c *database.Conn, version, seq int64, l *wire.Labels) error {
	if _, err := c.Exec(updateLabels, version, nullableText(l.Op), nullableText(l.Dialect), nullableText(l.Binding), nullableText(l.Task), nullableText(l.Context),
		nullableText(l.State), nullableText(l.Error), int64(l.Findings), nullableSeverity(l.Worst), nullableSeverity(l.AgentSeverity), nullableSeverity(l.ResponseSeverity), database.BoolInt(l.CutOff), database.BoolInt(l.Failed), int64(l.Events), seq); err != nil {
		return err
	}
	_, err := c.Exec("UPDATE details SET text = ?, model = ? WHERE seq = ?", nullableText(l.Text), modelJSON(l.Model), seq)
	return err
}

func (r *row) apply(e *entry.Entry) {
	x := &r.x
	switch e.Kind {
	case entry.Begin:
		r.x, r.change = *e.X, changedState|changedDetails
	case entry.Bytes:
		r.applyCounts(e)
	case entry.RequestDone:
		x.RequestDone, x.Request.Trailer = entry.Time(e.At), e.Trailer
		r.change |= changedState
		if e.Trailer != nil {
			r.change |= changedDetails
		}
	case entry.Interim:
		x.Interim = append(x.Interim, wire.Interim{At: entry.Time(e.At), Status: e.Head.Status, Header: e.Head.Header, Received: e.Head.Received})
		r.change |= changedDetails | changedCounts
	case entry.ResponseHead:
		x.Answered, x.Response = entry.Time(e.At), e.Head
		r.change |= changedState | changedDetails
	case entry.SentHead:
		r.applySentHead(e)
	case entry.Passage:
		r.addPassage(e.Passage)
	case entry.Redactions:
		r.redact(e.Redactions)
		r.change |= changedRedacted
	case entry.Gap:
		if !x.Incomplete {
			x.Incomplete = true
			r.change |= changedState
		}
	case entry.End:
		r.end(e)
	case entry.Surplus:
		r.addSurplus(e)
	}
}

func (r *row) addPassage(p wire.Passage) {
	r.passages = append(r.passages, p)
	r.x.PassageKinds |= p.Kinds()
	r.change |= changedPassages | changedCounts
}

func (r *row) end(e *entry.Entry) {
	x := &r.x
	x.Ended, x.Outcome, x.Frames = entry.Time(e.At), e.Outcome, e.Chunk.Frames
	x.Problem = sentences(e.Problem, x.Problem)
	r.change |= changedState
	if e.Trailer != nil {
		x.Response.Trailer = e.Trailer
		r.change |= changedDetails
	}
	if len(e.Surplus) > 0 {
		x.Response.Surplus = e.Surplus
		r.change |= changedDetails
	}
	if e.AgentEndedAt != 0 {
		x.Response.Ended = entry.Time(e.AgentEndedAt)
		r.change |= changedDetails
	}
	if e.ClientLeftAt != 0 {
		x.Response.ClientLeftAt = entry.Time(e.ClientLeftAt)
		r.change |= changedDetails
	}
}

// addSurplus adds what arrived after the end, but only once.
func (r *row) addSurplus(e *entry.Entry) {
	x := &r.x
	if len(x.Response.Surplus) > 0 {
		return
	}
	x.Response.Surplus = e.Surplus
	x.Problem = sentences(x.Problem, e.Problem)
	r.redact(e.Redactions)
	r.change |= changedState | changedDetails
}

// sentences joins the texts that are not empty.
func sentences(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), " ")
}

// redact adds redactions. If the last one of a place was reported unfinished, a later report replaces it.
func (r *row) redact(news []wire.Redaction) {
	have := &r.x.Redactions
	if r.latest == nil {
		r.latest = map[string]int{}
		for i, x := range *have {
			r.latest[x.Place] = i
		}
	}
	for _, x := range news {
		at, ok := r.latest[x.Place]
		if !ok || (*have)[at].Offset != x.Offset || (*have)[at].Name != x.Name {
			at = len(*have)
			*have = append(*have, x)
		}
		(*have)[at] = x
		r.latest[x.Place] = at
	}
}

func (r *row) applySentHead(e *entry.Entry) {
	h := e.Head
	if e.Chunk.Side == wire.RequestSent {
		r.x.RequestSent = &h
	} else {
		r.x.ResponseSent = &h
	}
	r.change |= changedDetails | changedCounts
}

func (r *row) applyCounts(e *entry.Entry) {
	x, c := &r.x, &e.Chunk
	r.change |= changedCounts
	switch c.Side {
	case wire.Request:
		x.RequestBytes, x.RequestKept = c.Total, c.Recorded
	case wire.Response:
		x.ResponseBytes, x.ResponseKept = c.Total, c.Recorded
		if x.FirstByte.IsZero() {
			x.FirstByte = entry.Time(e.At)
		}
		x.LastByte = entry.Time(e.At)
	case wire.ResponseSent:
		if !x.Rewritten {
			x.Rewritten = true
			r.change |= changedState
		}
	}
	x.Frames = c.Frames
}
