package jsonio

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// MadeID is a message id for a version that requires one. It is the same for
// the same message, so that replays compare equal.
func MadeID(m *a2a.Message) string {
	b, _ := json.Marshal(m)
	sum := sha256.Sum256(b)
	return "msg-" + hex.EncodeToString(sum[:8])
}

// WriteTime writes a time as ProtoJSON wants it, in UTC. What is no time is
// left out, with a loss.
func WriteTime(w *Writer, name, text string, l Losses) {
	if text == "" {
		return
	}
	stamp, guessed, ok := UTC(text)
	l.Lose(guessed, name, "the time "+text+" names no zone; it is written as UTC")
	l.Lose(!ok, name, text+" is no time; it is left out")
	w.Opt(name, stamp)
}
