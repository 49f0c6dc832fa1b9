package wire

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
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

	MaxNoticeBytes = 64 << 10 // more than a tap writes
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

// What a tap has to say, which is the title of its notice.
const (
	NoticeUnanswered = "the agent did not answer"
	NoticeNotCalled  = "the tap could not call the agent"
	NoticeStopped    = "the console stopped"
	NoticeRefused    = "the tap refused this request"
)

// noticeOutcomes say of each title what the tap did, and how that ended.
var noticeOutcomes = map[string]struct {
	phrase  string
	outcome Outcome
}{
	NoticeUnanswered: {"got no answer from its agent", Unreachable},
	NoticeNotCalled:  {"could not call its agent", Unreachable},
	NoticeStopped:    {"stopped", Unreachable},
	NoticeRefused:    {"refused the request", Refused},
}

// Problem says what became of a request to an address, in a sentence or two. That a tap wrote
// it is what the answer says: who writes all bytes of an answer can say so too.
func (n Notice) Problem(address string) string {
	return OriginOf(address) + " says that it is a tap, which " + noticeOutcomes[n.Title].phrase + ": " + n.Detail
}

// Outcome is how the exchange ended that the notice answers.
func (n Notice) Outcome() Outcome {
	if n.Status == http.StatusGatewayTimeout && n.Title == NoticeUnanswered {
		return TimedOut
	}
	return noticeOutcomes[n.Title].outcome
}
