package inspector

import (
	"bytes"
	"io"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// agentTransport returns only responses that come from agents. When another console's tap answers because it
// got nothing from its agent, that is an error, as it is with this console's tap.
type agentTransport struct{ next http.RoundTripper }

// RoundTrip returns a tapNoticeError if another console's tap answered. It reads what may be such a notice to
// its end.
func (t agentTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	if err != nil || !wire.MayBeNotice(resp.StatusCode, resp.Header) || resp.ContentLength < 0 || resp.ContentLength > wire.MaxNoticeBytes {
		return resp, err
	}
	read, err := io.ReadAll(resp.Body)
	if n, ok := wire.ReadNotice(resp.StatusCode, resp.Header, read); ok && err == nil {
		_ = resp.Body.Close() // all of it was read
		return nil, tapNoticeError{n, r.URL.String()}
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(read), resp.Body), resp.Body}
	return resp, nil
}

// tapNoticeError is the error for a call that another console's tap answered.
type tapNoticeError struct {
	notice wire.Notice
	called string
}

// Ended returns how the call ended, and why.
func (e tapNoticeError) Ended() (wire.Outcome, string) {
	return e.notice.Outcome(), e.notice.Problem(e.called)
}

func (e tapNoticeError) Error() string { return e.notice.Problem(e.called) }
