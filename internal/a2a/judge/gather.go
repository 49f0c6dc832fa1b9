package judge

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Bounds of what is gathered of a response.
const (
	mostEvents = 1 << 14 // of a stream, that are compared with those of others
	mostKinds  = 32      // kinds of output
	mostMarks  = 64      // places of findings
)

// Gatherer takes from the pieces of a response what is judged once the exchange is over.
// Of a stream it keeps sums and places, no content. Not safe for concurrent use.
type Gatherer struct {
	j    *Judge
	x    *wire.Exchange
	seen Seen

	digests digests
	buf     []byte
	stamp   time.Time // of the latest status
	zoned   bool      // it has a time zone
}

// Seen is an exchange with what was read of it.
type Seen struct {
	X        *wire.Exchange
	Identity a2a.Identity
	Asked    a2a.Reading // the request

	Whole bool // the response is on record to its end

	// Of the response:
	answered bool       // it says something that is no error
	err      *a2a.Error // the first, nil for none
	errAt    int        // its frame
	result   *a2a.Result
	at       int // frame of result
	card     *a2a.Card

	events   []sum // of a stream: its events but whole tasks, nil when there are too many
	begins   time.Time
	crowded  bool
	streamed bool
	digest   map[string]sum // of the artifacts that the stream brought whole
	last     a2a.State      // that was reported last
	lastAt   int
	runs     []run     // of a stream: the states in their order
	over     time.Time // when the terminal state came
	overAt   int
	task     string
	context  string
	output   []output
	shows    shows
	marks    []mark
}

// mark is a finding within a stream, or any place of an answer, told as it came.
type mark struct {
	check, path, says string
	frame, times      int
}

// output is a kind of content that was answered.
type output struct {
	kind  a2a.PartKind
	media string
	frame int
}

// Gather begins to gather what an exchange tells. j may not be used by others before
// Judge was given what was gathered.
func (j *Judge) Gather(x *wire.Exchange) *Gatherer { return &Gatherer{j: j, x: x} }

// Piece takes the next piece of the response, as reading.Options.Each.
func (g *Gatherer) Piece(p reading.Piece) {
	if p.Comment() {
		return
	}
	r, s := &p.Reading, &g.seen
	frame := -1
	switch p.Part {
	case reading.Head:
		s.streamed = true
	case reading.Event:
		frame = p.Frame.Index
	}
	if r.Error != nil && s.err == nil {
		s.err, s.errAt = r.Error, frame
	}
	if r.Card != nil {
		s.card = r.Card
	}
	if r.Error != nil || r.Kind == a2a.KindNone || p.Part == reading.Trailer || p.Part == reading.Head {
		return
	}
	s.answered = true
	if r.Result == nil {
		return
	}
	if s.result == nil {
		s.result, s.at = r.Result, frame
	}
	g.take(r, frame, p.Frame.Complete)
}

// take gathers what one result tells.
func (g *Gatherer) take(r *a2a.Reading, frame int, at time.Time) {
	s := &g.seen
	s.shows.take(r.Result)
	if id, context := r.Result.About(); id != "" || context != "" {
		if s.task == "" && id != "" {
			s.task = id
			if !g.x.Repeats {
				g.j.named(g.x, id, at)
			}
		}
		if s.context == "" {
			s.context = context
		}
	}
	if st := r.Result.TaskStatus(); st != nil {
		g.status(r, st, frame, at)
	}
	g.outputs(r.Result, frame)
	g.digests.add(r.Result)
	if !r.Op.Streams() || !holds("SSE-23", r.Dialect) {
		return
	}
	switch {
	case r.Result.Task != nil:
	case len(s.events) == mostEvents:
		s.crowded = true
	default:
		if s.begins.IsZero() {
			s.begins = at
		}
		s.events = append(s.events, eventSum(r.Result, &g.buf))
	}
}

