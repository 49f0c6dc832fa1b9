package redact

import (
	"bytes"
	"slices"
	"strings"
)

// looks finds what tells by its look in a text of any kind, after its walk: keys of usual
// makers, JWTs, and URLs with secrets in them. What such a thing begins with is given as it
// comes; the rest is kept back until it ends, since only then it can be judged.
type looks struct {
	query  []string // parameters that are secret in a URL
	before []byte   // the last bytes that were given
	held   []byte
}

// spanKept bounds what is kept back. What is longer is judged as if it ended there.
const spanKept = 32 << 10

// beforeKept is how many bytes are enough to see how something began.
const beforeKept = 12

// addressStarts begin the part of a URL that may have secrets, also as JSON writes them.
var addressStarts = []string{"://", `:\/\/`}

// lookStarts are all beginnings by their first byte. lookPairs are their first two bytes and the
// two from the second on, by five bits of each: one of both stands at an even place, so that a
// text is passed by pairs.
var lookStarts, lookPairs = func() (starts [256][]string, pairs [1 << 10]bool) {
	for _, s := range slices.Concat(addressStarts, tokenStarts) {
		starts[s[0]] = append(starts[s[0]], s)
		pairs[pairOf(s[0], s[1])], pairs[pairOf(s[1], s[2])] = true, true
	}
	return starts, pairs
}()

func pairOf(a, b byte) int { return int(a&31)<<5 | int(b&31) }

// nextLook is the first beginning from a place on; start is "" where there is none.
func nextLook(p []byte, from int) (at int, start string) {
	for i := from; i+1 < len(p); i += 2 {
		if !lookPairs[pairOf(p[i], p[i+1])] {
			continue
		}
		for at := max(i-1, from); at <= i; at++ {
			for _, s := range lookStarts[p[at]] {
				if len(p)-at >= len(s) && string(p[at:at+len(s)]) == s {
					return at, s
				}
			}
		}
	}
	return len(p), ""
}

// next takes what comes next of a text, which ends at r's offset, and returns what is settled.
func (k *looks) next(r *Redactor, p []byte, last bool) []byte {
	if len(k.held) == 0 && !k.begins(p) {
		k.keep(p)
		return p
	}
	buf := slices.Concat(k.before, k.held, p)
	from, end := len(k.before), len(buf)
	off := r.off - int64(len(buf))
	inURL := 0
	for at, start := nextLook(buf, 0); start != ""; at, start = nextLook(buf, at+1) {
		begin := at + len(start)
		address := start[0] == ':'
		if begin < from || address && at < inURL {
			continue
		}
		stop := tokenEnd(buf, begin)
		if address {
			stop = addressEnd(buf, begin)
		}
		if stop == len(buf) && !last && stop-begin < spanKept {
			end = begin
			break
		}
		if address {
			inURL = stop
			k.address(r, buf[begin:stop], off+int64(begin))
		} else if n := tokenLength(string(buf[at:stop])); n > 0 && standsAlone(buf, at, n) {
			k.token(r, buf[at:at+n], len(start), off+int64(at))
		}
	}
	k.held = bytes.Clone(buf[end:])
	k.before = k.before[:0]
	k.keep(buf[:end])
	return buf[from:end:end]
}

// begins reports whether something may begin in p, or began right before it.
func (k *looks) begins(p []byte) bool {
	var joint [2 * beforeKept]byte
	n := copy(joint[:], k.before)
	n += copy(joint[n:], p[:min(len(p), beforeKept)])
	if _, start := nextLook(joint[:n], 0); start != "" {
		return true
	}
	_, start := nextLook(p, 0)
	return start != ""
}

func (k *looks) keep(p []byte) {
	k.before = append(k.before, p[max(len(p)-beforeKept, 0):]...)
	k.before = k.before[:copy(k.before, k.before[max(len(k.before)-beforeKept, 0):])]
}

// token replaces a token but for its beginning.
func (k *looks) token(r *Redactor, token []byte, from int, off int64) {
	red := headRedactor{key: r.key, where: r.where, value: bytes.Clone(token)}
	red.hide(0, len(token), "")
	for _, x := range red.found {
		x.Name, x.Offset, x.Length = x.Kind, off+int64(from), int64(len(fill(token[from:])))
		r.list.add(x)
	}
}

// address replaces the secrets of a URL from its host on.
func (k *looks) address(r *Redactor, span []byte, off int64) {
	if !bytes.ContainsAny(span, "@=%") {
		return
	}
	const start = "://"
	text, at := unquote(span)
	red := headRedactor{key: r.key, where: r.where, value: append([]byte(start), text...)}
	red.url(0, len(red.value), k.query)
	for _, x := range red.found {
		from := at[max(int(x.Offset)-len(start), 0)]
		to := at[int(x.Offset+x.Length)-len(start)]
		fill(span[from:to])
		x.Offset, x.Length = off+int64(from), int64(to-from)
		r.list.add(x)
	}
}

// unquote undoes the escapes of JSON; at is where each byte of the text and its end lie in p.
func unquote(p []byte) (text []byte, at []int) {
	for i := 0; i < len(p); {
		c, n := unescaped(p[i:])
		text, at = append(text, c), append(at, i)
		i += max(n, 1)
	}
	return text, append(at, len(p))
}

// unescaped is the first character of a text, and how many bytes it has there; n is 0 where
// they are not all there. A character that is none of ASCII is one that ends nothing.
func unescaped(p []byte) (c byte, n int) {
	switch {
	case p[0] != '\\':
		return p[0], 1
	case len(p) < 2 || p[1] == 'u' && len(p) < 6:
		return p[0], 0
	case p[1] == '/':
		return '/', 2
	case p[1] != 'u':
		return '"', 2 // which ends a URL, as all other escapes do
	}
	code := 0
	for _, d := range p[2:6] {
		code = code<<4 | max(unhex(d), 0)
	}
	if code >= 0x80 {
		code = 'x'
	}
	return byte(code), 6
}

// addressEnd is where a URL ends, of which the part from i on is looked at.
func addressEnd(p []byte, i int) int {
	for i < len(p) {
		c, n := unescaped(p[i:])
		if n == 0 {
			return len(p)
		}
		if c <= ' ' || strings.IndexByte("\"'<>`", c) >= 0 {
			return i
		}
		i += n
	}
	return i
}

func tokenEnd(p []byte, i int) int {
	for i < len(p) && isTokenByte(p[i]) {
		i++
	}
	return i
}

// standsAlone reports whether no word goes on with what begins at a place. In protocol buffers
// a tag and a length are before it, which may look like a letter.
func standsAlone(p []byte, at, n int) bool {
	return at == 0 || !isAlphanumeric(rune(p[at-1])) || at > 1 && p[at-2] < ' ' && p[at-2]&7 == 2 && int(p[at-1]) >= n
}
