package delivery

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// EventKey identifies an event, independent of version and spelling: equal events have
// equal keys. "" is no event of a task.
func EventKey(r *a2a.Result) string {
	h := sha256.New()
	switch {
	case r == nil:
		return ""
	case r.Status != nil:
		fmt.Fprintf(h, "status %q ", r.Status.TaskID)
		hashStatus(h, &r.Status.Status)
	case r.Artifact != nil:
		fmt.Fprintf(h, "artifact %q %t %t ", r.Artifact.TaskID, r.Artifact.Append, r.Artifact.LastChunk)
		hashArtifact(h, &r.Artifact.Artifact)
	case r.Task != nil:
		fmt.Fprintf(h, "task %q ", r.Task.ID)
		hashStatus(h, &r.Task.Status)
		for i := range r.Task.Artifacts {
			hashArtifact(h, &r.Task.Artifacts[i])
		}
	case r.Message != nil:
		fmt.Fprintf(h, "message ")
		hashMessage(h, r.Message)
	default:
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

func hashStatus(h hash.Hash, s *a2a.Status) {
	fmt.Fprintf(h, "%q %q ", s.State, Moment(s.Timestamp))
	if s.Message != nil {
		hashMessage(h, s.Message)
	}
}

func hashMessage(h hash.Hash, m *a2a.Message) {
	fmt.Fprintf(h, "%q %q ", m.ID, m.Role)
	hashParts(h, m.Parts)
}

func hashArtifact(h hash.Hash, a *a2a.Artifact) {
	fmt.Fprintf(h, "%q %q ", a.ID, a.Name)
	hashParts(h, a.Parts)
}

func hashParts(h hash.Hash, ps []a2a.Part) {
	for i := range ps {
		p := &ps[i]
		var data bytes.Buffer
		if json.Compact(&data, p.Data) != nil {
			data.Write(p.Data)
		}
		fmt.Fprintf(h, "%q %q %q %q %q ", p.Kind, p.Text, p.Bytes, p.URL, data.Bytes())
	}
}

// Moment is a time stamp without the freedom of its spelling.
func Moment(stamp string) string {
	if t, ok := ParseTimestamp(stamp); ok {
		return t.Format(time.RFC3339Nano)
	}
	return stamp
}

// ParseTimestamp reads an agent's time stamp; what has no zone is taken for UTC.
func ParseTimestamp(stamp string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
		if t, err := time.Parse(layout, stamp); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