// status gathers a status that was reported.
func (g *Gatherer) status(r *a2a.Reading, st *a2a.Status, frame int, at time.Time) {
	s := &g.seen
	if st.State != "" {
		s.last, s.lastAt = st.State, frame
		if r.Op.Streams() {
			s.run(st.State, moment{at, frame})
		}
	}
	if st.State.Terminal() && s.over.IsZero() {
		s.over, s.overAt = at, frame
	}
	if st.Message == nil && st.State == a2a.InputRequired {
		g.mark("STM-07", frame, ".status", "the task waits for input, and no status.message says what is wanted")
	}
	if st.Message == nil && st.State == a2a.AuthRequired {
		g.mark("STM-08", frame, ".status", "the task waits for credentials, and no status message says which; that is right only where it was agreed otherwise")
	}
	g.clock(st, frame)
}

// clock compares the time of a status with that of the one before.
func (g *Gatherer) clock(st *a2a.Status, frame int) {
	now, ok := delivery.ParseTimestamp(st.Timestamp)
	if !ok {
		return
	}
	_, err := time.Parse(time.RFC3339Nano, st.Timestamp)
	zoned := err == nil
	if !g.stamp.IsZero() && zoned == g.zoned && now.Before(g.stamp) {
		g.mark("SSE-24", frame, ".status.timestamp", "the status is of "+st.Timestamp+", which is before the one that came first, "+g.stamp.Format(time.RFC3339Nano))
	}
	g.stamp, g.zoned = now, zoned
}

func (g *Gatherer) mark(check string, frame int, path, says string) {
	s := &g.seen
	for i := range s.marks {
		if s.marks[i].check == check && s.marks[i].path == path {
			s.marks[i].times++
			return
		}
	}
	if len(s.marks) < mostMarks {
		s.marks = append(s.marks, mark{check, path, says, frame, 1})
	}
}

// outputs gathers the media types of what the agent brings.
func (g *Gatherer) outputs(r *a2a.Result, frame int) {
	put := func(parts []a2a.Part) {
		for i := range parts {
			o := output{parts[i].Kind, parts[i].MediaType, frame}
			if len(g.seen.output) < mostKinds && !g.seen.brings(o) {
				g.seen.output = append(g.seen.output, o)
			}
		}
	}
	switch {
	case r.Message != nil:
		put(r.Message.Parts)
	case r.Artifact != nil:
		put(r.Artifact.Artifact.Parts)
	case r.Task != nil:
		for i := range r.Task.Artifacts {
			put(r.Task.Artifacts[i].Parts)
		}
	}
}

func (s *Seen) brings(o output) bool {
	return slices.ContainsFunc(s.output, func(is output) bool { return is.kind == o.kind && is.media == o.media })
}

// Seen is what was gathered, of an exchange that is over and its reader.
func (g *Gatherer) Seen(x *wire.Exchange, r *reading.Reader) *Seen {
	s := &g.seen
	s.X, s.Identity, s.Asked = x, r.Identity(), r.Request()
	s.Whole = !r.Partial() && r.Err() == nil && len(x.Gaps) == 0 && !x.Incomplete
	s.digest = g.digests.sums()
	s.streamed = s.streamed && s.Identity.Op.Streams()
	if s.crowded {
		s.events = nil
	}
	return s
}

// shows is what of the protocol came in a response.
type shows struct {
	task, message, status bool // whole tasks, messages, status updates
	artifact, artifacts   bool // updates of artifacts; artifacts, in tasks too
	append, last          bool // of updates of artifacts
	statusMessage         bool
	stamps                int // statuses with a timestamp
	generations           int // events with the generation of their task
}

func (s *shows) take(r *a2a.Result) {
	if st := r.TaskStatus(); st != nil {
		s.statusMessage = s.statusMessage || st.Message != nil
		if st.Timestamp != "" {
			s.stamps++
		}
	}
	if _, n := r.Generation(); n > 0 {
		s.generations++
	}
	switch {
	case r.Task != nil:
		s.task = true
		s.artifacts = s.artifacts || len(r.Task.Artifacts) > 0
	case r.Message != nil:
		s.message = true
	case r.Status != nil:
		s.status = true
	case r.Artifact != nil:
		s.artifact, s.artifacts = true, true
		s.append = s.append || r.Artifact.Append
		s.last = s.last || r.Artifact.LastChunk
	}
}
