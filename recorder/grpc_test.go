package recorder

import (
	"bytes"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// ended is a Labeller that reads from the trailer how a call ended.
type ended struct{ fake }

func (e *ended) Labels() wire.Labels {
	l := wire.Labels{Error: "status " + e.trailer}
	for _, message := range e.text[1:] { // after the request
		l.Text += message[2:] + " "
	}
	return l
}

// TestGRPC: messages are frames however they are read, the trailer is recorded and given to the labeller, and
// secrets in fields do not reach the file.
func TestGRPC(t *testing.T) {
	t.Parallel()
	fields := []redact.Field{{Name: "token", Numbers: []int32{1}}}
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets { return redact.Secrets{RequestFields: fields} }
		o.Label = func(*wire.Exchange) Labeller { return &ended{} }
	})
	head := http.Header{"Content-Type": {"application/grpc"}}
	x := call()
	x.Request.Header = head
	tape := s.Begin(x)
	field := func(s string) []byte { return append([]byte{1<<3 | 2, byte(len(s))}, s...) }
	asked := wire.AppendGRPC(nil, field("Zx9-hush-Zx9"))
	for _, b := range asked {
		tape.Write(wire.Request, time.Now(), []byte{b}, false)
	}
	tape.EndRequest(time.Now(), nil)
	tape.WriteResponseHead(time.Now(), wire.Head{Proto: "HTTP/2.0", Status: 200, Header: head})
	stream := wire.AppendGRPC(wire.AppendGRPC(wire.AppendGRPC(nil, field("one")), field("two")), field("three"))
	for from := 0; from < len(stream); from += 7 {
		tape.Write(wire.Response, time.Now(), stream[from:min(from+7, len(stream))], false)
	}
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent, Trailer: http.Header{"Grpc-Status": {"13"}, "Grpc-Message": {"gone"}}})
	commit(t, tape)
	labelled(t, s, tape.ID())
	got, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || got.Frames != 3 || got.Response.Trailer.Get("Grpc-Message") != "gone" || got.Labels.Error != "status 13" || got.Labels.Text != "one two three " {
		t.Errorf("%v %+v", err, got)
	}
	for from := range 3 {
		frames, err := s.Frames(t.Context(), tape.ID(), wire.Response, from, 1)
		if err != nil || len(frames) != 1 || frames[0].Kind != wire.GRPC || frames[0].Partial || string(frames[0].Data) != string(field([]string{"one", "two", "three"}[from])) {
			t.Errorf("frame %d: %v %+v", from, err, frames)
		}
	}
	if len(got.Redactions) != 1 || got.Redactions[0].Name != "token" {
		t.Errorf("%+v", got.Redactions)
	}
	file, err := os.ReadFile(s.opts.Path)
	if err != nil || bytes.Contains(file, []byte("Zx9-hush")) {
		t.Errorf("the secret is in the file (%v)", err)
	}
}
