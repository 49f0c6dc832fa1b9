package proxy

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// stubborn answers round trips with errors in turn, then with 200.
type stubborn struct {
	errs []error
	read int // bytes of the body to read before an error; -1: all
	got  []string
}

func (f *stubborn) RoundTrip(r *http.Request) (*http.Response, error) {
	n := int64(f.read)
	if n < 0 || len(f.errs) == 0 {
		n = 1 << 20
	}
	body, _ := io.ReadAll(io.LimitReader(r.Body, n))
	f.got = append(f.got, string(body))
	r.Body.Close()
	if len(f.errs) > 0 {
		err := f.errs[0]
		f.errs = f.errs[1:]
		return nil, err
	}
	return &http.Response{StatusCode: 200}, nil
}

// taped keeps the recorded bytes of the request.
type taped struct {
	wire.NopTape
	body []byte
	done int
}

func (t *taped) Write(_ wire.Side, _ time.Time, p []byte, _ bool) { t.body = append(t.body, p...) }
func (t *taped) EndRequest(time.Time, http.Header)                { t.done++ }

func TestARequestThatReachedNobodyIsSentAgain(t *testing.T) {
	t.Parallel()
	stale := errors.New("http: server closed idle connection")
	for name, c := range map[string]struct {
		errs []error
		read int
		size int64 // Content-Length; 0: the actual one
		got  []string
		fail bool
		late bool // the body is not read before the head is sent
	}{
		"closed before it was sent": {[]error{stale}, -1, 0, []string{"hello", "hello"}, false, false},
		"once only":                 {[]error{stale, stale}, -1, 0, []string{"hello", "hello"}, true, false},
		"lost after it was sent":    {[]error{io.EOF}, -1, 0, []string{"hello"}, true, false},
		"not wholly sent":           {[]error{stale}, 3, 0, []string{"hel", "hello"}, false, false},
		"not wholly read":           {[]error{stale}, 3, 0, []string{"hel"}, true, true},
		"of unknown length":         {[]error{stale}, -1, -1, []string{"hello"}, true, false},
		"too long to hold":          {[]error{stale}, -1, maxResendBytes + 1, []string{"hello"}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			in, _ := http.NewRequest("POST", "http://agent.example/", strings.NewReader("hello"))
			in.GetBody = nil // a server's request has none
			if c.size != 0 {
				in.ContentLength = c.size
			}
			if c.late {
				in.Header.Set("Expect", "100-continue")
			}
			tape := &taped{}
			x := &flow{tap: &Tap{}, tape: tape, in: &inbound{request: in, trailer: in}, ctx: context.Background()}
			out := in.WithContext(context.Background())
			x.observeRequest(out, true)
			f := &stubborn{errs: c.errs, read: c.read}
			resp, err := sendWithRetry(f, out)
			if (err != nil) != c.fail || (resp == nil) != c.fail {
				t.Errorf("%v, %v", resp, err)
			}
			if strings.Join(f.got, "|") != strings.Join(c.got, "|") {
				t.Errorf("sent %q, want %q", f.got, c.got)
			}
			want := "hello"
			if c.late {
				want = f.got[0]
			}
			if string(tape.body) != want || tape.done > 1 {
				t.Errorf("recorded %q, done %d times", tape.body, tape.done)
			}
		})
	}
}
