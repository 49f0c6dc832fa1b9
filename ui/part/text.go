package part

import (
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func Itoa(n int) string { return strconv.Itoa(n) }

func SortedKeys(h http.Header) []string { return slices.Sorted(maps.Keys(h)) }

func Str(n int64) string { return strconv.FormatInt(n, 10) }

// FileName names an export of a session: the letters and digits of its name or first message, and
// the end of its id, so that no two sessions share one.
func FileName(ses wire.Session) string {
	var b strings.Builder
	for _, c := range strings.ToLower(ses.Title()) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 60 {
			break
		}
	}
	id := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, ses.ID)
	name := strings.Trim(b.String(), "-")
	if name == "" {
		name = "session"
	}
	return name + "-" + id[max(0, len(id)-8):]
}

// PlainName returns a file's name without any path; "session file" if nothing is left.
func PlainName(name string) string {
	name = path.Base(strings.ReplaceAll(name, "\\", "/"))
	if !utf8.ValidString(name) || name == "." || name == "/" {
		return "session file"
	}
	return Short(name, 120)
}

// SentenceOf makes s begin with a capital and end with a full stop.
func SentenceOf(s string) string { return clip.Sentence(s) }

// Capital makes s begin with a capital.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || r == utf8.RuneError {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

func MsOf(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }

func Num(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
