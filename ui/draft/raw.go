package draft

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

// RawMethods returns the HTTP methods that a request edited by hand may have.
func RawMethods() []string {
	return []string{http.MethodPost, http.MethodGet, http.MethodPut, http.MethodPatch, http.MethodDelete}
}

func lineAt(text string, offset int64) int {
	return 1 + strings.Count(text[:min(max(offset, 0), int64(len(text)))], "\n")
}

// Request returns p with the edited method, URL, headers and body, for the client to send.
func (r *Raw) Request(p inspector.PreparedRequest) (inspector.PreparedRequest, error) {
	h, err := web.Headers(r.Headers)
	if err != nil {
		return p, err
	}
	if err := inspector.CheckURL(r.URL); err != nil {
		return p, err
	}
	p.Method, p.URL, p.Header, p.Body, p.Losses = r.Method, r.URL, h, []byte(r.Body), nil
	if wire.FramingOf(h) == wire.GRPC {
		return r.packed(p)
	}
	return p, nil
}

// packed encodes a body that was edited as ProtoJSON as a gRPC message, and sets headers for it.
func (r *Raw) packed(p inspector.PreparedRequest) (inspector.PreparedRequest, error) {
	if err := jsonError(r.Body); err != nil {
		return p, fmt.Errorf("the message: %w", err)
	}
	body, problems, err := grpc.Body(r.URL, p.Body)
	if err != nil {
		return p, err
	}
	for _, at := range problems {
		if at.Severity == a2a.SeverityError {
			return p, fmt.Errorf("the message, line %d, at %s: %s", lineAt(r.Body, at.Offset), at.Path, at.Message)
		}
		p.Losses = append(p.Losses, a2a.Loss{Path: at.Path, Reason: at.Message})
	}
	p.Body = body
	p.Header.Del("Grpc-Encoding")
	p.Header.Set("Te", "trailers")
	return p, nil
}

// Warning says that the body is not the JSON that its headers promise, and where; "" if it is. The
// body is sent anyway.
func (r *Raw) Warning() string {
	if r == nil || r.Framed() || strings.TrimSpace(r.Body) == "" || !strings.Contains(strings.ToLower(r.Headers), "json") {
		return ""
	}
	if err := jsonError(r.Body); err != nil {
		return "The body is " + clip.Clause(err.Error()) + ". It is sent as it is."
	}
	return ""
}

// Framed reports whether the body is edited as ProtoJSON.
func (r *Raw) Framed() bool {
	h, err := web.Headers(r.Headers)
	return err == nil && wire.FramingOf(h) == wire.GRPC
}

// SentText returns a request's body for display: a gRPC message as ProtoJSON.
func SentText(p inspector.PreparedRequest) []byte {
	text, ok := grpc.Text(dialect.Message{Method: p.Method, URL: p.URL, Header: p.Header, Body: p.Body})
	if ok {
		return text
	}
	return p.Body
}

// SetBody sets the body to that of a request.
func (r *Raw) SetBody(p inspector.PreparedRequest) {
	r.Body = EditText(p)
	r.IsIndented = r.Body != string(SentText(p))
}

// EditText returns a request's body for editing. JSON on a single line and gRPC messages are
// indented; all else is unchanged.
func EditText(p inspector.PreparedRequest) string {
	text := SentText(p)
	if Framed(p) || !bytes.Contains(bytes.TrimSpace(text), []byte("\n")) {
		if lines, ok := dialect.Indented(text); ok {
			return string(lines)
		}
	}
	return string(text)
}

// Framed reports whether a request's body is a gRPC message.
func Framed(p inspector.PreparedRequest) bool { return wire.FramingOf(p.Header) == wire.GRPC }
