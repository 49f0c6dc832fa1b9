package proxy

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// headFraming is what a head declares about the length of its message (RFC 9112 §6), interpreted as net/http does.
type headFraming struct {
	length  int64 // Content-Length, -1 if there is none
	chunked bool
	upgrade bool   // it has an Upgrade header
	flaw    string // why net/http will reject it, quoting only values of framing headers; "" for a good head
}

const notHTTP = "its first line is not a status line of HTTP/1"

// statusOf parses the status in a response's first line.
func statusOf(head []byte) (int, bool) {
	if len(head) < 12 || !bytes.HasPrefix(head, []byte("HTTP/1.")) || head[7] < '0' || head[7] > '9' || head[8] != ' ' {
		return 0, false
	}
	status := bytes.TrimLeft(head[9:], " ")
	if len(status) < 3 || len(status) > 3 && status[3] != ' ' && status[3] != '\r' && status[3] != '\n' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(status[:3]), 10, 16)
	return int(n), err == nil
}

// framingOf reads the headers that determine the length of a message.
func framingOf(head []byte) headFraming {
	h := headFraming{length: -1}
	line, rest := nextLine(head)
	old := bytes.HasSuffix(line, []byte("HTTP/1.0")) || bytes.HasPrefix(line, []byte("HTTP/1.0"))
	if len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
		h.flaw = "its first header line begins with a space"
	}
	for len(rest) > 0 && h.flaw == "" {
		if line, rest = nextLine(rest); len(line) == 0 {
			break
		}
		if line[0] == ' ' || line[0] == '\t' {
			continue // continues the previous value
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		value = bytes.Trim(value, " \t")
		if folded := len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t'); folded && (equalName(name, "Content-Length") || equalName(name, "Transfer-Encoding")) {
			h.flaw = "its " + string(name) + " continues on a second line"
			break
		}
		if !ok {
			h.flaw = "one of its header lines has no colon"
			break
		}
		h.addHeader(name, value, old)
	}
	return h
}

// addHeader processes one header. old means that the message is HTTP/1.0.
func (h *headFraming) addHeader(name, value []byte, old bool) {
	switch {
	case !isHeaderName(name):
		h.flaw = "the name of one of its headers has a character that header names cannot contain"
	case equalName(name, "Content-Length"):
		h.addLength(string(value))
	case equalName(name, "Transfer-Encoding"):
		if old {
			return // net/http ignores it
		}
		if h.chunked = strings.EqualFold(string(value), "chunked") && !h.chunked; !h.chunked {
			h.flaw = fmt.Sprintf("its Transfer-Encoding (%.40q) is not chunked alone", value)
		}
	case equalName(name, "Upgrade"):
		h.upgrade = true
	case !isHeaderValue(value):
		h.flaw = fmt.Sprintf("the value of its header %.40s has a character that header values cannot contain", name)
	}
}

func (h *headFraming) addLength(value string) {
	n, err := strconv.ParseUint(value, 10, 63)
	switch {
	case err != nil:
		h.flaw = fmt.Sprintf("its Content-Length (%.40q) is not a number", value)
	case h.length >= 0 && h.length != int64(n):
		h.flaw = fmt.Sprintf("it has two Content-Length headers that differ (%d and %d)", h.length, n)
	}
	h.length = int64(n)
}

// nextLine splits off the first line, without its line end.
func nextLine(b []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(b, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

func equalName(name []byte, want string) bool {
	return len(name) == len(want) && strings.EqualFold(string(name), want)
}

// isHeaderName reports whether net/http accepts a header name: a token of RFC 9110 §5.6.2, or one with spaces in it.
func isHeaderName(name []byte) bool {
	for _, c := range name {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-':
		case c < ' ', c >= 0x7f, strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0:
			return false
		}
	}
	return len(name) > 0
}

// isHeaderValue reports whether net/http accepts a header value: no control characters except tabs.
func isHeaderValue(value []byte) bool {
	for _, c := range value {
		if c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// headerValues returns the values of a header in a raw head; nil if it has none.
func headerValues(head []byte, header string) (values []string) {
	_, rest := nextLine(head)
	for len(rest) > 0 {
		var line []byte
		line, rest = nextLine(rest)
		if name, value, ok := bytes.Cut(line, []byte(":")); ok && equalName(name, header) {
			values = append(values, string(bytes.Trim(value, " \t")))
		}
	}
	return values
}
