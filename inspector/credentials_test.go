package inspector

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// trip is a transport made of a function.
type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func answered(r *http.Request, status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r}
}

// TestCredentialsStayWithTLS: blocking TLS does not reveal the credentials.
func TestCredentialsStayWithTLS(t *testing.T) {
	var plain, sealed, leaked int
	c := New(Options{Header: http.Header{"Authorization": {"Bearer s3cret"}}, Transport: trip(func(r *http.Request) (*http.Response, error) {
		if r.URL.Scheme == "https" {
			sealed += len(r.Header["Authorization"])
			return nil, io.EOF
		}
		plain++
		leaked += len(r.Header["Authorization"])
		return answered(r, http.StatusUnauthorized, ""), nil
	})})
	d, err := c.Discover(t.Context(), "agent.example")
	if err == nil || plain == 0 || sealed == 0 || leaked != 0 {
		t.Errorf("%v; %d plain requests, credentials sent %d times by TLS, %d times in the clear", err, plain, sealed, leaked)
	}
	if note := d.Trail[len(d.Trail)-1].Note; !strings.Contains(note, "yours were not sent") {
		t.Errorf("note %q", note)
	}
	leaked = 0
	if _, err := c.Discover(t.Context(), "http://agent.example"); err == nil || leaked == 0 {
		t.Error("http:// was asked for, and the credentials stayed back")
	}
}

func TestWithhold(t *testing.T) {
	for _, c := range []struct {
		card, endpoint string
		bare, held     bool
	}{
		{"https://a.example/.well-known/agent-card.json", "https://a.example/rpc", false, false},
		{"https://a.example/card", "https://A.example:443/rpc", false, false},
		{"https://a.example/card", "http://a.example/rpc", false, true},
		{"https://a.example/card", "https://a.example:8443/rpc", false, true},
		{"https://a.example/card", "https://evil.example/rpc", false, true},
		{"https://a.example/card", "https://a.example.evil.example/rpc", false, true},
		{"https://a.example/card", "https://a.example@evil.example/rpc", false, true},
		{"http://localhost:7430/card", "http://127.0.0.1:7430/v1.0", false, false},
		{"http://localhost:7430/card", "http://127.0.0.1:7431/v1.0", false, true},
		{"http://127.0.0.1:7430/card", "http://[::1]:7430/v1.0", false, true},
		{"http://a.example/card", "http://a.example/rpc", true, true},
		{"", "http://a.example/rpc", false, true},
	} {
		d := &Discovery{CardURL: c.card, skipHeader: c.bare}
		if why := d.WithholdReason(c.endpoint); (why != "") != c.held {
			t.Errorf("from %q to %q: %q", c.card, c.endpoint, why)
		}
	}
}

// TestNoUserNames: a URL with a password is refused, because the password would be dropped
// silently, or recorded.
func TestNoUserNames(t *testing.T) {
	c := New(Options{Transport: trip(func(r *http.Request) (*http.Response, error) {
		t.Errorf("asked %s", r.URL)
		return nil, io.EOF
	})})
	_, err := c.Discover(t.Context(), "https://joe:s3cret@agent.example")
	if err == nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "Authorization") {
		t.Errorf("discover: %v", err)
	}
	p := PreparedRequest{}
	p.Method, p.URL = http.MethodPost, "https://joe:s3cret@agent.example/rpc"
	_, err = c.Send(t.Context(), p, func(Event) {})
	if err == nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "Authorization") {
		t.Errorf("send: %v", err)
	}
}

// TestLineEndsAreNoAnswer: a stream may begin with line ends.
func TestLineEndsAreNoAnswer(t *testing.T) {
	long := strings.Repeat("\r\n", 64<<10)
	events, _ := exchangeWith(t, Options{}, true, answerWith("text/event-stream", long+"data: "+doneEvent+"\n\n"))
	if len(events) != 1 || events[0].Reading.Kind != a2a.KindStatus {
		t.Errorf("%d events", len(events))
	}
}
