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

// curlScript writes requests as a shell script.
type curlScript struct {
	w     *bufio.Writer
	err   error
	about Provenance
	vars  Variables
	names map[string]bool
}

// NewCurl returns a wire.Sink that writes the requests of a session to w as a script
// for a POSIX shell with curl. What was redacted is taken from environment
// variables; without them the script stops before it calls anybody. Requests
// that cannot be made by curl, and those of the console itself, are left out
// and named in comments.
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

// Curl is the request of one exchange as a command for a POSIX shell, as a
// script by NewCurl has it; body is its body. A request that curl cannot make
// is a comment that says why.
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

// command writes the command for one request.
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

// overGRPC lets curl make a gRPC call: by HTTP/2, and with the trailers shown,
// which tell how it ended. What comes back are protobuf messages with five bytes
// before each.
func overGRPC(url string) string {
	if strings.HasPrefix(url, "https:") {
		return " --http2 --verbose --output -"
	}
	return " --http2-prior-knowledge --verbose --output -"
}

// maxArgument is how long a shell passes an argument on to a program; Linux
// stops at 128 KiB. printf is the shell's own and takes any.
const maxArgument = 64 << 10

// demand stops the script when a variable is not set.
func (c *curlScript) demand(needs []shellVariable) {
	for _, n := range needs {
		if !c.names[n.name] {
			c.names[n.name] = true
			c.write(": \"${", n.name, ":?", n.purpose, "}\"\n")
		}
	}
}

func stamp(w *FullExchange) string { return w.Started.UTC().Format("2006-01-02 15:04:05.000") }

// reasonLeftOut says why a request is not in the script.
func reasonLeftOut(w *FullExchange) string {
	switch {
	case w.Origin == wire.Console:
		return "a probe of the console"
	case w.Origin == wire.Push:
		return "a notification by an agent"
	case w.Outcome == wire.Refused:
		return "the console refused to pass it on"
	}
	return reasonNotCurl(w, len(w.Body(wire.Request)))
}

// reasonNotCurl says why curl cannot make a request of which n bytes of body are
// on record.
func reasonNotCurl(w *FullExchange, n int) string {
	switch {
	case wire.FramingOf(w.Request.Header) == wire.WebSocket:
		return "a WebSocket"
	case !isToken(w.Method) || !webOrigin(w.URL) || w.URL == "" || strings.ContainsAny(w.URL, "\x00\r\n"):
		return "this request cannot be made again"
	case w.RequestBytes > int64(n):
		return fmt.Sprintf("only %d of %d bytes of its body are on record", n, w.RequestBytes)
	}
	return ""
}

// headers are those that the client chose; curl's own additions are taken back.
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
