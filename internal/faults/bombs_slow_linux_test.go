//go:build slow

package faults

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// bomb is a small response that expands to a large one.
type bomb struct {
	path    string
	header  map[string]string
	trailer map[string]string
	body    []byte
}

func zip(body []byte, times int) []byte {
	for range times {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		z.Write(body)
		z.Close()
		body = b.Bytes()
	}
	return body
}

// zeros is a compressed body of n bytes, all fill, which are never in memory as a whole.
func zeros(n int64, fill byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	block := bytes.Repeat([]byte{fill}, 1<<20)
	for ; n > 0; n -= int64(len(block)) {
		z.Write(block[:min(n, int64(len(block)))])
	}
	z.Close()
	return b.Bytes()
}

// blank is a compressed GiB of spaces, which takes seconds to make.
var blank = sync.OnceValue(func() []byte { return zeros(1<<30, ' ') })

// said is an answer with parts.
func said(parts string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[` + parts + `]}}}`)
}

// wideTable is a table of 26 KB whose missing cells markdown fills in.
func wideTable() string {
	return "|" + strings.Repeat("a|", 4300) + `\n|` + strings.Repeat("-|", 4300) + `\n` + strings.Repeat(`|\n`, 4400)
}

func many(n int, s string) string { return strings.TrimSuffix(strings.Repeat(s+",", n), ",") }

// bombs are known expansion attacks and variants of them.
func bombs() []bomb {
	asJSON := func(path string, body []byte, encoding string) bomb {
		h := map[string]string{"Content-Type": "application/json"}
		if encoding != "" {
			h["Content-Encoding"] = encoding
		}
		return bomb{path: path, header: h, body: body}
	}
	all := []bomb{
		asJSON("/triple", zip(blank(), 2), "gzip, gzip, gzip"),
		asJSON("/double", zip(blank(), 1), "gzip, gzip"),
		asJSON("/single", append(bytes.Clone(blank()), zeros(1<<29, '[')...), "gzip"),
		asJSON("/elements", zip([]byte("["+strings.Repeat("{},", 20<<20)+"{}]"), 2), "gzip, gzip"),
		asJSON("/numbers", zip(said(`{"data":[`+strings.Repeat("0,", 20<<20)+`0]}`), 2), "gzip, gzip"),
		asJSON("/layers", zip([]byte(`{}`), 9), strings.TrimSuffix(strings.Repeat("gzip, ", 9), ", ")),
		asJSON("/table", said(`{"text":"`+wideTable()+`","mediaType":"text/markdown"}`), ""),
		asJSON("/parts", said(many(300_000, `{"text":"a"}`)), ""),
		asJSON("/empty", said(many(1_000_000, `{}`)), ""),
		asJSON("/deep", said(`{"data":`+strings.Repeat("[", 300_000)+strings.Repeat("]", 300_000)+`}`), ""),
		asJSON("/nested", said(`{"data":`+many(300, strings.Repeat("[", 900)+strings.Repeat("]", 900))+`}`), ""),
		asJSON("/repaired", []byte(`{'a': [`+strings.Repeat("'b' ", 150_000)), ""),
	}
	events := strings.Repeat("data:{}\n\n", 2<<20)
	all = append(all, bomb{path: "/events", header: map[string]string{"Content-Type": "text/event-stream", "Content-Encoding": "gzip, gzip"}, body: zip([]byte(events), 2)})
	all = append(all, bomb{path: "/stream", header: map[string]string{"Content-Type": "text/event-stream"}, body: []byte(events[:4<<20])})
	packed := zeros(1<<30, 0)
	frame := append([]byte{1, byte(len(packed) >> 24), byte(len(packed) >> 16), byte(len(packed) >> 8), byte(len(packed))}, packed...)
	all = append(all, bomb{path: "/lf.a2a.v1.A2AService/SendStreamingMessage",
		header:  map[string]string{"Content-Type": "application/grpc", "Grpc-Encoding": "gzip"},
		trailer: map[string]string{"Grpc-Status": "13", "Grpc-Message": strings.Repeat("%41", 30_000), "Grpc-Status-Details-Bin": strings.Repeat("!not base64!", 10_000), "X-Much-Bin": base64.StdEncoding.EncodeToString(make([]byte, 60_000))},
		body:    append(bytes.Clone(frame), frame...)})
	return all
}

// bombCard is a card with a table for its description and 60,000 skills.
func bombCard(origin string) []byte {
	return []byte(`{"name":"Bomb","description":"` + wideTable() + `","version":"1","supportedInterfaces":[{"url":"` + origin + `/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],` +
		`"capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[` + many(60_000, `{"id":"s","name":"n","tags":[]}`) + `]}`)
}

// serveBombs answers a path with its bomb.
func serveBombs(t *testing.T, list []bomb) *agent {
	a := newAgent(t)
	byPath := map[string]bomb{}
	for _, b := range list {
		byPath[b.path] = b
	}
	a.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		b, ok := byPath[r.URL.Path]
		if strings.HasPrefix(r.URL.Path, "/.well-known/") {
			b, ok = bomb{header: map[string]string{"Content-Type": "application/json"}, body: bombCard("http://" + r.Host)}, true
		}
		if !ok {
			http.NotFound(w, r)
			return
		}
		for name, v := range b.header {
			w.Header().Set(name, v)
		}
		w.Write(b.body)
		for name, v := range b.trailer {
			w.Header().Set(http.TrailerPrefix+name, v)
		}
	})
	return a
}
