package replay

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/reportfile"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestAgentThatIsGone: every step gets its own result, and nothing hangs.
func TestAgentThatIsGone(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.walk()
		gone := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(599) })
		r := play(t, k.again(gone, nil))
		if len(r.Pairs) != 8 || r.SameCount != 0 {
			t.Errorf("%s\n%s", verdicts(r), show(r))
		}
		for _, p := range r.Pairs {
			if len(p.Notes) == 0 {
				t.Errorf("no word about %+v", p)
			}
		}
	})
}

// TestAgentThatHangs: a call times out, and the rest continues.
func TestAgentThatHangs(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.walk()
		hangs := other(t, func(_ http.ResponseWriter, r *http.Request, body string) bool {
			if strings.Contains(body, "every 50ms") {
				<-r.Context().Done()
				return true
			}
			return false
		})
		start := time.Now()
		r := play(t, k.again(hangs, func(o *Options) { o.Timeout = time.Minute }))
		want, why := "same same same differs differs missing same same", "did not create this time"
		if v == a2a.V01 { // there the client names the task, so it can poll
			want, why = "same same same differs differs differs same same", "no task"
		}
		if got := verdicts(r); got != want {
			t.Errorf("%s\n%s", got, show(r))
		}
		if took := time.Since(start); took != 2*time.Minute {
			t.Errorf("took %v", took)
		}
		if !strings.Contains(show(r), "timed out") || !strings.Contains(show(r), why) {
			t.Errorf("does not say why\n%s", show(r))
		}
	})
}

// TestAgentThatAsksForOtherInput: the recorded answer is sent nevertheless, and the difference is reported.
func TestAgentThatAsksForOtherInput(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.phone()
		asks := other(t, func(_ http.ResponseWriter, r *http.Request, body string) bool {
			r.Body = io.NopCloser(strings.NewReader(strings.Replace(body, "Android", "a pony", 1)))
			return false
		})
		r := play(t, k.again(asks, func(o *Options) { o.PollTimeout = 3 * time.Second }))
		if got := verdicts(r); got != "same differs differs" {
			t.Errorf("%s\n%s", got, show(r))
		}
		last := r.Pairs[2]
		if last.PollsB < 10 || !strings.Contains(strings.Join(last.Notes, " "), "did not reach its recorded state") {
			t.Errorf("the poll for what never comes: %+v", last)
		}
	})
}

// TestAgentOfNonsense: responses that are not A2A are never the same as the recorded ones, and the
// replay reports every step.
func TestAgentOfNonsense(t *testing.T) {
	for name, body := range map[string]string{
		"nothing": "", "html": "<html>", "half": `{"jsonrpc":"2.0","id":1,"result":{"id":"`, "other": `{"jsonrpc":"2.0","id":1,"result":{"id":7,"status":[]}}`,
		"null": `null`, "deep": strings.Repeat("[", 100000),
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, v a2a.Version) {
				k := newTalk(t, reference(t), v)
				k.phone()
				r := play(t, k.again(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer200(w, body) }), nil))
				if r.SameCount != 0 || len(r.Pairs) != 3 {
					t.Errorf("%s\n%s", verdicts(r), show(r))
				}
			})
		})
	}
}

// TestStreamThatIsCut: the report says that the new stream broke off.
func TestStreamThatIsCut(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.say(a2a.SendStreamingMessage, "", "slow 4 chunks every 50ms", nil)
		cut := other(t, func(w http.ResponseWriter, r *http.Request, _ string) bool {
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, ": hello\n\n")
			panic(http.ErrAbortHandler)
		})
		r := play(t, k.again(cut, nil))
		if verdicts(r) != "differs" || !strings.Contains(show(r), "broke off") {
			t.Error(show(r))
		}
	})
}

// TestStop: a stopped replay keeps its results.
func TestStop(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.walk()
		ctx, stop := context.WithCancel(t.Context())
		r := k.again(reference(t), func(o *Options) {
			o.OnProgress = func(p Progress) {
				if p.Step == 3 && p.Events == 3 {
					stop()
				}
			}
		})
		if err := r.Play(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("%v", err)
		}
		if got := verdicts(r.Report()); got != "same same same stopped" || r.Report().StoppedCount != 1 || r.Report().DifferentCount != 0 || r.Report().Equal() {
			t.Errorf("%s\n%s", got, show(r.Report()))
		}
		if err := r.Play(t.Context()); err != nil || len(r.Report().Pairs) != 8 {
			t.Errorf("going on: %v, %s", err, verdicts(r.Report()))
		}
	})
}

