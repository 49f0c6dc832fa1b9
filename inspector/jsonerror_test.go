package inspector

import (
	"net/http"
	"strings"
	"testing"
)

// A card that is not JSON says so with line and column, pasted or served, in the error or in the first finding.
func TestBrokenCard(t *testing.T) {
	for _, c := range []struct{ name, in, says string }{
		{"value missing", "{\n  \"name\": }", "line 2, column 11: invalid character '}' looking for beginning of value"},
		{"cut off", "{\n  \"name\": \"é\",\n  \"url\":", "line 3, column 9: the text ends before the JSON does"},
		{"single quotes", "{'name':'x'}", "line 1, column 2: invalid character '\\'' looking for beginning of object key string"},
		{"columns are characters", "{\"ä\":\"éé\" 1}", "line 1, column 11: invalid character '1' after object key:value pair"},
		{"not a card at all", "{\"a\":1}", "not an Agent Card"},
		{"an array", "[{\"name\":\"x\"}]", "not an Agent Card"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := New(Options{}).Discover(t.Context(), c.in)
			if err == nil || !strings.Contains(err.Error(), c.says) || d.Card != nil {
				t.Errorf("pasted: %v, want %q", err, c.says)
			}
			if c.in[0] == '[' || !strings.Contains(c.says, "line") {
				return
			}
			client := New(Options{Transport: trip(func(r *http.Request) (*http.Response, error) { return answered(r, http.StatusOK, c.in), nil })})
			d, err = client.Discover(t.Context(), "http://agent.example")
			if err == nil || !strings.Contains(err.Error(), "http://agent.example/.well-known/agent-card.json answers with JSON that is broken at "+c.says) {
				t.Errorf("served: %v", err)
			}
			if note := d.Trail[0].Note; note != "JSON that is broken at "+c.says {
				t.Errorf("note %q", note)
			}
		})
	}
}

func TestMendedCard(t *testing.T) {
	const card = "{\"name\":\"x\"\n \"url\":\"https://x.example\",\"version\":\"1\"}"
	d, err := New(Options{}).Discover(t.Context(), card)
	if err != nil || d.Card.Name != "x" || d.Card.Version != "1" {
		t.Fatal(err)
	}
	f := d.Findings[0]
	if f.Check != "CARD-01" || !strings.Contains(f.Message, "not valid JSON (line 2, column 2: invalid character '\"' after object key:value pair)") || f.Offset != 13 {
		t.Errorf("first finding %+v", f)
	}
}
