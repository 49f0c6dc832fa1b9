package stdio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/words"
)

// Line writes v as one JSON line. It does not escape <, > and &, so that agents' texts stay
// readable. It escapes characters that would control a terminal.
func (p *Streams) Line(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	if _, err := p.Stdout.Write(escapeControls(b.Bytes())); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	return nil
}

// escapeControls escapes DEL, the control characters from U+0080 on, and those that change the
// direction of text. It does not change the JSON's meaning, because they can occur only in strings.
func escapeControls(b []byte) []byte {
	if bytes.IndexFunc(b, words.IsTerminalControl) < 0 {
		return b
	}
	out := make([]byte, 0, len(b)+64)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if words.IsTerminalControl(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = append(out, b[:n]...)
		}
		b = b[n:]
	}
	return out
}

// Note prints a line for people to stderr, wrapped on a terminal. It makes control characters
// visible, because the text may be untrusted.
func (p *Streams) Note(format string, args ...any) {
	p.bar.Clear()
	fmt.Fprintln(p.Stderr, Fold(p.Stderr, words.Visible(fmt.Sprintf(format, args...))))
}

// RawJSON returns b if it is JSON, else b as a JSON string; nil for no bytes.
func RawJSON(b []byte) json.RawMessage {
	if len(b) == 0 {
		return nil
	}
	if json.Valid(b) && utf8.Valid(b) {
		return b
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(string(b)) != nil {
		return nil
	}
	return out.Bytes()
}

// Millis returns a duration in milliseconds, with microsecond precision.
func Millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Stamp formats a time for scripts: RFC 3339 in UTC with microseconds; "" for the zero time.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000Z07:00")
}
