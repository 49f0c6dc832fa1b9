package stream

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// Row is a line of the gutter: an event, a run of similar events, or what is between two events: a pause, or
// missing events.
type Row struct {
	Number   int // the row's position, from 0; stable
	From, To int // the events, from 1; for a pause, the events around it
	At       time.Time
	Until    time.Time // arrival of the last event
	Bytes    int64
	Word     string    // what the events are: "state", "artifact", "append", "message", "task", "error", "comment", "pause", "missing", "unread", …
	Subject  string    // what they are about: an artifact's name
	State    a2a.State // for "state" and "task"
	Text     string    // beginning of the content, in a run the first event's; "" for none
	Missing  int64     // for "missing": the events missing by the task's generations
	Block    int       // the block they built, -1 for none
	Problems []a2a.Problem
	Rev      int // grows when the row changes

	isSingle bool     // no event may join it
	first    []Moment // of a run: its first events
	gaps     gaps
}

// Moment is one event of a run.
type Moment struct {
	At    time.Time
	Bytes int64
	Text  string
}

// few is the number of events from which folding a run saves room.
const few = 4

// Few returns the events of a run that is too short to fold, nil for any other row.
func (r *Row) Few() []Moment {
	if n := r.Events(); n < 2 || n >= few {
		return nil
	}
	return r.first
}

// Between reports whether the row stands for no event.
func (r *Row) Between() bool { return r.Word == "pause" || r.Word == "missing" }

// Events returns how many events the row stands for.
func (r *Row) Events() int {
	if r.Between() {
		return 0
	}
	return r.To - r.From + 1
}

// Median and Longest return gaps between the events of a run.
func (r *Row) Median() time.Duration  { return r.gaps.median() }
func (r *Row) Longest() time.Duration { return r.gaps.longest }

// canJoin reports whether next may join the row: only chunks of one artifact and keep-alives form runs, and
// only with the same findings.
func (r *Row) canJoin(next *Row) bool {
	if r.isSingle || next.isSingle || r.Word != next.Word || r.Block != next.Block || r.Subject != next.Subject || r.Word != "append" && r.Word != "comment" {
		return false
	}
	return slices.EqualFunc(r.Problems, next.Problems, func(a, b a2a.Problem) bool { return a.Key() == b.Key() })
}

func (r *Row) join(next *Row) {
	r.gaps.add(next.At.Sub(r.Until))
	if len(r.first) == 0 {
		r.first = append(r.first, Moment{r.At, r.Bytes, r.Text})
	}
	if len(r.first) < few {
		r.first = append(r.first, Moment{next.At, next.Bytes, next.Text})
	}
	r.To, r.Until = next.To, next.Until
	r.Bytes += next.Bytes
	r.Rev++
}

// pause reports whether the wait before an event gets a row of its own: at least a second, and far from the rhythm
// so far.
func (g *gaps) pause(wait time.Duration) bool {
	return wait >= time.Second && (g.n == 0 || wait >= 5*g.median())
}

// Span returns the events a row stands for: "#3" or "#3–4998".
func (r *Row) Span() string {
	if r.From == r.To {
		return "#" + strconv.Itoa(r.From)
	}
	return "#" + strconv.Itoa(r.From) + "–" + strconv.Itoa(r.To)
}

// gaps is a histogram of durations with buckets a sixteenth of their value wide: precise enough for a
// displayed median, and equally small for ten and a million.
type gaps struct {
	counts  map[uint16]int
	n       int
	longest time.Duration
}

func (g *gaps) add(d time.Duration) {
	d = max(d, 0)
	if g.counts == nil {
		g.counts = map[uint16]int{}
	}
	g.counts[bucket(d)]++
	g.n++
	g.longest = max(g.longest, d)
}

// median returns the lower median, accurate to one sixteenth.
func (g *gaps) median() time.Duration {
	if g.n == 0 {
		return 0
	}
	left := (g.n + 1) / 2
	for _, b := range slices.Sorted(maps.Keys(g.counts)) {
		if left -= g.counts[b]; left <= 0 {
			return min(least(b), g.longest)
		}
	}
	return g.longest
}

// bucket numbers durations by microseconds, with sixteen buckets for each doubling: the first bits of a
// floating-point number, exponent included, are that number.
func bucket(d time.Duration) uint16 { return uint16(math.Float64bits(float64(d.Microseconds())) >> 48) }

// least returns the shortest duration of a bucket.
func least(b uint16) time.Duration {
	return time.Duration(math.Float64frombits(uint64(b)<<48)) * time.Microsecond
}

const mostSaid = 120

// Excerpt returns the beginning of an event's content on one line: the text, the file's name or
// media type, or the data of its first part with content. It returns "" for an event without
// content.
func Excerpt(r *a2a.Result) string {
	switch {
	case r == nil:
	case r.Artifact != nil:
		return excerpt(r.Artifact.Artifact.Parts)
	case r.Message != nil:
		return excerpt(r.Message.Parts)
	default:
		if st := r.TaskStatus(); st != nil && st.Message != nil {
			return excerpt(st.Message.Parts)
		}
	}
	return ""
}

// excerpt returns an excerpt of the first part with content. It does not retain a larger text.
func excerpt(parts []a2a.Part) string {
	for _, p := range parts {
		s := p.Text
		switch {
		case s != "":
		case p.Kind == a2a.FilePart && p.Filename != "":
			s = p.Filename
		case p.Kind == a2a.FilePart:
			s = p.MediaType
		case p.Kind == a2a.DataPart:
			s = strings.ToValidUTF8(string(p.Data[:min(len(p.Data), 4*mostSaid)]), "")
		}
		if s = strings.Join(strings.Fields(clip.Truncate(s, 4*mostSaid)), " "); s != "" {
			return strings.Clone(clip.Bytes(s, mostSaid))
		}
	}
	return ""
}