// TestTruncatedRequest: a request that was not recorded whole is not sent, because half of it may
// mean something else.
func TestTruncatedRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newTalk(t, reference(t), a2a.V10)
		k.phone()
		k.tape.list[0].RequestBytes += 10
		r := play(t, k.again(reference(t), nil))
		if got := verdicts(r); got != "missing missing missing" {
			t.Errorf("%s\n%s", got, show(r))
		}
		if !strings.Contains(show(r), "were recorded") || !strings.Contains(show(r), "did not create this time") {
			t.Error(show(r))
		}
	})
}

// TestRedactedPush: a redacted token is not sent as filler, and its absence in the response is not a difference.
func TestRedactedPush(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		task := k.say(a2a.SendMessage, "", "request a new phone for me", nil)
		k.call(t.Context(), &a2a.Call{Op: a2a.CreatePushConfig, TaskID: task, Push: &a2a.PushConfig{TaskID: task, URL: "http://127.0.0.1:1/hook", Token: "hushhush"}}, nil)
		k.call(t.Context(), &a2a.Call{Op: a2a.GetPushConfig, TaskID: task}, nil)
		x := &k.tape.list[1]
		body := k.tape.mem[x.ID][wire.Request][0].Data
		at := bytes.Index(body, []byte("hushhush"))
		copy(body[at:], "********")
		x.Redactions = []wire.Redaction{{Place: "request.body", Name: "token", Offset: int64(at), Length: 8}}
		var sent string
		spy := other(t, func(_ http.ResponseWriter, _ *http.Request, body string) bool {
			if strings.Contains(body, "/hook") {
				sent = body
			}
			return false
		})
		r := play(t, k.again(spy, nil))
		if strings.Contains(sent, "***") || strings.Contains(sent, "token") || !strings.Contains(sent, "/hook") {
			t.Errorf("sent %s", sent)
		}
		if !strings.Contains(show(r), "were not recorded") || !r.Equal() {
			t.Error(show(r))
		}
	})
}

func TestNothingToReplay(t *testing.T) {
	_, err := New(t.Context(), Options{Source: diff.Memory{}, Exchanges: []wire.Exchange{{ID: "x", Origin: wire.Console}}})
	if err == nil || !strings.Contains(err.Error(), "nothing to replay") {
		t.Errorf("%v", err)
	}
}

// TestNoInterface: every step says that the agent has no interface to call.
func TestNoInterface(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newTalk(t, reference(t), a2a.V10)
		k.phone()
		r := play(t, k.again(reference(t), func(o *Options) {
			o.Target = func(context.Context, a2a.Version, a2a.Binding) (inspector.Target, error) {
				return inspector.Target{}, errors.New("the card offers nothing")
			}
		}))
		if verdicts(r) != "missing missing missing" || !strings.Contains(show(r), "the card offers nothing") {
			t.Error(show(r))
		}
	})
}

