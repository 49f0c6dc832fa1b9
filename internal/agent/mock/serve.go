package mock

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func (m *Mock) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, m.opts.MaxBody))
	if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
		http.Error(w, fmt.Sprintf("This mock reads requests of at most %d bytes.", tooBig.Limit), http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		return // the client is gone
	}
	x := wire.Exchange{Method: r.Method, URL: r.URL.String(), Request: wire.Head{Header: r.Header}}
	q := matchKeyOf(&x, reading.Request(&x, body, reading.Options{Light: true}))
	if !q.isCall {
		m.serveFetch(w, r, &q)
		return
	}
	run, i, e := m.find(&q)
	if e != nil {
		m.refuse(w, r, &q, e)
		return
	}
	m.countAnswered()
	m.play(w, r, &player{m: m, interaction: run.conversation.interactions[i], playback: run, index: i, key: &q})
}

// refuse answers with an error in the binding of the call. A JSON-RPC client that accepts only a
// stream gets one.
func (m *Mock) refuse(w http.ResponseWriter, r *http.Request, k *matchKey, e *a2a.Error) {
	streamed := r.Header.Get("Accept") == "text/event-stream"
	head, body := dialect.Fail(a2a.Identity{Versions: k.versions, Binding: k.binding, Op: k.op}, string(k.id), streamed, e)
	maps.Copy(w.Header(), head.Header)
	w.WriteHeader(head.Status)
	_, _ = w.Write(body) // ignore a client that left
}

// serveFetch answers requests that are not calls, such as for cards.
func (m *Mock) serveFetch(w http.ResponseWriter, r *http.Request, k *matchKey) {
	if it := m.findFetch(r, k); it != nil {
		m.play(w, r, &player{m: m, interaction: it, key: k})
		return
	}
	asked := k.method + " " + wire.StripQuery(k.path)
	m.opts.Logger.Warn("a request has no recorded answer", "asked", asked)
	m.noteUnanswered(asked)
	var known []string
	for _, it := range m.fetches {
		if line := it.request.method + " " + it.request.path; len(known) < 20 && !strings.Contains(strings.Join(known, "\n")+"\n", line+"\n") {
			known = append(known, line)
		}
	}
	text := "This mock plays a recording, which has no answer to " + k.method + " " + k.path + ".\n"
	if len(known) > 0 {
		text += "It has answers to:\n" + strings.Join(known, "\n") + "\n"
	}
	http.Error(w, text+"To record an answer, send the request to the agent through a tap and mock that session.", http.StatusNotFound)
}

// findFetch returns a recorded response to the same method, path and body: the next unused one,
// else the last; nil for none. A recorded request with the same A2A-Version takes precedence,
// because the response may depend on it.
func (m *Mock) findFetch(r *http.Request, k *matchKey) *interaction {
	m.mu.Lock()
	defer m.mu.Unlock()
	var best *interaction
	score := -1
	for _, it := range m.fetches {
		if it.request.method != k.method && !(k.method == http.MethodHead && it.request.method == http.MethodGet) ||
			!it.hasPath(k.path) || string(it.request.body) != string(k.body) ||
			it.exchange.Response.Status == http.StatusNotModified && r.Header.Get("If-None-Match") == "" {
			continue
		}
		s := 0
		if it.exchange.Request.Header.Get("A2A-Version") == r.Header.Get("A2A-Version") {
			s = 2
		}
		if !it.isPlayed {
			s++
		}
		if s > score || s == score && it.isPlayed {
			best, score = it, s
		}
	}
	if best != nil {
		best.isPlayed = true
	}
	return best
}
