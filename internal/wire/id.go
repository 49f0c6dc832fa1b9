package wire

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strings"
	"time"
)

// NewID returns a UUIDv7 (RFC 9562 §5.7) for the current time, in lower case.
func NewID() string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:], uint64(time.Now().UnixMilli())<<16)
	rand.Read(b[6:])
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// ShortID is what is known of an id: how it begins, and how it ends. Either may be "". Ids
// made within a minute often begin alike, so that the end is what tells them apart.
type ShortID struct{ Prefix, Suffix string }

// idSuffixLen is how many characters of an id's end are shown for it.
const idSuffixLen = 8

// IDSuffix is the end of an id, by which people name it where the whole has no room.
func IDSuffix(id string) string {
	if len(id) <= idSuffixLen {
		return id
	}
	return strings.ToValidUTF8(id[len(id)-idSuffixLen:], "")
}

// minShortID is how many characters of an id name it at least: by fewer, a slip of the
// finger would.
const minShortID = 4

// ParseShortID reads the beginning of an id or its end, or both with … or ... for what is
// between.
func ParseShortID(s string) ShortID {
	begins, ends, ok := strings.Cut(strings.ReplaceAll(s, "...", "…"), "…")
	if !ok {
		return ShortID{s, s}
	}
	return ShortID{begins, ends}
}

// IsEither reports whether the beginning and the end are one text, of which an id has to have
// one or the other.
func (s ShortID) IsEither() bool { return s.Prefix == s.Suffix }

// SuffixGlob is the pattern (SQL's GLOB) of ids whose end, as it is shown, begins so; "" for none.
func (s ShortID) SuffixGlob() string {
	if len(s.Prefix) > idSuffixLen {
		return ""
	}
	return "*" + s.Prefix + strings.Repeat("?", idSuffixLen-len(s.Prefix))
}

// IsTooShort reports whether too little of an id is known to name it.
func (s ShortID) IsTooShort() bool { return len(s.Prefix) < minShortID && len(s.Suffix) < minShortID }

// Matches reports whether an id is so.
func (s ShortID) Matches(id string) bool {
	if s.IsTooShort() {
		return false
	}
	begins, ends := strings.HasPrefix(id, s.Prefix), strings.HasSuffix(id, s.Suffix)
	if s.IsEither() {
		return begins || ends || strings.HasPrefix(IDSuffix(id), s.Prefix)
	}
	return begins && ends
}
