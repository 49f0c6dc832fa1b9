package archive

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
)

type curlScript struct {
	w     *bufio.Writer
	err   error
	about Provenance
	vars  Variables
	names map[string]bool
}

// NewCurl returns a wire.Sink that writes the requests of a session to w as a script for a POSIX shell
// with curl. Redacted values come from environment variables; without them the script stops before its
// first call. Requests that curl cannot make, probes of the console, push notifications and refused
// requests are left out and named in comments.
func NewCurl(w io.Writer, about Provenance) wire.Sink {
	c := &curlScript{w: bufio.NewWriterSize(w, 64<<10), about: about, names: map[string]bool{}}
	return &ExchangeSink{OnSession: c.begin, OnExchange: c.each, OnClose: c.end}
}

func (c *curlScript) write(parts ...string) {
	for _, s := range parts {
		if c.err == nil {
			_, c.err = c.w.WriteString(s)
		}
	}
	if c.err != nil {
		c.err = fmt.Errorf("write script: %w", c.err)
	}
}

func (c *curlScript) begin(_ context.Context, s *wire.Session) error {
	c.write("#!/bin/sh\n# ", remark("Requests of session "+s.ID+" "+s.Name), "\n# ", remark("Written by "+c.about.Program), "\nset -eu\n")
	return c.err
}

func (c *curlScript) end(context.Context) error {
	if c.err == nil {
		c.err = c.w.Flush()
	}
	return c.err
}

func (c *curlScript) each(_ context.Context, w *FullExchange) error {
	c.write("\n# ", remark(fmt.Sprintf("%s %s %s (%s)", stamp(w), w.Method, w.URL, w.ID)), "\n")
	if why := reasonLeftOut(w); why != "" {
		c.write("# left out: ", why, "\n")
		return c.err
	}
	c.command(w, w.Body(wire.Request))
	c.write("\necho\n")
	return c.err
}

// Curl returns the request of one exchange, with body, as a command for a POSIX shell, as NewCurl writes it.
// For a request that curl cannot make, it returns a comment that says why.
func Curl(x wire.Exchange, body []byte) string {
	var b strings.Builder
	c := &curlScript{w: bufio.NewWriter(&b), names: map[string]bool{}}
	if why := reasonNotCurl(&FullExchange{Exchange: x}, len(body)); why != "" {
		return "# " + why + "\n"
	}
	c.command(&FullExchange{Exchange: x}, body)
	c.write("\n")
	c.w.Flush()
	return b.String()
}

func (c *curlScript) command(w *FullExchange, body []byte) {
	u := c.quote([]byte(w.URL), w, "url", "")
	cmd := &strings.Builder{}
	fmt.Fprintf(cmd, "curl --silent --show-error --no-buffer --globoff --path-as-is --proto '=http,https' \\\n  --request %s --url %s", quoteShell(w.Method), u.text)
	if w.Method == http.MethodHead {
		cmd.WriteString(" --head")
	}
	if wire.FramingOf(w.Request.Header) == wire.GRPC {
		cmd.WriteString(overGRPC(w.URL))
	}
	needs := u.variables
	for _, h := range c.headers(w, len(body) > 0) {
		cmd.WriteString(" \\\n  --header " + h.text)
		needs = append(needs, h.variables...)
	}
	var before string
	switch q := c.quote(body, w, "request.body", ""); {
	case len(body) == 0:
	case !utf8.Valid(body) || bytes.IndexByte(body, 0) >= 0:
		before = "base64 -d <<'BODY' | "
		cmd.WriteString(" \\\n  --data-binary @-\n" + foldLines(body) + "BODY")
	case len(q.text) > maxArgument:
		before = "printf '%s' " + q.text + " | "
		cmd.WriteString(" \\\n  --data-binary @-")
		needs = append(needs, q.variables...)
	default:
		cmd.WriteString(" \\\n  --data-raw " + q.text)
		needs = append(needs, q.variables...)
	}
	c.demand(needs)
	c.write(before, cmd.String())
}

// overGRPC returns the options for a gRPC call: HTTP/2, and output of the trailers, which say how it ended.
// The response consists of protobuf messages, each with a prefix of five bytes.
func overGRPC(url string) string {
	if strings.HasPrefix(url, "https:") {
		return " --http2 --verbose --output -"
	}
	return " --http2-prior-knowledge --verbose --output -"
}

// maxArgument is the longest argument for another program; Linux allows 128 KiB. printf is built into the
// shell and has no limit.
const maxArgument = 64 << 10

// demand writes a test that stops the script if a variable is not set.
func (c *curlScript) demand(needs []shellVariable) {
	for _, n := range needs {
		if !c.names[n.name] {
			c.names[n.name] = true
			c.write(": \"${", n.name, ":?", n.purpose, "}\"\n")
		}
	}
}

func stamp(w *FullExchange) string { return w.Started.UTC().Format("2006-01-02 15:04:05.000") }

// reasonLeftOut says why a request is not in the script, "" if it is.
func reasonLeftOut(w *FullExchange) string {
	switch {
	case w.Origin == wire.Console:
		return "a probe of the console"
	case w.Origin == wire.Model:
		return "a call of a model by an agent"
	case w.Origin == wire.Push:
		return "a notification by an agent"
	case w.Outcome == wire.Refused:
		return "the console refused to pass it on"
	}
	return reasonNotCurl(w, len(w.Body(wire.Request)))
}

// reasonNotCurl says why curl cannot make a request with n recorded bytes of body, "" if it can.
func reasonNotCurl(w *FullExchange, n int) string {
	switch {
	case wire.FramingOf(w.Request.Header) == wire.WebSocket:
		return "a WebSocket"
	case !isToken(w.Method) || !webOrigin(w.URL) || w.URL == "" || strings.ContainsAny(w.URL, "\x00\r\n"):
		return "curl cannot make this request"
	case w.RequestBytes > int64(n):
		return fmt.Sprintf("only %d of %d bytes of its body are on record", n, w.RequestBytes)
	}
	return ""
}

// headers returns the headers that the client chose, and removes those that curl would add.
func (c *curlScript) headers(w *FullExchange, body bool) []shellWord {
	var out []shellWord
	for _, h := range ClientHeaders(w.Exchange) {
		if h.Value == "" {
			out = append(out, shellWord{text: quoteShell(h.Name + ";")})
			continue
		}
		q := c.quote([]byte(h.Value), w, "request.header", h.Name)
		out = append(out, shellWord{text: joinQuoted(quoteShell(h.Name+": "), q.text), variables: q.variables})
	}
	for _, name := range []string{"Accept", "Content-Type", "User-Agent"} {
		if len(w.Request.Header[name]) == 0 && (name != "Content-Type" || body) {
			out = append(out, shellWord{text: quoteShell(name + ":")})
		}
	}
	if body {
		out = append(out, shellWord{text: quoteShell("Expect:")})
	}
	return out
}

func foldLines(b []byte) string {
	s := base64.StdEncoding.EncodeToString(b)
	var out strings.Builder
	for len(s) > 76 {
		out.WriteString(s[:76] + "\n")
		s = s[76:]
	}
	return out.String() + s + "\n"
}
