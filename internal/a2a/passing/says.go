package passing

import (
	"bytes"
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// commentKind is what keeps a connection open and says nothing.
const commentKind = "comment"

// textLimit bounds the text of a frame, in bytes.
const textLimit = 64 << 10

// says is the reading of a frame in few words.
func says(r a2a.Reading, f *wire.Frame) wire.FrameLabels {
	l := wire.FrameLabels{Text: fold.TextOf(r, textLimit), Doc: documentOf(r, f)}
	if r.Kind != a2a.KindNone && r.Kind != a2a.KindEmpty {
		l.Kind = string(r.Kind)
	}
	if l.Task, l.Context = fold.About(r.Result); r.Call != nil {
		l.Task, l.Context = fold.Asks(r.Call)
	}
	if status := r.Result.TaskStatus(); status != nil {
		l.State = string(status.State)
	}
	if r.Result != nil && r.Result.Artifact != nil {
		l.Artifact, l.Last = r.Result.Artifact.Artifact.ID, r.Result.Artifact.LastChunk
	}
	return l
}

// documentOf is the document of a frame as JSON: repaired where it had to be, nil where it
// is none or one of several.
func documentOf(r a2a.Reading, f *wire.Frame) []byte {
	switch {
	case r.Binding == a2a.GRPC && f.Kind == wire.GRPC:
		return r.Repaired
	case f.Kind != wire.Body && len(bytes.TrimSpace(r.Raw)) != len(bytes.TrimSpace(f.Data)):
		return nil
	case r.Repaired != nil:
		return r.Repaired
	}
	return document(r.Raw)
}

// document is what is given, if it is JSON.
func document(b []byte) []byte {
	if !json.Valid(b) {
		return nil
	}
	return b
}
