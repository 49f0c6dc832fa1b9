package words

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Marker returns how to show a character that must not take effect on the page: its abbreviation or
// number, because few fonts have a glyph for it, and its name. ok is false for harmless characters.
func Marker(r rune) (shown, name string, ok bool) {
	number := func() string { return fmt.Sprintf("U+%04X", r) }
	switch {
	case r == '\n' || r == '\t':
		return "", "", false
	case r < 0x20:
		return strings.TrimSpace(controls[4*r : 4*r+4]), number() + " control character", true
	case r == 0x7f:
		return "DEL", "U+007F delete", true
	case r >= 0x80 && r < 0xa0:
		return number(), number() + " control character", true
	}
	if name := invisibleName(r); name != "" {
		return number(), number() + " " + name, true
	}
	return "", "", false
}

// InvalidByte stands for a byte that is not valid UTF-8.
const InvalidByte = "\ufffd"

// controls holds abbreviations of the control characters from U+0000, four bytes each.
const controls = "NUL SOH STX ETX EOT ENQ ACK BEL BS  HT  LF  VT  FF  CR  SO  SI  " +
	"DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM  SUB ESC FS  GS  RS  US  "

// invisibleName names a character that is invisible or changes how its neighbours are shown; "" for others.
// It leaves out the zero-width joiner, which emoji need.
func invisibleName(r rune) string {
	switch r {
	case 0x061c:
		return "Arabic letter mark"
	case 0x200b:
		return "zero width space"
	case 0x200e:
		return "left-to-right mark"
	case 0x200f:
		return "right-to-left mark"
	case 0x2028:
		return "line separator"
	case 0x2029:
		return "paragraph separator"
	case 0x202a:
		return "left-to-right embedding"
	case 0x202b:
		return "right-to-left embedding"
	case 0x202c:
		return "pop directional formatting"
	case 0x202d:
		return "left-to-right override"
	case 0x202e:
		return "right-to-left override"
	case 0x2060:
		return "word joiner"
	case 0x2066:
		return "left-to-right isolate"
	case 0x2067:
		return "right-to-left isolate"
	case 0x2068:
		return "first strong isolate"
	case 0x2069:
		return "pop directional isolate"
	case 0xfeff:
		return "byte order mark"
	}
	return ""
}

// Mark returns s as plain text that is safe anywhere: CRLF becomes one line end, and characters that must not
// take effect are named in brackets: ‹CR›.
func Mark(s string) string {
	if !NeedsMarkers(s) {
		return s
	}
	var b strings.Builder
	WalkMarked(s, func(text string) { b.WriteString(text) }, func(shown, _ string) {
		if shown != InvalidByte {
			shown = "‹" + shown + "›"
		}
		b.WriteString(shown)
	})
	return b.String()
}

// NeedsMarkers reports whether a text has characters that need a marker.
func NeedsMarkers(s string) bool {
	if !utf8.ValidString(s) {
		return true
	}
	for _, r := range s {
		if _, _, odd := Marker(r); odd {
			return true
		}
	}
	return false
}

// WalkMarked passes runs of harmless text in s to plain, and other characters to odd. It skips a CR
// before LF.
func WalkMarked(s string, plain func(string), odd func(shown, name string)) {
	from := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		shown, name, is := Marker(r)
		if r == utf8.RuneError && n == 1 {
			shown, name, is = InvalidByte, fmt.Sprintf("byte 0x%02X is not UTF-8", s[i]), true
		}
		if is {
			if from < i {
				plain(s[from:i])
			}
			from = i + n
			if r != '\r' || i+1 >= len(s) || s[i+1] != '\n' {
				odd(shown, name)
			}
		}
		i += n
	}
	if from < len(s) {
		plain(s[from:])
	}
}
