package archive

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Fragment is a part of a request: its text, or the environment variable for what was redacted there.
type Fragment struct {
	Text     []byte
	Variable string // "" for text
	Purpose  string // what to set the variable to, in words for people
}

// Variables names redacted values. Equal secrets get one name. The zero Variables is ready to use.
type Variables struct{ names map[string]string }

// Split splits text of an exchange at its redactions. It returns at least one Fragment.
func (v *Variables) Split(text []byte, x *wire.Exchange, where, name string) []Fragment {
	var marks []wire.Redaction
	for _, r := range x.Redactions {
		if r.Place == where && (name == "" || strings.EqualFold(r.Name, name)) && r.Length > 0 && matchesFiller(text, r) {
			marks = append(marks, r)
		}
	}
	slices.SortFunc(marks, func(a, b wire.Redaction) int { return int(a.Offset - b.Offset) })
	var out []Fragment
	at := int64(0)
	for _, r := range marks {
		if r.Offset < at {
			continue
		}
		if r.Offset > at {
			out = append(out, Fragment{Text: text[at:r.Offset]})
		}
		out = append(out, Fragment{Variable: v.name(r), Purpose: "set it to the " + r.Kind + " for " + r.Name + " (" + r.Place + ")"})
		at = r.Offset + r.Length
	}
	if rest := text[at:]; len(rest) > 0 || len(out) == 0 {
		out = append(out, Fragment{Text: rest})
	}
	return out
}

// matchesFiller reports whether text has filler where r was. If a header has several values, the record does
// not say which of them r belongs to.
func matchesFiller(text []byte, r wire.Redaction) bool {
	if r.Offset+r.Length > int64(len(text)) {
		return false
	}
	for _, c := range text[r.Offset : r.Offset+r.Length] {
		if c != '*' && c != '1' {
			return false
		}
	}
	return true
}

func (v *Variables) name(r wire.Redaction) string {
	last := r.Name[strings.LastIndexByte(r.Name, '.')+1:]
	base := "A2A_" + capitals(last)
	key := base + "\x00" + r.Fingerprint + "\x00" + r.Kind
	if name, ok := v.names[key]; ok {
		return name
	}
	name := base
	for n := 2; v.isTaken(name); n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	if v.names == nil {
		v.names = map[string]string{}
	}
	v.names[key] = name
	return name
}

func (v *Variables) isTaken(name string) bool {
	for _, n := range v.names {
		if n == name {
			return true
		}
	}
	return false
}

// capitals turns any text into the name of a variable.
func capitals(s string) string {
	var b strings.Builder
	for _, c := range strings.ToUpper(clip.Bytes(s, 60)) {
		if c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			b.WriteRune(c)
		} else {
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "SECRET"
	}
	return b.String()
}

// ReasonUnsendable says why no client can repeat a request with n recorded bytes of body, "" if one can.
func ReasonUnsendable(x wire.Exchange, n int) string {
	return reasonNotCurl(&FullExchange{Exchange: x}, n)
}

// Header is a header with one value.
type Header struct{ Name, Value string }

// ClientHeaders returns the headers that the client of a request chose, sorted by name. It leaves out those of
// the connection, and values that no header can hold.
func ClientHeaders(x wire.Exchange) (out []Header) {
	for _, name := range sortedKeys(x.Request.Header) {
		if !isToken(name) || slices.Contains([]string{"Host", "Content-Length", "Connection", "Accept-Encoding", "Transfer-Encoding"}, name) {
			continue
		}
		for _, v := range x.Request.Header[name] {
			if !strings.ContainsAny(v, "\x00\r\n") {
				out = append(out, Header{name, v})
			}
		}
	}
	return out
}