// TestReports: hostile text stays text.
func TestReports(t *testing.T) {
	evil := "</testcase>]]>\x00\x1b[31m|`**<script>\n```\nend\xff\xed\xa0\x80\ufffe\uffff\u0085"
	r := &diff.Report{Level: diff.Meaning, DifferentCount: 1, MissingCount: 1, Pairs: []diff.Pair{
		{A: "a", B: "b", Outcome: diff.OutcomeDiffers, Op: a2a.SendMessage, Excerpt: evil, Notes: []string{evil},
			Differences: []diff.Difference{{Path: "$." + evil, A: []byte(`"` + "```" + `"`), Kind: diff.KindText}}, OmittedCount: 2},
		{A: "c", Outcome: diff.OutcomeMissing, Notes: []string{"not sent: " + evil}},
	}}
	var out bytes.Buffer
	if err := WriteJUnit(&out, evil, r); err != nil {
		t.Fatal(err)
	}
	var back reportfile.Suite
	if err := xml.Unmarshal(out.Bytes(), &back); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	// Characters outside XML are replaced, everything else is unchanged.
	inXML := "</testcase>]]>\ufffd\ufffd[31m|`**<script>\n```\nend\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\u0085"
	if c := back.Cases[0]; back.Name != inXML || c.Class != inXML || c.SystemOut != inXML || !strings.Contains(c.Failure.Text, "$."+inXML) {
		t.Errorf("%+v\n%q", back, inXML)
	}
	if strings.ContainsAny(out.String(), "\x00\x1b") || strings.Contains(out.String(), "]]>") || !utf8.Valid(out.Bytes()) {
		t.Errorf("no XML: %q", out.String())
	}
	if back.Tests != 2 || back.Failures != 2 || back.Cases[0].Failure.Message != "3 differences" || !strings.HasPrefix(back.Cases[1].Failure.Message, "missing: not sent: ") {
		t.Errorf("%+v", back)
	}
	out.Reset()
	if err := WriteMarkdown(&out, evil, r); err != nil {
		t.Fatal(err)
	}
	inCode := regexp.MustCompile("(?s)````diff.*?````|`[^`]*`")
	for _, bad := range []string{"<", "\x1b", "\x00", "```", "**"} {
		plain := strings.ReplaceAll(inCode.ReplaceAllString(out.String(), ""), "\\*", "")
		if strings.Contains(plain, bad) {
			t.Errorf("%q is in %s", bad, plain)
		}
	}
}

// BenchmarkReplay measures the cost of a replay per exchange, with an agent that answers at once.
func BenchmarkReplay(b *testing.B) {
	k := newTalk(b, reference(b), a2a.V10)
	for range 100 {
		k.say(a2a.SendMessage, "", "tell me a joke", nil)
	}
	agent := reference(b)
	b.Run("replay", func(b *testing.B) {
		for b.Loop() {
			r := k.again(agent, nil)
			if report := play(b, r); !report.Equal() {
				b.Fatal(show(report))
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/100, "µs/exchange")
	})
	b.Run("calls", func(b *testing.B) {
		c := newTalk(b, agent, a2a.V10)
		c.c = inspector.New(inspector.Options{Transport: direct{agent}})
		for b.Loop() {
			for range 100 {
				c.say(a2a.SendMessage, "", "tell me a joke", nil)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/100, "µs/exchange")
	})
}

// TestUnknownMethod: the report names a call of an unknown method by that method. The call's id, which a replay counts in
// its own way, is not a difference.
func TestUnknownMethod(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint(v), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"Wibble","params":{"a":1}}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := k.tape.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		for _, level := range []diff.Level{diff.Structure, diff.Meaning, diff.Exact} {
			r := play(t, k.again(reference(t), func(o *Options) { o.Diff.Level = level }))
			if len(r.Pairs) != 1 || !r.Equal() || r.Pairs[0].Excerpt != "Wibble" {
				t.Errorf("%s: %s", level, show(r))
			}
		}
		// But its params count.
		a, b := diff.Memory{}, diff.Memory{}
		x := k.tape.list[0]
		a.Put(x.ID, wire.Request, []byte(`{"jsonrpc":"2.0","id":1,"method":"Wibble","params":{"id":1}}`))
		b.Put(x.ID, wire.Request, []byte(`{"jsonrpc":"2.0","id":"2","method":"Wibble","params":{"id":2}}`))
		p, err := diff.Exchanges(t.Context(), a, x, b, x, diff.Options{})
		if err != nil || len(p.Differences) != 1 || p.Differences[0].Path != "$.request.params.id" {
			t.Errorf("%+v %v", p, err)
		}
	})
}

// TestTurnedAway: if an agent requires credentials, the report says so, and what to give.
func TestTurnedAway(t *testing.T) {
	each(t, func(t *testing.T, v a2a.Version) {
		k := newTalk(t, reference(t), v)
		k.say(a2a.SendMessage, "", "tell me a joke", nil)
		r := play(t, k.again(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "This agent wants credentials", http.StatusUnauthorized)
		}), nil))
		if r.Equal() || !strings.Contains(strings.Join(r.Pairs[0].Notes, "|"), "answered with 401: the agent requires credentials") {
			t.Error(show(r))
		}
	})
}
