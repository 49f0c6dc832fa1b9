package judge

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// sum stands for content that is not kept.
type sum [16]byte

func sumOf(s string) sum {
	h := sha256.Sum256([]byte(s))
	return sum(h[:16])
}

// Bounds of digests: of what is beyond them nothing is said.
const (
	mostArtifacts = 256
	mostData      = 64 << 10 // bytes of a data part that is compared
)

// digests are those of a task's artifacts, put together as they come: the same content
// has the same digest, however its text was cut into parts.
type digests struct {
	of   map[string]hash.Hash
	full bool // there is more than is compared
}

// add takes the next result.
func (d *digests) add(r *a2a.Result) {
	switch {
	case r.Task != nil && r.Task.Artifacts != nil:
		d.of = nil
		for i := range r.Task.Artifacts {
			d.put(&r.Task.Artifacts[i], false)
		}
	case r.Artifact != nil:
		d.put(&r.Artifact.Artifact, r.Artifact.Append)
	}
}

func (d *digests) put(a *a2a.Artifact, more bool) {
	h, known := d.of[a.ID]
	switch {
	case !known && len(d.of) == mostArtifacts:
		d.full = true
		return
	case !known || !more:
		h = sha256.New()
		if d.of == nil {
			d.of = map[string]hash.Hash{}
		}
		d.of[a.ID] = h
	}
	for i := range a.Parts {
		d.part(h, &a.Parts[i])
	}
}

// part adds a part. Text goes on with the text before it.
func (d *digests) part(h hash.Hash, p *a2a.Part) {
	switch p.Kind {
	case a2a.TextPart:
		_, _ = h.Write([]byte(p.Text)) // a hash writes always
	case a2a.DataPart:
		fmt.Fprintf(h, "\x00data %s\x00", d.canonical(p.Data))
	default:
		fmt.Fprintf(h, "\x00file %x %q %q\x00", sha256.Sum256(p.Bytes), p.Encoded, p.URL)
	}
}

// canonical is JSON with its members in order.
func (d *digests) canonical(raw json.RawMessage) []byte {
	var v any
	if len(raw) > mostData || json.Unmarshal(raw, &v) != nil {
		d.full = true
		return nil
	}
	out, err := json.Marshal(v)
	if err != nil {
		d.full = true
	}
	return out
}

// sums are the digests of all artifacts, nil when not all are known.
func (d *digests) sums() map[string]sum {
	if d.full {
		return nil
	}
	out := make(map[string]sum, len(d.of))
	for id, h := range d.of {
		out[id] = sum(h.Sum(nil)[:16])
	}
	return out
}

// eventSum stands for an event of a stream, whatever the binding that brought it. buf is
// used again.
func eventSum(r *a2a.Result, buf *[]byte) sum {
	b := (*buf)[:0]
	say := func(words ...string) {
		for _, w := range words {
			b = append(append(b, w...), 0)
		}
	}
	message := func(m *a2a.Message) {
		if m != nil {
			say("message", m.ID)
			b = appendParts(b, m.Parts)
		}
	}
	switch {
	case r.Status != nil:
		say("status", r.Status.TaskID, string(r.Status.Status.State))
		message(r.Status.Status.Message)
	case r.Artifact != nil:
		say("artifact", r.Artifact.TaskID, r.Artifact.Artifact.ID, strconv.FormatBool(r.Artifact.Append))
		b = appendParts(b, r.Artifact.Artifact.Parts)
	default:
		message(r.Message)
	}
	*buf = b
	h := sha256.Sum256(b)
	return sum(h[:16])
}

func appendParts(b []byte, parts []a2a.Part) []byte {
	for i := range parts {
		p := &parts[i]
		b = append(append(append(append(b, p.Kind...), 0), p.Text...), 0)
		b = append(append(append(b, p.Bytes...), p.Encoded...), p.URL...)
		if len(p.Data) > 0 {
			b = append(b, new(digests).canonical(p.Data)...)
		}
	}
	return b
}
