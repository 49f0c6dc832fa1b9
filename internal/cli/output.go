package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// line writes v as one JSON line. The characters <, > and & stay themselves:
// what agents sent shall be readable as sent. Those that would steer a terminal
// are escaped.
func (p *program) line(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	if _, err := p.stdout.Write(harmlessJSON(b.Bytes())); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	return nil
}

// harmlessJSON is a JSON text in which DEL, the control characters from U+0080 on
// and those that turn the direction of a text are escaped. It means the same: they
// can stand in strings only.
func harmlessJSON(b []byte) []byte {
	if bytes.IndexFunc(b, steers) < 0 {
		return b
	}
	out := make([]byte, 0, len(b)+64)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if steers(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = append(out, b[:n]...)
		}
		b = b[n:]
	}
	return out
}

// steers reports the characters that do something to a terminal, but for those
// that JSON escapes anyway.
func steers(r rune) bool {
	return r >= 0x7f && unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// note writes a line for people to stderr. What it says may be other people's.
func (p *program) note(format string, args ...any) {
	fmt.Fprintln(p.stderr, visible(fmt.Sprintf(format, args...)))
}

// rawJSON is bytes as a JSON value: themselves when they are JSON, else a string.
func rawJSON(b []byte) json.RawMessage {
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

// visible makes text from elsewhere safe to print on a terminal: control
// characters, which could move the cursor or worse, become visible signs.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20:
			return 0x2400 + r
		case r == 0x7f:
			return 0x2421
		case steers(r):
			return utf8.RuneError
		}
		return r
	}, s)
}

// oneLine is text on one line, safe for a terminal.
func oneLine(s string) string { return strings.Join(strings.Fields(visible(s)), " ") }

// table writes rows in aligned columns. The last column is not padded.
func table(w io.Writer, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			b.WriteString(cell)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2))
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

// millis is a duration as a JSON number of milliseconds, to the microsecond.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// stamp is a time as scripts read it: RFC 3339 in UTC with microseconds.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000Z07:00")
}

// short is a duration for people.
func short(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Microseconds())
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}
