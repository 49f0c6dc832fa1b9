package agent

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

func picture() a2a.Part {
	return a2a.Part{Kind: a2a.FilePart, Bytes: galleryFile("gradient.png"), MediaType: "image/png", Filename: "a.png"}
}

func report() a2a.Part {
	return a2a.Part{Kind: a2a.FilePart, Bytes: galleryFile("page.pdf"), MediaType: "application/pdf", Filename: "report.pdf"}
}

func words(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

// TestStreams checks the streams of most skills. From 0.2 on, a stream of a task begins with the
// task, which want leaves out.
func TestStreams(t *testing.T) {
	tests := []struct {
		name string
		say  []a2a.Part
		want string
		v01  string // where 0.1 differs
	}{
		{"joke", []a2a.Part{words("Tell me a JOKE")}, "working, artifact, completed", ""},
		{"phone", []a2a.Part{words("request a new phone for me")}, "working, input required", ""},
		{"paper", []a2a.Part{words("write a long paper describing the attached pictures"), picture()}, "working, artifact, +, +, completed", ""},
		{"paper without picture", []a2a.Part{words("write a long paper describing the attached pictures")}, "working, input required", ""},
		{"analysis", []a2a.Part{words("Analyze the attached report and generate high level overview"), report()}, "working, working, artifact, completed", ""},
		{"tickets", []a2a.Part{words("Show me a list of my open IT tickets")}, "working, artifact, completed", ""},
		{"slow", []a2a.Part{words("slow 3 chunks every 1s")}, "working, artifact, +, +, completed", ""},
		{"slow one", []a2a.Part{words("slow 1")}, "working, artifact, completed", ""},
		{"slow by data", []a2a.Part{{Kind: a2a.DataPart, Data: []byte(`{"skill":"slow","chunks":2,"every":0}`)}}, "working, artifact, +, completed", ""},
		{"fail", []a2a.Part{words("fail")}, "working, artifact, failed", ""},
		{"reject", []a2a.Part{words("reject this")}, "working, rejected", "working, failed"},
		{"sign in", []a2a.Part{words("sign in")}, "working, auth required", "working, input required"},
		{"markdown", []a2a.Part{words("markdown")}, "working, artifact, completed", ""},
		{"echo", []a2a.Part{words("echo this"), picture()}, "working, artifact, completed", ""},
		{"unknown", []a2a.Part{words("what is the weather")}, "working, artifact, completed", ""},
		{"hello", []a2a.Part{words("Hello")}, "message", "working, artifact, completed"},
	}
	each(t, func(t *testing.T, d a2a.Dialect) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := rpcPeer{t, newAgent(t, Options{}), d}
					want := tt.want
					switch {
					case d.Version() == a2a.V01 && tt.v01 != "":
						want = tt.v01
					case d.Version() != a2a.V01 && want != "message":
						want = "task submitted, " + want
					}
					if got := tale(p.stream(p.send(a2a.SendStreamingMessage, "", tt.say...))); got != want {
						t.Errorf("got  %s\nwant %s", got, want)
					}
				})
			})
		}
	})
}

func TestJoke(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		task := p.ok(p.say(a2a.SendMessage, "tell me a joke", "")).Task
		if task.Status.State != a2a.Completed || len(task.Artifacts) != 1 || task.Artifacts[0].Name != "joke" ||
			task.Artifacts[0].Parts[0].Text != "Why did the chicken cross the road? To get to the other side!" {
			t.Errorf("got %+v", task)
		}
	})
}

func TestPhoneOrder(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		task := p.ok(p.say(a2a.SendMessage, "request a new phone for me", "")).Task
		ask := task.Status.Message
		if task.Status.State != a2a.InputRequired || ask == nil || len(ask.Parts) != 2 ||
			ask.Parts[0].Text != "Select a phone type (iPhone/Android)" || !strings.Contains(string(ask.Parts[1].Data), `"enum"`) {
			t.Fatalf("got %+v", task)
		}
		if again := p.ok(p.say(a2a.SendMessage, "a Nokia", task.ID)).Task; again.Status.State != a2a.InputRequired || again.ID != task.ID {
			t.Errorf("an impossible choice: got %+v", again)
		}
		done := p.ok(p.say(a2a.SendMessage, "Android", task.ID)).Task
		if done.Status.State != a2a.Completed || done.Artifacts[0].Name != "order-confirmation" ||
			done.Artifacts[0].Parts[0].Text != "I have ordered a new Android device for you. Your request number is R12443" {
			t.Errorf("got %+v", done)
		}
	})
}

