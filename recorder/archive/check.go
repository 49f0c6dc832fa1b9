package archive

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// session says what is wrong with a session that was read, "" for nothing.
func (l Limits) session(s *wire.Session) string {
	switch {
	case !validID(s.ID):
		return fmt.Sprintf("the session's id %q is not a UUID", clip.Bytes(s.ID, 60))
	case len(s.Name) > l.Text || len(s.Program) > l.Text:
		return "the session's name or program is too long"
	case len(s.Agents) > 10_000:
		return "too many agents"
	case !fitsNanos(s.Started) || !fitsNanos(s.Ended) || s.Started.IsZero():
		return "the session begins or ends outside the years 1678 to 2261"
	}
	return ""
}

// exchange says what is wrong with an exchange that was read, "" for nothing.
func (l Limits) exchange(x *wire.Exchange) string {
	switch {
	case !validID(x.ID):
		return "the id is not a UUID"
	case x.Link != "" && !validID(x.Link):
		return "the link is not a UUID"
	case !isWord(string(x.Origin)):
		return "the origin is missing or not a word"
	case x.Outcome != "" && !isWord(string(x.Outcome)):
		return "the outcome is not a word"
	case !isToken(x.Method):
		return "the method is not an HTTP method"
	case !webOrigin(x.Agent) || !webOrigin(x.Tap):
		return "agent and tap must be http or https addresses"
	case max(len(x.URL), len(x.Caller), len(x.Problem), len(x.Agent), len(x.Tap)) > l.Text:
		return "one of its texts is too long"
	case len(x.Note) > wire.MaxNoteBytes:
		return "its note is too long"
	case l.head(&x.Request) || l.head(&x.Response) || x.RequestSent != nil && l.head(x.RequestSent) || x.ResponseSent != nil && l.head(x.ResponseSent):
		return "its headers are too long"
	case x.Response.Status < 0 || x.Response.Status > 999:
		return "the status is not an HTTP status"
	case len(x.Request.Surplus) > 0 || x.RequestSent != nil && len(x.RequestSent.Surplus) > 0 || x.ResponseSent != nil && len(x.ResponseSent.Surplus) > 0:
		return "surplus bytes are given for something other than the response"
	case min(x.RequestBytes, x.ResponseBytes) < 0 || x.Frames < 0:
		return "a count is negative"
	}
	for _, t := range []time.Time{x.Started, x.RequestDone, x.Answered, x.FirstByte, x.LastByte, x.Ended, x.Response.Ended, x.Response.ClientLeftAt} {
		if !fitsNanos(t) {
			return fmt.Sprintf("a time outside the years 1678 to 2261: %v", t)
		}
	}
	if x.Started.IsZero() {
		return "its start is missing"
	}
	return l.interim(x.Interim)
}

func (l Limits) interim(list []wire.Interim) string {
	for _, i := range list {
		switch {
		case i.Status < 100 || i.Status > 199:
			return "an interim answer with a status that is not 1xx"
		case l.head(&wire.Head{Header: i.Header, Received: i.Received}):
			return "the headers of an interim answer are too long"
		case !fitsNanos(i.At):
			return fmt.Sprintf("a time outside the years 1678 to 2261: %v", i.At)
		}
	}
	return ""
}

func (l Limits) head(h *wire.Head) (tooLong bool) {
	n := len(h.Proto) + len(h.Received) + len(h.Surplus)
	for _, m := range []http.Header{h.Header, h.Trailer} {
		for name, values := range m {
			n += len(name)
			for _, v := range values {
				n += len(v) + 4
			}
		}
	}
	return n > l.Text
}

// fitsNanos reports whether t is zero, or its nanoseconds since 1970 fit into 64 bits. Clocks may be wrong,
// and 1970 itself stands for no time.
func fitsNanos(t time.Time) bool {
	return t.IsZero() || t.UTC().Year() >= 1678 && t.UTC().Year() < 2262 && t.UnixNano() != 0
}

func validID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i, c := range []byte(s) {
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
				return false
			}
		}
	}
	return true
}

func isWord(s string) bool {
	return s != "" && len(s) <= 32 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-_") == ""
}

// webOrigin reports whether s may be shown as a link: "" or an http or https URL.
func webOrigin(s string) bool {
	return s == "" || strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}

// isToken reports whether s is a token (RFC 9110, section 5.6.2) of a length that is usual for names and
// methods.
func isToken(s string) bool { return len(s) <= 64 && httpguts.ValidHeaderFieldName(s) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
