package model_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/model"
)

// sample is a recorded exchange and what Read makes of it. A request's method is POST unless its path begins
// with another one. Answers that begin with an event, a comment or a blank are said to be streams of events.
type sample struct {
	name, path, request, response string
	status                        int // 0 for 200, -1 for none
	want                          string
	header                        string // of the request, "Name: value"
	isCut                         bool
}

func (s sample) exchange() model.Exchange {
	x := model.Exchange{
		Method: "POST", Path: s.path, Status: s.status,
		RequestHeader: http.Header{"Content-Type": {"application/json"}}, ResponseHeader: http.Header{"Content-Type": {"application/json"}},
		Request: []byte(s.request), Response: []byte(s.response), IsCut: s.isCut,
	}
	switch s.status {
	case 0:
		x.Status = http.StatusOK
	case -1:
		x.Status = 0
	}
	if method, path, ok := strings.Cut(s.path, " "); ok {
		x.Method, x.Path = method, path
	}
	if s.response != "" && strings.Contains("de: ", s.response[:1]) {
		x.ResponseHeader.Set("Content-Type", "text/event-stream; charset=utf-8")
	}
	if name, value, ok := strings.Cut(s.header, ": "); ok {
		x.RequestHeader.Set(name, value)
	}
	return x
}

// run reads samples and compares what is read, written by format.
func run(t *testing.T, samples []sample) {
	t.Helper()
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			c, ok := model.Read(s.exchange())
			got := "not a call"
			if ok {
				got = format(c)
			}
			if want := strings.TrimSpace(s.want); got != want {
				t.Errorf("read as\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// format writes a call in few lines, without what is empty.
func format(c model.Call) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", c.API, []string{"other", "model", "tool"}[c.Kind])
	for _, word := range []string{c.Method, c.Model, c.Finish} {
		if word != "" {
			fmt.Fprintf(&b, " %s", word)
		}
	}
	if c.Streamed {
		b.WriteString(" streamed")
	}
	if c.IsRefusal {
		b.WriteString(" refusal")
	}
	if t := c.Tokens; t.IsKnown {
		fmt.Fprintf(&b, " in=%d out=%d cached=%d reasoning=%d", t.Input, t.Output, t.CachedInput, t.Reasoning)
	}
	for _, m := range c.Prompt {
		fmt.Fprintf(&b, "\n< %s: %q", m.Role, m.Text)
		formatTools(&b, m.Tools)
	}
	if c.Answer != "" {
		fmt.Fprintf(&b, "\n> %q", c.Answer)
	}
	formatTools(&b, c.ToolCalls)
	if c.Error != "" || c.ErrorKind != "" {
		fmt.Fprintf(&b, "\n! %s: %s", c.ErrorKind, c.Error)
	}
	if len(c.IDs) > 0 {
		fmt.Fprintf(&b, "\nids %s", strings.Join(c.IDs, " "))
	}
	for _, n := range c.Notes {
		fmt.Fprintf(&b, "\nnote %s", n)
	}
	return b.String()
}

func formatTools(b *strings.Builder, tools []model.ToolCall) {
	for _, t := range tools {
		fmt.Fprintf(b, "\n  tool %s %s %s", t.ID, t.Name, t.Arguments)
		if t.HasResult {
			fmt.Fprintf(b, " = %q", t.Result)
		}
		if t.IsError {
			b.WriteString(" (error)")
		}
	}
}

// events writes a stream of events as APIs send it.
func events(data ...string) string {
	return "data: " + strings.Join(data, "\n\ndata: ") + "\n\n"
}