func TestPhoneOrderByForm(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		task := p.ok(p.say(a2a.SendMessage, "request a new phone for me", "")).Task
		done := p.ok(p.send(a2a.SendMessage, task.ID, a2a.Part{Kind: a2a.DataPart, Data: []byte(`{"phone":"iPhone"}`)})).Task
		if !strings.Contains(done.Artifacts[0].Parts[0].Text, "iPhone") {
			t.Errorf("got %+v", done)
		}
	})
}

func TestSignIn(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		task := p.ok(p.say(a2a.SendMessage, "sign in", "")).Task
		if !task.Status.State.Interrupted() || task.Status.Message == nil {
			t.Fatalf("got %+v", task)
		}
		if again := p.ok(p.say(a2a.SendMessage, "no", task.ID)).Task; !again.Status.State.Interrupted() {
			t.Errorf("got %+v", again)
		}
		if done := p.ok(p.say(a2a.SendMessage, "Done.", task.ID)).Task; done.Status.State != a2a.Completed {
			t.Errorf("got %+v", done)
		}
	})
}

func TestAnalysisIsPolled(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		synctest.Test(t, func(t *testing.T) {
			p := rpcPeer{t, newAgent(t, Options{}), d}
			c := p.send(a2a.SendMessage, "", words("Analyze the attached report, polls 3"), report())
			c.ReturnImmediately = true
			task := p.ok(c).Task
			if task.Status.State.Terminal() {
				t.Fatalf("finished at once: %+v", task)
			}
			if d.Version() == a2a.V01 && task.Status.Message.Parts[0].Text != "analysis in progress, please wait" {
				t.Errorf("got %+v", task.Status)
			}
			synctest.Wait()
			get := &a2a.Call{Op: a2a.GetTask, TaskID: task.ID}
			for range 2 {
				if got := p.ok(get).Task.Status.State; got != a2a.Working {
					t.Errorf("early poll: %s", got)
				}
			}
			done := p.ok(get).Task
			if done.Status.State != a2a.Completed || !strings.HasPrefix(done.Artifacts[0].Parts[0].Text, "report.pdf has") {
				t.Errorf("third poll: %+v", done)
			}
		})
	})
}

func TestTicketsComeAsJSON(t *testing.T) {
	const rows = `[{"ticketNumber":"REQ12312","description":"request for VPN access"},{"ticketNumber":"REQ23422","description":"Add to DL - team-gcp-onboarding"}]`
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		part := words("Show me a list of my open IT tickets")
		part.Metadata = []byte(`{"mimeType":"application/json","schema":{}}`)
		got := p.ok(p.send(a2a.SendMessage, "", part)).Task.Artifacts[0].Parts[0]
		text := got.Text
		if d.Version() != a2a.V01 {
			text = string(got.Data)
		}
		if text != rows {
			t.Errorf("got %s (%s)", text, got.Kind)
		}
	})
}

func TestEchoGivesEveryPartBack(t *testing.T) {
	parts := []a2a.Part{
		words("echo \u2028 <b>\r\n"), picture(), report(),
		{Kind: a2a.FilePart, URL: "https://example.com/x.pdf", MediaType: "application/pdf", Filename: "x.pdf"},
		{Kind: a2a.DataPart, Data: []byte(`{"n":9007199254740993,"e":1e400}`)},
	}
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		got := p.ok(p.send(a2a.SendMessage, "", parts...)).Task.Artifacts[0].Parts
		if len(got) != len(parts) {
			t.Fatalf("%d parts came back of %d", len(got), len(parts))
		}
		for i, want := range parts {
			g := got[i]
			if g.Kind != want.Kind || g.Text != want.Text || !bytes.Equal(g.Bytes, want.Bytes) || g.URL != want.URL ||
				string(g.Data) != string(want.Data) || want.Kind == a2a.FilePart && (g.MediaType != want.MediaType || g.Filename != want.Filename) {
				t.Errorf("part %d: got %+v\nwant %+v", i, g, want)
			}
		}
	})
}

