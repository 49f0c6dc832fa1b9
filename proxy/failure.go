package proxy

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Failure says why an exchange has no response to forward. RoundTrip returns it as its error, and
// it is recorded as the exchange's outcome.
type Failure struct {
	Outcome  wire.Outcome
	Status   int    // HTTP status that a client of the tap gets
	Problem  string // for display: what, why, what to try
	Exchange string // id on record, or ""
	Err      error  // the error of net/http, or nil

	reset bool // close the client's connection without a response
}

func (f *Failure) Error() string { return f.Problem }

func (f *Failure) Unwrap() error { return f.Err }

// notice returns the response that a client gets for the failure.
func (f *Failure) notice() (http.Header, []byte) {
	title := wire.NoticeUnanswered
	switch {
	case f.Outcome == wire.Refused:
		title = wire.NoticeRefused
	case f.Outcome == wire.Interrupted:
		title = wire.NoticeStopped
	case f.Status == http.StatusServiceUnavailable:
		title = wire.NoticeNotCalled
	}
	return wire.Notice{Title: title, Status: f.Status, Detail: f.Problem, Exchange: f.Exchange}.Write()
}

func (f *Failure) write(w http.ResponseWriter) {
	h, body := f.notice()
	maps.Copy(w.Header(), h)
	w.WriteHeader(f.Status)
	_, _ = w.Write(body) // the client may be gone
	_ = http.NewResponseController(w).Flush()
}

// newFailure turns the error of a round trip into a Failure. left begins the sentence about a
// caller that has disconnected.
func newFailure(ctx context.Context, left, origin string, err error) *Failure {
	f := &Failure{Outcome: wire.Unreachable, Status: http.StatusBadGateway, Err: err}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		f.Outcome, f.Status = wire.TimedOut, http.StatusGatewayTimeout
		f.Problem = "The agent at " + origin + " did not answer in the time given. See whether the agent is busy, or give it more time."
	case ctx.Err() != nil:
		f.Outcome = wire.Cancelled
		f.Problem = left + " before the agent answered."
	case localCause(err) != "":
		f.Status, f.Problem = http.StatusServiceUnavailable, localCause(err)
	default:
		f.Outcome, f.Problem = explainFailure(origin, err)
	}
	return f
}

// localCause returns the problem of a call for which this machine lacks a resource, "" if it lacks
// none.
func localCause(err error) string {
	for _, lacks := range []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.EADDRNOTAVAIL, syscall.ENOBUFS, syscall.ENOMEM} {
		if errors.Is(err, lacks) {
			return "This machine has no room for another connection to the agent (" + lacks.Error() + "; not the agent's fault). Make fewer calls at once, close other programs, or raise the limit (ulimit -n)."
		}
	}
	return ""
}

// explainFailure returns how a call without a response ended, in words for people. Package
// inspector/cause recognizes causes by words of these sentences; package inspector words those of
// calls that do not pass a tap. origin has no port if it is the scheme's default; err has the
// address that was dialled.
func explainFailure(origin string, err error) (wire.Outcome, string) {
	var op *net.OpError
	var dns *net.DNSError
	var netErr net.Error
	var authority x509.UnknownAuthorityError
	var hostname x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	dialing := errors.As(err, &op) && op.Op == "dial"
	switch {
	case errors.Is(err, errForbidden):
		return wire.Refused, "The tap does not connect to " + origin + ": " + cause(err, errForbidden) + ". Give the address of an agent."
	case errors.As(err, &dns) && dns.IsNotFound:
		return wire.Unreachable, fmt.Sprintf("There is no host named %q. Check the agent's address for a typing error.", dns.Name)
	case errors.As(err, &dns):
		return wire.Unreachable, fmt.Sprintf("The name %q could not be looked up: %s. Check the network.", dns.Name, dns.Err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return wire.Unreachable, "Nothing listens at " + origin + " (connection refused); start the agent, or check the port."
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return wire.Unreachable, "There is no route to " + origin + ". Check the network and the address."
	case dialing && errors.As(err, &netErr) && netErr.Timeout(), errors.Is(err, os.ErrDeadlineExceeded) && dialing:
		return wire.Unreachable, "The agent at " + origin + " did not accept the connection in time. Check the address, and whether a firewall drops it."
	case errors.As(err, &authority), errors.As(err, &hostname), errors.As(err, &invalid):
		return wire.Unreachable, "The certificate of " + origin + " is not trusted: " + clip.Clause(err.Error()) + ". Use a certificate that this machine trusts, add its authority to the system's, or use the agent's http address."
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return wire.Unreachable, "The agent at " + origin + " does not speak TLS. Use http:// instead of https://."
	case strings.Contains(err.Error(), "looked like an HTTP/1.1 header"):
		return wire.Unreachable, "What listens at " + origin + " speaks HTTP/1 only, and this call uses HTTP/2, as gRPC does. Check the port, or use another binding."
	case strings.Contains(err.Error(), "malformed HTTP"):
		return wire.Unreachable, "What listens at " + origin + " gave no usable answer: it does not speak HTTP. Check the port."
	case describeHTTP2End(err) != "":
		return wire.Cut, "The agent at " + origin + " " + describeHTTP2End(err)
	case isConnLost(err):
		return wire.Cut, "The agent at " + origin + " closed the connection without an answer. See its log; it may have crashed on this request."
	}
	return wire.Unreachable, "The agent at " + origin + " gave no usable answer: " + clip.Clause(err.Error()) + ". See the agent's log."
}

// isConnLost reports whether the connection was made and then lost.
func isConnLost(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, net.ErrClosed) ||
		strings.Contains(err.Error(), closedIdle)
}

// closedIdle is part of an error that net/http does not export: the connection had ended before a request was
// sent on it.
const closedIdle = "server closed idle connection"

// cause returns the text of err after that of the sentinel that it wraps.
func cause(err, sentinel error) string {
	_, text, ok := strings.Cut(err.Error(), sentinel.Error()+": ")
	if !ok {
		return sentinel.Error()
	}
	return text
}
