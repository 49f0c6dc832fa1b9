package wire

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// Notice is the response that a tap makes itself when it has none from the agent: an RFC 9457 problem
// document that names the console as its author. It contains nothing from the agent.
type Notice struct {
	Title    string `json:"title"`
	Status   int    `json:"status"`
	Detail   string `json:"detail"`
	From     string `json:"from"`
	Exchange string `json:"exchange,omitempty"` // its id in the tap's record
}

const (
	noticeFrom = "a2a-console"
	noticeType = "application/problem+json"

	MaxNoticeBytes = 64 << 10 // bound on a notice, in bytes; a tap writes less
)

// Write returns the header and body of the response.
func (n Notice) Write() (http.Header, []byte) {
	n.Title, n.From = noticeFrom+": "+n.Title, noticeFrom
	body, err := json.Marshal(n)
	if err != nil {
		body = []byte(`{"from":"a2a-console"}`)
	}
	body = append(body, '\n')
	return http.Header{"Content-Type": {noticeType}, "Content-Length": {strconv.Itoa(len(body))},
		"X-Content-Type-Options": {"nosniff"}, "Cache-Control": {"no-store"}}, body
}

// MayBeNotice reports whether the body of a response is worth parsing as a notice.
func MayBeNotice(status int, h http.Header) bool {
	return status >= 400 && MediaType(h) == noticeType
}

// ReadNotice parses a notice; ok is false if the response is not one.
func ReadNotice(status int, h http.Header, body []byte) (n Notice, ok bool) {
	if !MayBeNotice(status, h) || len(body) > MaxNoticeBytes {
		return n, false
	}
	if json.Unmarshal(body, &n) != nil || n.From != noticeFrom || n.Status != status {
		return n, false
	}
	n.Title = strings.TrimPrefix(n.Title, noticeFrom+": ")
	_, ok = noticeOutcomes[n.Title]
	return n, ok
}

// Titles of notices.
const (
	NoticeUnanswered = "the agent did not answer"
	NoticeNotCalled  = "the tap could not call the agent"
	NoticeStopped    = "the console stopped"
	NoticeRefused    = "the tap refused this request"
)

// noticeOutcomes maps a title to what the tap did and the outcome.
var noticeOutcomes = map[string]struct {
	phrase  string
	outcome Outcome
}{
	NoticeUnanswered: {"got no answer from its agent", Unreachable},
	NoticeNotCalled:  {"could not call its agent", Unreachable},
	NoticeStopped:    {"stopped", Unreachable},
	NoticeRefused:    {"refused the request", Refused},
}

// Problem says in a sentence or two what became of a request to address. It attributes the notice to the
// response, because anyone who controls the bytes of a response can claim to be a tap.
func (n Notice) Problem(address string) string {
	return OriginOf(address) + " says that it is a tap, which " + noticeOutcomes[n.Title].phrase + ": " + n.Detail
}

// Outcome is the outcome of the exchange that the notice describes.
func (n Notice) Outcome() Outcome {
	if n.Status == http.StatusGatewayTimeout && n.Title == NoticeUnanswered {
		return TimedOut
	}
	return noticeOutcomes[n.Title].outcome
}
