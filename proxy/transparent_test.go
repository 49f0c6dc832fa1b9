package proxy_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// answerCases are responses of agents, mostly odd ones, and the differences of docs/tap.md that may show, in
// addition to framing and hop-by-hop headers.
func answerCases() map[string]struct {
	method, answer string
	differs        []string
} {
	type row = struct {
		method, answer string
		differs        []string
	}
	long := strings.Repeat("v", 60<<10)
	return map[string]row{
		"plain":                        {"GET", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: x\r\nContent-Length: 2\r\n\r\nok", nil},
		"no Content-Type, no Date":     {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n<html>hi</html>", nil},
		"empty Content-Type":           {"GET", "HTTP/1.1 200 OK\r\nContent-Type:\r\nContent-Length: 2\r\n\r\n{}", nil},
		"two Content-Types":            {"GET", "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\ncontent-type: c/d\r\nContent-Length: 2\r\n\r\n{}", nil},
		"no header":                    {"GET", "HTTP/1.1 200 OK\r\n\r\nbody", []string{"framing"}},
		"no header, no body":           {"GET", "HTTP/1.1 200 OK\r\n\r\n", []string{"framing"}},
		"100":                          {"GET", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", nil},
		"102 with a header":            {"GET", "HTTP/1.1 102 Processing\r\nX-Step: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", nil},
		"several 1xx":                  {"GET", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\nlink: <b>\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <c>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", nil},
		"199":                          {"GET", "HTTP/1.1 199 status code 199\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", nil},
		"HEAD":                         {"HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 1234\r\nContent-Type: a/b\r\n\r\n", nil},
		"HEAD without length":          {"HEAD", "HTTP/1.1 200 OK\r\nX: y\r\n\r\n", nil},
		"HEAD with body":               {"HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", []string{"bytes after the end"}},
		"304":                          {"GET", "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\nContent-Type: a/b\r\nContent-Length: 99\r\nX: y\r\n\r\n", nil},
		"304 bare":                     {"GET", "HTTP/1.1 304 Not Modified\r\n\r\n", nil},
		"204":                          {"GET", "HTTP/1.1 204 No Content\r\nX: y\r\n\r\n", nil},
		"204 with length 0":            {"GET", "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nContent-Type: a/b\r\n\r\n", nil},
		"204 with a body":              {"GET", "HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\nbody", []string{"bytes after the end"}},
		"205":                          {"GET", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n", nil},
		"205 with a body":              {"GET", "HTTP/1.1 205 Reset Content\r\nContent-Length: 2\r\n\r\nab", nil},
		"HTTP/1.0":                     {"GET", "HTTP/1.0 200 OK\r\nContent-Type: a/b\r\n\r\nuntil the end", []string{"protocol version", "framing"}},
		"HTTP/1.0 with length":         {"GET", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nab", []string{"protocol version"}},
		"HTTP/1.0, said to be chunked": {"GET", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", []string{"protocol version", "framing"}},
		"HTTP/1.9":                     {"GET", "HTTP/1.9 200 OK\r\nContent-Length: 2\r\n\r\nab", []string{"protocol version"}},
		"duplicate headers":            {"GET", "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX-Dup: 2\r\nset-cookie: b=2\r\nX-Dup: 1\r\nSET-COOKIE: a=1\r\nX-Dup: 2\r\nContent-Length: 0\r\n\r\n", nil},
		"odd names":                    {"GET", "HTTP/1.1 200 OK\r\n!#$%&'*+-.^_`|~0: v\r\nx_y: 1\r\nX-y: 2\r\nContent-Length: 0\r\n\r\n", nil},
		"odd values":                   {"GET", "HTTP/1.1 200 OK\r\nA:\r\nB:   x \t \r\nC: caf\xe9\xff\r\nD: \"a, b\";c=d\r\nE: a:b::c\r\nContent-Length: 0\r\n\r\n", nil},
		"long value":                   {"GET", "HTTP/1.1 200 OK\r\nX-Long: " + long + "\r\nContent-Length: 2\r\n\r\nok", nil},
		"name with a space":            {"GET", "HTTP/1.1 200 OK\r\nX-Odd : v\r\nContent-Length: 2\r\n\r\nok", []string{"names with spaces"}},
		"folded value":                 {"GET", "HTTP/1.1 200 OK\r\nX-Fold: a\r\n  b\r\n\tc\r\nContent-Length: 2\r\n\r\nok", nil},
		"announced trailers":           {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Z-Sum, A-Sum\r\nTrailer: B-Sum\r\n\r\n2\r\nab\r\n0\r\nA-Sum: 1\r\nZ-Sum: 2\r\nZ-Sum: 1\r\n\r\n", nil},
		"unannounced trailers":         {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nSum: 1\r\nother: 2\r\n\r\n", nil},
		"some trailers announced":      {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Sum\r\n\r\n2\r\nab\r\n0\r\nOther: 1\r\n\r\n", nil},
		"trailer and header alike":     {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Sum\r\nSum: head\r\n\r\n0\r\nSum: tail\r\n\r\n", nil},
		"announced, not chunked":       {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTrailer: Sum\r\n\r\nab", nil},
		"chunk extensions":             {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: CHUNKED\r\n\r\n2;a=b;c\r\nab\r\n0001 \r\nc\r\n0;x\r\n\r\n", []string{"framing"}},
		"chunked, empty":               {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", nil},
		"length 0":                     {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", nil},
		"longer than it said":          {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello world", []string{"bytes after the end"}},
		"chunked and more":             {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\nmore", []string{"bytes after the end"}},
		"shorter than it said":         {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", nil},
		"bad chunk":                    {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n", nil},
		"no last chunk":                {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", nil},
		"length and chunked":           {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", []string{"framing"}},
		"length twice":                 {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab", []string{"framing"}},
		"keep-alive":                   {"GET", "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\nab", nil},
		"headers of the hop":           {"GET", "HTTP/1.1 200 OK\r\nConnection: close, X-Foo , x-bar\r\nX-Foo: 1\r\nX-Bar: 2\r\nX-Baz: 3\r\nProxy-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nab", nil},
		"gzip, unasked":                {"GET", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 23\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\x04\x00\x43\xbe\xb7\xe8\x01\x00\x00\x00\x00\x00", nil},
		"no reason phrase":             {"GET", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nab", []string{"reason phrase"}},
		"odd reason phrase":            {"GET", "HTTP/1.1 404 caf\xe9 is closed\r\nContent-Length: 2\r\n\r\nab", []string{"reason phrase"}},
		"600":                          {"GET", "HTTP/1.1 600 Odd\r\nContent-Length: 2\r\n\r\nab", []string{"reason phrase"}},
		"999":                          {"GET", "HTTP/1.1 999 Request denied\r\nContent-Length: 2\r\n\r\nab", []string{"reason phrase"}},
		"421":                          {"GET", "HTTP/1.1 421 Misdirected Request\r\nContent-Length: 0\r\n\r\n", nil},
		"407":                          {"GET", "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n", nil},
		"redirect":                     {"GET", "HTTP/1.1 302 Found\r\nLocation: http://elsewhere.example/\r\nContent-Length: 0\r\n\r\n", nil},
		"of servers and ways":          {"GET", "HTTP/1.1 200 OK\r\nServer: x/1\r\nVia: 1.0 a, 1.1 b\r\nAlt-Svc: h3=\":443\"\r\nX-Powered-By: y\r\nStrict-Transport-Security: max-age=1\r\nContent-Length: 0\r\n\r\n", nil},
		"Pragma":                       {"GET", "HTTP/1.1 200 OK\r\nPragma: no-cache\r\nContent-Length: 0\r\n\r\n", nil},
		"Pragma and Cache-Control":     {"GET", "HTTP/1.1 200 OK\r\nPragma: no-cache\r\nCache-control: no-cache\r\nContent-Length: 0\r\n\r\n", nil},
		"lines that end with LF":       {"GET", "HTTP/1.1 200 OK\nX: y\nContent-Length: 2\n\nab", nil},
		"events":                       {"GET", "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\n\r\n", nil},
		"POST, 201":                    {"POST", "HTTP/1.1 201 Created\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n", nil},
	}
}

// Each response is the same through the tap as without it, and its head is on record as it came.
func TestAnswersAreTheSameThroughTheTap(t *testing.T) {
	t.Parallel()
	bothWays(t, answersAreTheSame)
}

func answersAreTheSame(t *testing.T, change ...func(*proxy.Options)) {
	agent := newRawAgent(t)
	m := newMemory()
	tap := listening(t, m, agent.url, change...)
	for name, tt := range answerCases() {
		t.Run(name, func(t *testing.T) {
			agent.answers(tt.answer)
			request := tt.method + " /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
			want := parseAnswer(tt.method, raw(t, agent.url, request))
			got := parseAnswer(tt.method, raw(t, tap, request))
			apply(t, &want, "", append(tt.differs, "hop-by-hop headers"))
			delete(got.Header, "Connection") // the tap's own
			if !reflect.DeepEqual(got, want) {
				t.Errorf("through the tap\n%s\nwithout\n%s", got, want)
			}
			x := m.ended(t)
			checkReceived(t, x, tt.answer)
			agent.rests()
		})
	}
}

// checkReceived compares heads on record with those that came.
func checkReceived(t *testing.T, x *tape, answer string) {
	t.Helper()
	var list []wire.Head
	for _, i := range x.interim {
		list = append(list, wire.Head{Status: i.Status, Header: i.Header, Received: i.Received})
	}
	list = append(list, x.answer)
	for i, h := range list {
		m, rest, _ := parseHead(answer)
		head := strings.TrimSuffix(answer, rest)
		answer = rest
		if strings.Contains(head, "\n\t") { // folded: docs/tap.md lists it as a difference
			continue
		}
		got := string(h.ReceivedBytes(""))
		if got == "" {
			got = plainHead(h)
		}
		if got != head {
			t.Errorf("head %d came as %q, on record as %q (%s)", i, head, got, m.Start)
		}
	}
}

// plainHead writes a head from the fields of h alone.
func plainHead(h wire.Head) string {
	var b strings.Builder
	b.WriteString("HTTP/1.1 " + http.StatusText(h.Status))
	line := b.String()
	b.Reset()
	b.WriteString(strings.Replace(line, "HTTP/1.1 ", "HTTP/1.1 "+itoa(h.Status)+" ", 1) + "\r\n")
	plainLines(&b, h.Header, nil, []string{"Date", "Content-Length"})
	return b.String()
}

// plainLines writes header lines and the blank line: some names first, some last, the others alphabetically.
func plainLines(b *strings.Builder, h http.Header, first, last []string) {
	apart := map[string]bool{}
	lines := func(names []string) string {
		var b strings.Builder
		for _, name := range names {
			apart[name] = true
			_ = http.Header{name: h[name]}.Write(&b)
		}
		return b.String()
	}
	before, after := lines(first), lines(last)
	b.WriteString(before)
	_ = h.WriteSubset(b, apart)
	b.WriteString(after + "\r\n")
}

// requestCases are requests as a raw client sends them.
func requestCases() map[string]struct {
	request string
	differs []string
} {
	type row = struct {
		request string
		differs []string
	}
	const host = "Host: localhost\r\n"
	return map[string]row{
		"bare":                {"GET / HTTP/1.1\r\n" + host + "\r\n", nil},
		"no User-Agent":       {"POST / HTTP/1.1\r\n" + host + "Content-Length: 2\r\n\r\nab", nil},
		"odd User-Agent":      {"GET / HTTP/1.1\r\n" + host + "User-Agent: a\xe9 b/ (\r\n\r\n", nil},
		"empty User-Agent":    {"GET / HTTP/1.1\r\n" + host + "User-Agent:\r\n\r\n", nil},
		"two User-Agents":     {"GET / HTTP/1.1\r\n" + host + "User-Agent: a\r\nuser-agent: b\r\n\r\n", nil},
		"Accept-Encoding":     {"GET / HTTP/1.1\r\n" + host + "Accept-Encoding: br;q=1, *;q=0\r\naccept-encoding: gzip\r\n\r\n", nil},
		"duplicates":          {"GET / HTTP/1.1\r\n" + host + "X-Dup: 2\r\nCookie: a=1\r\nx-dup: 1\r\nCookie: b=2\r\nX-DUP: 2\r\n\r\n", nil},
		"odd values":          {"GET / HTTP/1.1\r\n" + host + "A:\r\nB:  x \t\r\nC: \xff\xe9\r\n!#$%&'*+-.^_`|~: 1\r\n\r\n", nil},
		"forwarded":           {"GET / HTTP/1.1\r\n" + host + "X-Forwarded-For: 1.2.3.4\r\nForwarded: for=a\r\nX-Forwarded-Host: h\r\nX-Forwarded-Proto: https\r\nVia: 1.1 x\r\n\r\n", nil},
		"Pragma":              {"GET / HTTP/1.1\r\n" + host + "Pragma: no-cache\r\n\r\n", nil},
		"length 0 on GET":     {"GET / HTTP/1.1\r\n" + host + "Content-Length: 0\r\n\r\n", nil},
		"length 0 on DELETE":  {"DELETE / HTTP/1.1\r\n" + host + "Content-Length: 0\r\n\r\n", nil},
		"length 0 on POST":    {"POST / HTTP/1.1\r\n" + host + "Content-Length: 0\r\n\r\n", nil},
		"POST without length": {"POST / HTTP/1.1\r\n" + host + "\r\n", []string{"POST without length"}},
		"body on GET":         {"GET / HTTP/1.1\r\n" + host + "Content-Length: 2\r\n\r\nab", nil},
		"chunked":             {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", nil},
		"trailers":            {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nTrailer: Z-Sum,A-Sum\r\nTrailer: B-Sum\r\n\r\n3\r\nabc\r\n0\r\nA-Sum: 1\r\nZ-Sum: 2\r\nZ-sum: 1\r\n\r\n", nil},
		"unannounced trailer": {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nSum: 1\r\n\r\n", nil},
		"length and chunked":  {"POST / HTTP/1.1\r\n" + host + "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", []string{"framing"}},
		"HTTP/1.0":            {"GET /x HTTP/1.0\r\n" + host + "\r\n", []string{"protocol version"}},
		"Expect":              {"POST / HTTP/1.1\r\n" + host + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\nab", nil},
		"two slashes":         {"GET //x//y HTTP/1.1\r\n" + host + "\r\n", nil},
		"escapes":             {"GET /a%2Fb/%2f/%41%7e/../.?a=%2F&b=%zz;c HTTP/1.1\r\n" + host + "\r\n", nil},
		"odd query":           {"GET /?;&&=&a=b;c=d?e|{}^`\xe9#f HTTP/1.1\r\n" + host + "\r\n", nil},
		"odd path":            {"GET /a|b{}^`\"<>\\\xe9#f?q HTTP/1.1\r\n" + host + "\r\n", nil},
		"empty query":         {"GET /x? HTTP/1.1\r\n" + host + "\r\n", nil},
		"absolute form":       {"GET http://localhost/x?y HTTP/1.1\r\n" + host + "\r\n", []string{"absolute form"}},
		"absolute, no path":   {"GET http://localhost HTTP/1.1\r\n" + host + "\r\n", []string{"absolute form"}},
		"OPTIONS *":           {"OPTIONS * HTTP/1.1\r\n" + host + "\r\n", nil},
		"TRACE":               {"TRACE / HTTP/1.1\r\n" + host + "Max-Forwards: 3\r\n\r\n", nil},
		"own method":          {"br-EW / HTTP/1.1\r\n" + host + "\r\n", nil},
		"of the hop":          {"GET / HTTP/1.1\r\n" + host + "Connection: close, X-Foo\r\nX-Foo: 1\r\nKeep-Alive: 3\r\nTE: deflate\r\nProxy-Authorization: Basic x\r\nX-Baz: 2\r\n\r\n", nil},
		"TE trailers":         {"GET / HTTP/1.1\r\n" + host + "TE: trailers\r\n\r\n", []string{"TE"}},
		"lines with LF":       {"GET / HTTP/1.1\nHost: localhost\nX: y\n\n", nil},
		"long value":          {"GET / HTTP/1.1\r\n" + host + "X-Long: " + strings.Repeat("v", 60<<10) + "\r\n\r\n", nil},
		"upgrade":             {"GET / HTTP/1.1\r\n" + host + "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n", []string{"upgrade"}},
	}
}

// Each request arrives through the tap as it would without it, and its head is on
// record as it came.
func TestRequestsAreTheSameThroughTheTap(t *testing.T) {
	t.Parallel()
	bothWays(t, requestsAreTheSame)
}

func requestsAreTheSame(t *testing.T, change ...func(*proxy.Options)) {
	agent := newRawAgent(t)
	m := newMemory()
	tap := listening(t, m, agent.url, change...)
	for name, tt := range requestCases() {
		t.Run(name, func(t *testing.T) {
			agent.answers("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
			raw(t, agent.url, tt.request)
			want := parseRequest(agent.request())
			agent.answers("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
			ask(t, tap, tt.request)
			got := parseRequest(agent.request())
			te, up := want.Header["Te"], want.Header["Upgrade"]
			names := append([]string{"hop-by-hop headers"}, tt.differs...)
			switch {
			case len(tt.differs) == 0:
			case tt.differs[0] == "TE": // hop-by-hop, and yet agents may need it
				names = names[:1]
			case tt.differs[0] == "upgrade":
				names = names[:1]
			}
			apply(t, &want, hostOf(agent.url), append(names, "Host"))
			if len(tt.differs) > 0 && tt.differs[0] == "TE" {
				want.Header["Te"] = te
			}
			if len(tt.differs) > 0 && tt.differs[0] == "upgrade" {
				want.Header["Upgrade"], want.Header["Connection"] = up, []string{"Upgrade"}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("through the tap\n%s\nwithout\n%s", got, want)
			}
			x := m.ended(t)
			_, body, _ := parseHead(tt.request)
			head := strings.TrimSuffix(tt.request, body)
			if got := x.x.Request.ReceivedBytes(wire.RequestTarget(x.x.URL)); got != nil && string(got) != head {
				t.Errorf("came as %q, on record as %q", head, got)
			} else if got == nil && head != plainRequest(x) {
				t.Errorf("came as %q, on record as %q", head, plainRequest(x))
			}
		})
	}
}

// plainRequest writes a request's head from its fields alone.
func plainRequest(x *tape) string {
	var b strings.Builder
	b.WriteString(x.x.Method + " " + wire.RequestTarget(x.x.URL) + " HTTP/1.1\r\n")
	plainLines(&b, x.x.Request.Header, []string{"Host", "User-Agent", "Content-Length"}, nil)
	return b.String()
}

func parseRequest(all string) message {
	m, rest, _ := parseHead(all)
	m.takeBody(rest, false)
	return m
}

// bothWays runs a test through a tap, and through one that watches all exchanges and does nothing to them.
func bothWays(t *testing.T, test func(t *testing.T, change ...func(*proxy.Options))) {
	t.Run("tap", func(t *testing.T) { test(t) })
	t.Run("watched", func(t *testing.T) {
		test(t, func(o *proxy.Options) { o.Intervene = intervener{} })
	})
}
