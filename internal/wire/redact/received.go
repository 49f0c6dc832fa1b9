package redact

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Received removes the secrets from the first line of a request's Head.Received. They are the
// secrets of the URL, possibly in another spelling.
func Received(received string, s Secrets, key []byte) string {
	line, _, _ := strings.Cut(received, "\n")
	from, to := strings.IndexByte(line, ' ')+1, strings.LastIndexByte(line, ' ')
	if to < from {
		to = len(line)
	}
	target := line[from:to]
	if strings.EqualFold(line[:from], "CONNECT ") { // its target is a host with optional user info, without slashes
		user, _, _ := strings.Cut(target, "@")
		name, _, ok := strings.Cut(user, ":")
		if !ok {
			name = "" // user info without a colon has no name to keep
		} else {
			name += ":"
		}
		if user != target {
			target = name + strings.Repeat(string(filler), len(user)-len(name)) + target[len(user):]
		}
	}
	out, _ := URL(target, s, key)
	return received[:from] + out + received[to:]
}

// HeadLines removes the values of secret headers from the lines of a head that could not be parsed.
// It keeps lines that are not headers.
func HeadLines(p []byte, s Secrets, key []byte, where string) ([]byte, []wire.Redaction) {
	var found []wire.Redaction
	out := bytes.Clone(p)
	at := 0
	name := "" // name of the header that the line begins or continues
	for line := range bytes.Lines(out) {
		from := 0
		if line[0] != ' ' && line[0] != '\t' {
			from = bytes.IndexByte(line, ':') + 1
			name = string(bytes.TrimSpace(line[:max(from-1, 0)]))
		}
		if name != "" {
			value := bytes.TrimSpace(line[from:])
			from += bytes.Index(line[from:], value)
			h, hidden := Header(http.Header{name: {string(value)}}, s, key, where)
			copy(line[from:], h[name][0])
			for _, r := range hidden {
				r.Offset += int64(at + from)
				found = append(found, r)
			}
		}
		at += len(line)
	}
	return out, found
}

// UnreadHead removes secrets from the head of a response that is not HTTP, as from a body: its
// "headers" may be lines of a document. Its first line may be a header instead of a status line.
func UnreadHead(h wire.Head, s *Secrets, key []byte, where string) (wire.Head, []wire.Redaction) {
	p := h.ReceivedBytes("")
	if h.Status != 0 || len(p) == 0 {
		return h, nil
	}
	line, _, _ := bytes.Cut(p, []byte("\n"))
	first, found := HeadLines(line, *s, key, where)
	p = append(first, p[len(line):]...)
	if r := s.Redactor(wire.Response, BodyKind{}, p, key); r != nil {
		r.place = where
		p = append(bytes.Clone(r.Body(p)), r.Close()...)
		found = append(found, r.Take()...)
	}
	if len(found) > 0 {
		plain := wire.UnreadHead(p)
		h.Header, h.Received = plain.Header, plain.Received
	}
	return h, found
}
