package redact

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
)

// nameScan tells at a fraction of a walk's cost that a JSON text has none of the
// names without which no member in it can be secret. It may take a text for one
// that has; never the other way round. Immutable.
type nameScan struct {
	names []string // one of each path
	short bool     // one has less than two
	tails pairs
}

// pairs are the two last bytes of strings that deserve a second look: those of a
// name in either case, with joints too, and all with bytes of which more than one may
// stand for one of a name's. Others that share five bits of each are among them.
type pairs [16]uint64

func (t *pairs) add(a, b byte) { t[a&31>>1] |= 1 << (a&1<<5 | b&31) }

// addName adds the ends that a name may have: either case has the same five bits.
func (t *pairs) addName(name string) {
	n := len(name)
	if n > 1 {
		t.add(name[n-2], name[n-1])
	}
	last := name[max(n-1, 0):]
	for _, a := range []byte(joints + last) {
		for _, b := range []byte(joints + last) {
			if a != b || string(a) != last {
				t.add(a, b)
			}
		}
	}
}

func (t *pairs) has(a, b byte) bool {
	return (a|b)&0x80 != 0 || t[a&31>>1]>>(a&1<<5|b&31)&1 != 0
}

// newNameScan returns nil for paths that cannot be looked for by a name.
func newNameScan(paths []string) *nameScan {
	s := &nameScan{}
	for _, p := range paths {
		name, ok := lastName(p)
		switch {
		case !ok:
			return nil
		case slices.Contains(s.names, name):
			continue
		}
		s.names = append(s.names, name)
		ends := []string{name}
		if name == Telling {
			ends = slices.Concat(secretWords, lastWords)
		}
		for _, end := range ends {
			end = withoutJoints.Replace(end)
			s.short = s.short || len(end) < 2
			s.tails.addName(end)
		}
	}
	return s
}

// lastName is the last step of a path that only one name fits. ok is false where
// there is none, or where it has bytes that JSON spells in more ways than those
// that are looked for.
func lastName(path string) (name string, ok bool) {
	steps := strings.Split(path, ".")
	for i := len(steps) - 1; i >= 0; i-- {
		switch steps[i] {
		case "*", "[]":
			continue
		case Telling:
			return Telling, true
		}
		for _, c := range []byte(steps[i]) {
			if !nameByte(c) {
				return "", false
			}
		}
		return steps[i], true
	}
	return "", false
}

func nameByte(c byte) bool {
	return isAlphanumeric(rune(c)) || strings.IndexByte(jointsOfWords+counts, c) >= 0
}

// documents looks at JSON text that begins outside of any document. done is how
// much of it can be skipped: whole documents, and the space around them,
// before the first that may hold a secret. clean says that nothing in p may. What
// is no strict JSON may hold one: it is for a walk to say.
func (s *nameScan) documents(p []byte) (done int, clean bool) {
	depth, text := 0, false
	for i := 0; i < len(p); i++ {
		switch scanClasses[p[i]] {
		case between:
			text = true
		case quote:
			if depth == 0 && text {
				continue
			}
			end, ok := s.stringClear(p, i+1)
			switch {
			case !ok, depth == 0 && (end == len(p) || bytes.IndexByte(p[i:end], '\n') >= 0):
				return done, false
			case end == len(p):
				return done, true
			}
			i, text = end, true
		case opener:
			depth++
		case closer:
			if depth--; depth <= 0 {
				depth, done, text = 0, i+1, false
			}
		case space:
			text = text && (depth > 0 || p[i] != '\r' && p[i] != '\n')
			if done == i {
				done = i + 1
			}
		case letter, invalidByte:
			more, ok := unquoted(p, i, depth)
			if !ok {
				return done, false
			}
			i, text = i+more, true
		}
	}
	return done, true
}

// unquoted is how many bytes after i belong to a literal, or to what is not JSON. ok is
// false where that may belong to a document.
func unquoted(p []byte, i, depth int) (more int, ok bool) {
	if scanClasses[p[i]] == letter {
		n := literal(p, i)
		return max(n-1, 0), n > 0 || depth == 0
	}
	return 0, depth == 0 && p[i] != '/'
}

// stringClear finds the end of the string that begins at i, as stringEnd does, and
// reports that it is none of the names. One that does not end may yet be.
func (s *nameScan) stringClear(p []byte, i int) (end int, ok bool) {
	end, odd := stringEnd(p, i)
	switch n := end - i; {
	case odd:
		return end, false
	case end == len(p), n < 2 && !s.short, n >= 2 && !s.tails.has(p[end-2], p[end-1]) && strings.IndexByte(counts, p[end-1]) < 0:
		return end, true
	}
	return end, !s.has(p[i:end])
}

// scanClasses says what a byte scanClasses of strings means to documents.
var scanClasses = newScanClasses()

const (
	between uint8 = iota // part of a number, or what stands between values
	quote
	opener
	closer
	space
	letter      // of a literal
	invalidByte // nothing that JSON has
)

func newScanClasses() (t [256]uint8) {
	for i := range t {
		t[i] = invalidByte
	}
	for class, all := range map[uint8]string{
		quote: `"`, opener: "{[", closer: "}]", space: " \t\r\n", between: "0123456789+-.,:", letter: "tfneE",
	} {
		for _, c := range []byte(all) {
			t[c] = class
		}
	}
	return t
}

// literal is how many bytes the word at i has that JSON allows there, 0 for any
// other word. One that p cuts counts.
func literal(p []byte, i int) int {
	if p[i]|0x20 == 'e' { // an exponent
		if i > 0 && p[i-1] >= '0' && p[i-1] <= '9' {
			return 1
		}
		return 0
	}
	for _, w := range [...]string{"true", "false", "null"} {
		if n := min(len(w), len(p)-i); string(p[i:i+n]) == w[:n] {
			return n
		}
	}
	return 0
}

// stringEnd finds the quote that ends the string that begins at i, or len(p). odd
// reports that an escape in it spells a byte of a name.
func stringEnd(p []byte, i int) (end int, odd bool) {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for i < len(p) {
		if i+8 <= len(p) { // as in plainText
			x := binary.LittleEndian.Uint64(p[i:])
			quote, slash := x^(ones*'"'), x^(ones*'\\')
			hit := ((quote-ones)&^quote | (slash-ones)&^slash) & highs
			if hit == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(hit) / 8
		}
		switch p[i] {
		case '"':
			return i, false
		case '\\':
			if spellsName(p[i+1:]) {
				return i, true
			}
			i++
		}
		i++
	}
	return len(p), false
}

// spellsName reports that what follows a backslash stands for a byte of a name,
// or for one of the two other letters that fold to one: ſ and the Kelvin sign.
// An escape that is cut counts too.
func spellsName(p []byte) bool {
	if len(p) == 0 || p[0] != 'u' {
		return false
	}
	if len(p) < 5 {
		return true
	}
	code := 0
	for _, c := range p[1:5] {
		d := unhex(c)
		if d < 0 {
			return false
		}
		code = code<<4 | d
	}
	return code < 0x80 && (nameByte(byte(code)) || code == ' ') || code == 0x17f || code == 0x212a
}

func unhex(c byte) int {
	if i := strings.IndexByte("0123456789abcdefABCDEF", c); i < 16 {
		return i
	}
	return int(c-'A') + 10
}

// has reports whether a string, as written and without escapes that spell a
// name, matches one of the names as jsonMode matches them.
func (s *nameScan) has(text []byte) bool {
	if len(text) > keyKept {
		return false
	}
	for _, name := range s.names {
		if isNamed(name, string(text)) {
			return true
		}
	}
	return false
}
