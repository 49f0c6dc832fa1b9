package inspector

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func advice(err error, u *url.URL) string {
	var dns *net.DNSError
	var op *net.OpError
	var f tapError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer in time; is the agent busy or hanging?"
	case errors.Is(err, context.Canceled):
		return "stopped before an answer arrived"
	case errors.As(err, &f):
		_, problem := f.Ended() // a sentence
		return clip.Clause(problem)
	case errors.As(err, &dns):
		return dnsAdvice(dns)
	case isTLS(err):
		return tlsAdvice(err, u)
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens at " + u.Scheme + "://" + u.Host + " (connection refused); start the agent, or check the port"
	case isHTTP2Unsupported(err):
		return "what listens at " + u.Host + " speaks HTTP/1 only, but gRPC needs HTTP/2; check the port, or choose another binding"
	case isConnectionLost(err):
		return "the agent closed the connection before its answer was whole; see its log"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "no route to " + u.Host + "; check the network or VPN"
	case errors.As(err, &op) && op.Timeout():
		return "no connection in time; check the host, the port and any firewall between"
	}
	return errorText(err)
}

// isConnectionLost reports whether a connection was made and then broken.
func isConnectionLost(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

// isHTTP2Unsupported reports whether an HTTP/1 server received an HTTP/2 preface. Which error results depends
// on which side writes first.
func isHTTP2Unsupported(err error) bool {
	signs := []string{"looked like an HTTP/1.1 header", "http2: frame too large", "http2: client conn could not be established"}
	return slices.ContainsFunc(signs, func(s string) bool { return strings.Contains(err.Error(), s) })
}

func dnsAdvice(e *net.DNSError) string {
	if e.IsNotFound {
		return fmt.Sprintf("the name %s is not known; check its spelling", e.Name)
	}
	return fmt.Sprintf("the name %s could not be looked up (%s); check the network", e.Name, e.Err)
}

func isTLS(err error) bool {
	var record tls.RecordHeaderError
	var cert *tls.CertificateVerificationError
	var alert tls.AlertError
	return errors.As(err, &record) || errors.As(err, &cert) || errors.As(err, &alert) ||
		strings.Contains(err.Error(), "server gave HTTP response to HTTPS client")
}

func tlsAdvice(err error, u *url.URL) string {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &unknown):
		return "its certificate is signed by an authority that this machine does not trust; give the authority's certificate (--cacert FILE at a terminal, Sign in on the pages), add it to the system's authorities, or use http"
	case errors.As(err, &host):
		return "its certificate is for another name: " + host.Error()
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "its certificate has expired or is not valid yet"
	case strings.Contains(err.Error(), "server gave HTTP response"), strings.Contains(err.Error(), "first record does not look like"):
		return "does not speak TLS; try http://" + u.Host
	}
	return "TLS failed: " + errorText(err)
}

// errorText strips the "Get \"url\":" prefix from an error.
func errorText(err error) string {
	var e *url.Error
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}

// statusNote explains an HTTP status in the search for a card.
func statusNote(status int) string {
	switch {
	case wire.DeniesAccess(status):
		return "asks for credentials; sign in, or paste the card"
	case status == http.StatusNotFound:
		return "nothing here"
	case status == http.StatusMethodNotAllowed:
		return "does not answer GET"
	case status >= 500:
		return "the agent failed: " + http.StatusText(status) + "; see its log"
	case status >= 300 && status < 400:
		return "redirects without saying where to"
	}
	return strings.ToLower(http.StatusText(status))
}

// explainNotJSON says why a body cannot be a card; "" if it may be one.
func explainNotJSON(body []byte) string {
	text := bytes.TrimLeft(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")), " \t\r\n\u00a0")
	head := strings.ToLower(string(text[:min(len(text), 512)]))
	switch {
	case len(text) == 0:
		return "empty"
	case strings.HasPrefix(head, "<!doctype html"), strings.HasPrefix(head, "<html"), strings.Contains(head, "<head"):
		return "a web page, not a card"
	case strings.HasPrefix(head, "["):
		return "a JSON array, not a card"
	case strings.HasPrefix(head, "{"), strings.HasPrefix(head, "//"), strings.HasPrefix(head, "/*"):
		return ""
	}
	return "not JSON"
}
