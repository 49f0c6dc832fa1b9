package wire

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// Notice is what a tap answers where it has no answer of the agent's: a problem as RFC 9457
// has it, naming the console as the one who speaks. Nothing in it is of the agent.
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

	NoticeSize = 64 << 10 // more than a tap writes
)

// Write is the answer that brings the notice.
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

// MayBeNotice reports whether the body of a response is to be looked at for a notice.
func MayBeNotice(status int, h http.Header) bool {
	return status >= 400 && MediaType(h) == noticeType
}

// ReadNotice reads the notice that a response brings, false where it is somebody else's.
func ReadNotice(status int, h http.Header, body []byte) (n Notice, ok bool) {
	if !MayBeNotice(status, h) || len(body) > NoticeSize {
		return n, false
	}
	err := json.Unmarshal(body, &n)
	return n, err == nil && n.From == noticeFrom && n.Status == status
}

// RefusedByTap is the title of a notice about a request that a tap does not pass on.
const RefusedByTap = "the tap refused this request"

func (n Notice) refuses() bool { return n.Title == noticeFrom+": "+RefusedByTap }

// Problem says what became of a request to an address, in a sentence or two.
func (n Notice) Problem(address string) string {
	says := "could not reach the agent"
	if n.refuses() {
		says = "refused the request"
	}
	return "The tap at " + OriginOf(address) + " " + says + ": " + n.Detail
}

// Outcome is how the exchange ended that the notice answers.
func (n Notice) Outcome() Outcome {
	switch {
	case n.refuses():
		return Refused
	case n.Status == http.StatusGatewayTimeout:
		return TimedOut
	}
	return Unreachable
}
