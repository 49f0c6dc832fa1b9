package proxy

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"
)

// TestBaselineAnswersEarly: the reference for a tap's cost must not cut or hold back a response that begins
// before the request is read to its end, as a plain ReverseProxy does. Otherwise benchmarks occasionally fail
// on a busy machine.
func TestBaselineAnswersEarly(t *testing.T) {
	t.Parallel()
	answer := bytes.Repeat([]byte("data: x\n\n"), 100_000)
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rc := http.NewResponseController(w)
		if err := rc.EnableFullDuplex(); err != nil {
			t.Error(err)
		}
		_, _ = w.Write(answer[:9])
		_ = rc.Flush()
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Errorf("the agent reads the request: %v", err)
			return
		}
		_, _ = w.Write(answer[9:])
	}))
	defer agent.Close()
	base, err := url.Parse(agent.URL)
	if err != nil {
		t.Fatal(err)
	}
	baseline, done := Baseline(base)
	defer done()
	front := httptest.NewServer(baseline)
	defer front.Close()

	body, end := io.Pipe()
	defer end.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	defer context.AfterFunc(ctx, func() { end.Close() })() // net/http waits for the body's Read
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, front.URL, body)
	if err != nil {
		t.Fatal(err)
	}
	go end.Write([]byte("begun")) // returns when the pipe is closed, at the latest
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	first := make([]byte, 9)
	if _, err := io.ReadFull(resp.Body, first); err != nil {
		t.Fatalf("the answer's beginning: %v", err)
	}
	end.Close()
	rest, err := io.ReadAll(resp.Body)
	if err != nil || !bytes.Equal(append(first, rest...), answer) {
		t.Fatalf("%d of %d bytes: %v", len(first)+len(rest), len(answer), err)
	}
}
