package judge

import (
	"cmp"
	"crypto/sha256"
	"hash"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Limits on what is gathered from a response.
const (
	mostEvents = 1 << 14 // events of a stream that are compared with those of others
	mostKinds  = 32      // kinds of output
)

// Gatherer collects, from the pieces of a response, what is judged when the exchange is over. For a stream it
// keeps hashes and places, no content. Not safe for concurrent use.
type Gatherer struct {
	j     *Judge
	x     *wire.Exchange
	facts Facts

	digests  digests
	buf      []byte
	stamp    time.Time // of the latest status
	zoneless bool      // stamp has no time zone
}

// Facts is an exchange with what was read from it.
type Facts struct {
	X        *wire.Exchange
	Identity a2a.Identity
	Request  a2a.Reading

	IsWhole bool // the recording is complete, and all of the response was read
	byTap   bool // a tap answered, not the agent

	// Of the response:
	answered      bool       // it has content other than an error
	cut           bool       // a document is truncated
	cutAt         int        // its frame
	err           *a2a.Error // the first one, nil for none
	result        *a2a.Result
	resultMoments moment // the place of result
	card          *a2a.Card

	events   []sum // a stream's events except whole tasks, nil when there are too many
	crowded  bool
	streamed bool
	began    bool           // a stream brought an event
	first    int            // the frame of its first event: comments may precede it
	digest   map[string]sum // of artifacts that the stream brought completely
	last     a2a.State      // the last reported state
	runs     []run          // a stream's states in order
	task     string
	context  string
	output   []output
	moments  []moment

	backwardsText string // what is wrong with a status's time
}

// moment is where and when something first occurred in a response, and how often it did.
type moment struct {
	name  string
	time  time.Time
	frame int
	times int
	kind  a2a.Kind
}

// momentOf returns the moment of something, nil if it did not occur.
func (s *Facts) momentOf(name string) *moment {
	if i := slices.IndexFunc(s.moments, func(m moment) bool { return m.name == name }); i >= 0 {
		return &s.moments[i]
	}
	return nil
}

// mark notes an occurrence at here, if is holds.
func (s *Facts) mark(is bool, name string, here moment) {
	if m := s.momentOf(name); is && m != nil {
		m.times++
	} else if is {
		here.name, here.times = name, 1
		s.moments = append(s.moments, here)
	}
}

type output struct {
	kind  a2a.PartKind
	media string
	frame int
}

// Gather starts gathering from an exchange. Until its facts are given to Judge, j must not be used
// concurrently.
func (j *Judge) Gather(x *wire.Exchange) *Gatherer {
	return &Gatherer{j: j, x: x, facts: Facts{moments: make([]moment, 0, 8)}}
}

// Piece takes the next piece of the response; use it as reading.Options.Each.
func (g *Gatherer) Piece(p reading.Piece) {
	if p.Comment() {
		return
	}
	r, s := &p.Reading, &g.facts
	here := moment{time: p.Frame.Complete, frame: frameOf(p), kind: r.Kind}
	s.streamed = s.streamed || p.Part == reading.Head
	if _, cut := r.CutOff(); cut && p.Part != reading.Trailer {
		s.cut, s.cutAt = true, here.frame
	}
	if p.Part == reading.Event && !s.began {
		s.began, s.first = true, here.frame
	}
	if r.Error != nil && s.err == nil {
		s.err = r.Error
		s.mark(true, "error", here)
	}
	s.card = cmp.Or(r.Card, s.card)
	if r.Error != nil || r.Kind == a2a.KindNone || p.Part == reading.Trailer || p.Part == reading.Head {
		return
	}
	s.answered = true
	if r.Result == nil {
		return
	}
	if s.result == nil {
		s.result, s.resultMoments = r.Result, here
	}
	g.take(r, here)
}

// frameOf returns the frame of a piece, -1 for none.
func frameOf(p reading.Piece) int {
	if p.Part == reading.Event {
		return p.Frame.Index
	}
	return -1
}

func (g *Gatherer) take(r *a2a.Reading, here moment) {
	s := &g.facts
	s.marks(r.Result, here)
	id, context := r.Result.About()
	if s.task == "" && id != "" && !g.x.Repeats {
		g.j.noteTask(g.x, r, id, here.time)
	}
	s.task, s.context = cmp.Or(s.task, id), cmp.Or(s.context, context)
	if st := r.Result.TaskStatus(); st != nil {
		g.status(r, st, here)
	}
	s.outputs(r.Result, here.frame)
	g.digests.add(r.Result)
	if !r.Op.Streams() || !appliesTo("SSE-23", r.Dialect) {
		return
	}
	switch {
	case r.Result.Task != nil:
	case len(s.events) == mostEvents:
		s.crowded = true
	default:
		g.buf = delivery.AppendEvent(g.buf[:0], r.Result, false)
		s.events = append(s.events, sumOf(g.buf))
	}
}

func (g *Gatherer) status(r *a2a.Reading, st *a2a.Status, here moment) {
	s := &g.facts
	if st.State != "" {
		s.last = st.State
		s.mark(true, "last", here)
		*s.momentOf("last") = moment{"last", here.time, here.frame, 1, here.kind} // the latest one, not the first
		if r.Op.Streams() {
			s.run(st.State, here)
		}
	}
	s.mark(st.State.Terminal() && s.momentOf("over") == nil, "over", here)
	s.mark(st.Message == nil && st.State == a2a.InputRequired, "silentinput", here)
	s.mark(st.Message == nil && st.State == a2a.AuthRequired, "silentauth", here)
	s.mark(st.Message != nil, "statusmessage", here)
	s.mark(st.Timestamp != "", "timestamp", here)
	now, zoneless, ok := a2a.ParseTime(st.Timestamp)
	if !ok {
		return
	}
	if !g.stamp.IsZero() && zoneless == g.zoneless && now.Before(g.stamp) {
		s.mark(true, "backwards", here)
		s.backwardsText = cmp.Or(s.backwardsText, st.Timestamp+", which is before that of the previous status, "+g.stamp.Format(time.RFC3339Nano))
	}
	g.stamp, g.zoneless = now, zoneless
}

// outputs gathers the media types of the agent's output.
func (s *Facts) outputs(r *a2a.Result, frame int) {
	var parts []a2a.Part
	switch {
	case r.Message != nil:
		parts = r.Message.Parts
	case r.Artifact != nil:
		parts = r.Artifact.Artifact.Parts
	case r.Task != nil:
		for i := range r.Task.Artifacts {
			parts = append(parts, r.Task.Artifacts[i].Parts...)
		}
	}
	for i := range parts {
		o := output{parts[i].Kind, parts[i].MediaType, frame}
		known := slices.ContainsFunc(s.output, func(is output) bool { return is.kind == o.kind && is.media == o.media })
		if !known && len(s.output) < mostKinds {
			s.output = append(s.output, o)
		}
	}
}

// Facts returns what was gathered from an exchange that is over, and its reader.
func (g *Gatherer) Facts(x *wire.Exchange, r *reading.Reader) *Facts {
	s := &g.facts
	s.X, s.Identity, s.Request, s.byTap = x, r.Identity(), r.Request(), r.IsByTap()
	s.IsWhole = !r.Partial() && r.Err() == nil && len(x.Gaps) == 0 && !x.Incomplete
	s.digest = g.digests.sums()
	s.streamed = s.streamed && s.Identity.Op.Streams()
	if x.Outcome == wire.Cancelled && !s.streamed {
		s.cut, s.cutAt = true, -1
	}
	if s.crowded {
		s.events = nil
	}
	return s
}

// marks notes what a result contains.
func (s *Facts) marks(r *a2a.Result, here moment) {
	_, generation := r.Generation()
	s.mark(generation > 0, "generation", here)
	s.mark(r.Task != nil, "task", here)
	s.mark(r.Message != nil, "message", here)
	s.mark(r.Status != nil, "update", here)
	s.mark(r.Artifact != nil, "artifact", here)
	s.mark(r.Artifact != nil || r.Task != nil && len(r.Task.Artifacts) > 0, "artifacts", here)
	s.mark(r.Artifact != nil && r.Artifact.Append, "append", here)
	s.mark(r.Artifact != nil && r.Artifact.LastChunk, "lastchunk", here)
}

// sum is a hash that stands for content.
type sum [16]byte

func sumOf(b []byte) sum {
	h := sha256.Sum256(b)
	return sum(h[:16])
}

// mostArtifacts bounds the artifacts with a digest: those beyond it are not compared.
const mostArtifacts = 256

// digests are running digests of a task's artifacts: the same content has the same digest, however its text
// was split into parts.
type digests struct {
	byName map[string]hash.Hash
	full   bool // there is more than is compared
}

func (d *digests) add(r *a2a.Result) {
	switch {
	case r.Task != nil && r.Task.Artifacts != nil:
		d.byName = nil
		for i := range r.Task.Artifacts {
			d.put(&r.Task.Artifacts[i], false)
		}
	case r.Artifact != nil:
		d.put(&r.Artifact.Artifact, r.Artifact.Append)
	}
}

func (d *digests) put(a *a2a.Artifact, more bool) {
	h, known := d.byName[a.ID]
	switch {
	case !known && len(d.byName) == mostArtifacts:
		d.full = true
		return
	case !known || !more:
		h = sha256.New()
		if d.byName == nil {
			d.byName = map[string]hash.Hash{}
		}
		d.byName[a.ID] = h
	}
	for i := range a.Parts {
		b, whole := delivery.AppendPart(nil, &a.Parts[i])
		_, _ = h.Write(b) // a hash never fails
		d.full = d.full || !whole
	}
}

// sums returns the digests of all artifacts, nil when some are unknown.
func (d *digests) sums() map[string]sum {
	if d.full {
		return nil
	}
	out := make(map[string]sum, len(d.byName))
	for id, h := range d.byName {
		out[id] = sum(h.Sum(nil)[:16])
	}
	return out
}