func TestGalleryAndHostileAreInOrder(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		for _, say := range []string{"gallery", "hostile"} {
			p := rpcPeer{t, newAgent(t, Options{}), d}
			streamed := p.stream(p.say(a2a.SendStreamingMessage, say, ""))
			task := p.ok(p.say(a2a.SendMessage, say, "")).Task
			if task.Status.State != a2a.Completed || len(task.Artifacts) < 10 || len(streamed) < 12 {
				t.Errorf("%s: %d artifacts, %d events, %s", say, len(task.Artifacts), len(streamed), task.Status.State)
			}
		}
	})
}

// TestSameInputSameBytes holds because a synctest bubble always starts at the same time and ids are
// counters.
func TestSameInputSameBytes(t *testing.T) {
	run := func(d a2a.Dialect, say string) (out string) {
		synctest.Test(t, func(t *testing.T) {
			p := rpcPeer{t, newAgent(t, Options{}), d}
			out = p.post(p.send(a2a.SendStreamingMessage, "t1", words(say), picture())).Body.String()
		})
		return out
	}
	for _, d := range dialect.All() {
		for _, say := range []string{"joke", "gallery", "hostile", "slow 50 chunks every 10ms size 100", "long paper", "echo"} {
			if a, b := run(d, say), run(d, say); a != b || a == "" {
				t.Errorf("%s %q differs from run to run", d.Version(), say)
			}
		}
	}
}

func TestMediaTypeOfText(t *testing.T) {
	p := v01(t, Options{})
	if got := p.ok(p.say(a2a.SendMessage, "markdown", "")).Task.Artifacts[0].Parts[0]; string(got.Metadata) != `{"mimeType":"text/markdown"}` {
		t.Errorf("0.1 has it in the metadata: got %s", got.Metadata)
	}
	p = v10(t, Options{})
	if got := p.ok(p.say(a2a.SendMessage, "markdown", "")).Task.Artifacts[0].Parts[0]; got.MediaType != "text/markdown" || got.Metadata != nil {
		t.Errorf("1.0 has it in the part: got %q, metadata %s", got.MediaType, got.Metadata)
	}
}

func TestChunkSizes(t *testing.T) {
	for _, size := range []int{1, 2, 5, 8, 9, 40, 1000} {
		for _, n := range []int{1, 99, 100_000} {
			if got := len(chunk(n, size)); got != size {
				t.Errorf("chunk %d of size %d has %d bytes", n, size, got)
			}
		}
	}
}

func TestOutputModes(t *testing.T) {
	tests := []struct {
		accept []string
		say    string
		want   a2a.ErrorName
	}{
		{[]string{"image/png"}, "joke", a2a.ContentTypeNotSupported},
		{[]string{"video/mp4", "text/*"}, "joke", ""},
		{[]string{"text"}, "joke", ""},
		{[]string{"*/*"}, "joke", ""},
		{[]string{"text/plain; charset=utf-8"}, "joke", ""},
		{[]string{"video/mp4"}, "echo", ""},
		{[]string{"text/plain"}, "markdown", a2a.ContentTypeNotSupported},
	}
	for _, tt := range tests {
		d, _ := dialect.ByName(a2a.V10)
		p := rpcPeer{t, newAgent(t, Options{}), d}
		c := p.say(a2a.SendMessage, tt.say, "")
		c.AcceptedOutputModes = tt.accept
		if _, got := p.do(c); got != tt.want {
			t.Errorf("%v for %q: got %q, want %q", tt.accept, tt.say, got, tt.want)
		}
	}
}
