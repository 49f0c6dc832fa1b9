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

// ShortID is the known prefix and suffix of an id. Either may be "". Ids made within a minute often begin
// alike, so the suffix tells them apart.
type ShortID struct{ Prefix, Suffix string }

const idSuffixLen = 8

// IDSuffix returns the last characters of an id, which name it where the whole id does not fit.
func IDSuffix(id string) string {
	if len(id) <= idSuffixLen {
		return id
	}
	return strings.ToValidUTF8(id[len(id)-idSuffixLen:], "")
}

// minShortID is the least number of characters that names an id: fewer could be a typing slip.
const minShortID = 4

// ParseShortID reads a prefix or a suffix of an id, or both with … or ... between them.
func ParseShortID(s string) ShortID {
	begins, ends, ok := strings.Cut(strings.ReplaceAll(s, "...", "…"), "…")
	if !ok {
		return ShortID{s, s}
	}
	return ShortID{begins, ends}
}

// IsEither reports whether one text was given, which may match an id at either end.
func (s ShortID) IsEither() bool { return s.Prefix == s.Suffix }

// SuffixGlob returns the SQLite GLOB pattern of ids whose shown suffix begins with the text; "" if none can.
func (s ShortID) SuffixGlob() string {
	if len(s.Prefix) > idSuffixLen {
		return ""
	}
	return "*" + s.Prefix + strings.Repeat("?", idSuffixLen-len(s.Prefix))
}

// IsTooShort reports whether the parts are too short to name an id.
func (s ShortID) IsTooShort() bool { return len(s.Prefix) < minShortID && len(s.Suffix) < minShortID }

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
