package mock

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/agent"
)

// walker walks through the reference agent's skills like any client, with its own ids.
type walker struct {
	t      testing.TB
	d      a2a.Dialect
	h      http.Handler
	prefix string // of the ids it makes
	n      int
	saw    []*seen
}

var taskID = regexp.MustCompile(`"(?:id|taskId)":"([^"]+)"`)

// call sends a call with a new JSON-RPC id and returns the response.
func (w *walker) call(c *a2a.Call, wrote func([]byte)) *seen {
	w.t.Helper()
	w.n++
	method, _ := w.d.Method(c.Op)
	params, _, err := w.d.EncodeParams(c)
	if err != nil {
		w.t.Fatal(err)
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":"%s-%d","method":%q,"params":%s}`, w.prefix, w.n, method, params)
	var h []string
	for k, v := range w.d.Headers() {
		h = append(h, k, v)
	}
	s := ask(w.t.Context(), w.h, "POST", "http://127.0.0.1:7430/v"+string(w.d.Version()), body, wrote, h...)
	if c.Op != a2a.CancelTask {
		w.saw = append(w.saw, s)
	}
	return s
}

// say sends a text and returns the id of the resulting task.
func (w *walker) say(op a2a.Operation, task, text string, wrote func([]byte)) string {
	w.t.Helper()
	c := &a2a.Call{Op: op, Message: &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}
	if w.d.Version() == a2a.V01 {
		c.TaskID = task
		if task == "" {
			c.TaskID = fmt.Sprintf("%s-task-%d", w.prefix, w.n+1)
		}
		task = c.TaskID
	} else {
		c.Message.ID, c.Message.TaskID = fmt.Sprintf("%s-message-%d", w.prefix, w.n+1), task
	}
	s := w.call(c, wrote)
	if task == "" {
		task = idIn(s.body.Bytes())
	}
	return task
}

func idIn(body []byte) string {
	_, rest, _ := strings.Cut(string(body), `"result"`)
	if m := taskID.FindStringSubmatch(rest); m != nil {
		return m[1]
	}
	return ""
}

// walk uses some skills, cancels one stream and requests an unknown task.
func (w *walker) walk() {
	w.say(a2a.SendMessage, "", "tell me a joke", nil)
	order := w.say(a2a.SendMessage, "", "request a new phone for me", nil)
	w.say(a2a.SendMessage, order, "Android", nil)
	w.call(&a2a.Call{Op: a2a.GetTask, TaskID: order}, nil)
	w.say(a2a.SendStreamingMessage, "", "slow 4 chunks every 50ms", nil)
	task, done := "", false
	if w.d.Version() == a2a.V01 {
		task = fmt.Sprintf("%s-task-%d", w.prefix, w.n+1)
	}
	w.say(a2a.SendStreamingMessage, "", "slow 100 chunks every 50ms", func(all []byte) {
		if id := idIn(all); task == "" {
			task = id
		}
		if strings.Count(string(all), "\n\n") >= 4 && !done {
			done = true
			time.Sleep(time.Millisecond)
			w.call(&a2a.Call{Op: a2a.CancelTask, TaskID: task}, nil)
		}
	})
	w.call(&a2a.Call{Op: a2a.GetTask, TaskID: "no-such-task"}, nil)
}

// TestRecordedPlaysAWalk: the client walks again with other ids, and receives the same bytes as the first
// time except for those ids, at any pace and any number of times.
func TestRecordedPlaysAWalk(t *testing.T) {
	eachVersion(t, func(t *testing.T, d a2a.Dialect) {
		for _, o := range []Options{{Pace: 1}, {}, {Pace: 0.5, FreshIDs: true}, {Match: InOrder}} {
			t.Run(fmt.Sprint(o.Pace, o.Match), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					real := agent.New(agent.Options{})
					defer real.Close()
					tape := newDeck()
					first := &walker{t: t, d: d, h: tape.record(real), prefix: "first"}
					first.walk()
					m := tape.mock(t, o)
					for round := range 2 {
						again := &walker{t: t, d: d, h: m, prefix: fmt.Sprint("again", round)}
						again.walk()
						sameButIDs(t, first, again)
					}
				})
			})
		}
	})
}

var (
	uuid  = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|fresh-\d+`)
	ownID = regexp.MustCompile(`(first|again\d)-(message-|task-)?`)
)

func sameButIDs(t *testing.T, first, again *walker) {
	t.Helper()
	if len(first.saw) != len(again.saw) {
		t.Fatalf("%d answers, %d on record", len(again.saw), len(first.saw))
	}
	plain := func(s *seen) string {
		return ownID.ReplaceAllString(uuid.ReplaceAllString(s.body.String(), "UUID"), "own-$2")
	}
	for i, a := range first.saw {
		b := again.saw[i]
		if pa, pb := plain(a), plain(b); pa != pb || a.status != b.status || a.header.Get("Content-Type") != b.header.Get("Content-Type") {
			t.Errorf("answer %d\nfirst %d %s\nagain %d %s", i, a.status, pa, b.status, pb)
		}
		if strings.Contains(b.body.String(), "first-") {
			t.Errorf("answer %d names ids of the client on record: %s", i, b.body.String())
		}
	}
}

// TestRecordedKeepsTime: events arrive at their recorded times, multiplied by the pace.
func TestRecordedKeepsTime(t *testing.T) {
	d := each01(t)
	for _, pace := range []float64{1, 2, 0.5, 0} {
		synctest.Test(t, func(t *testing.T) {
			real := agent.New(agent.Options{})
			defer real.Close()
			tape := newDeck()
			w := &walker{t: t, d: d, h: tape.record(real), prefix: "first"}
			w.say(a2a.SendStreamingMessage, "", "slow 4 chunks every 50ms", nil)
			x := tape.list[0]
			want := time.Duration(float64(x.LastByte.Sub(x.Started)) * pace)
			w.h, w.saw = tape.mock(t, Options{Pace: pace}), nil
			time.Sleep(time.Hour)
			start := time.Now()
			w.say(a2a.SendStreamingMessage, "", "slow 4 chunks every 50ms", nil)
			s := w.saw[0]
			if got := s.at[len(s.at)-1].Sub(start); got != want {
				t.Errorf("pace %v: the stream took %v, want %v", pace, got, want)
			}
			gaps := map[time.Duration]bool{}
			for i := 2; i < len(s.at)-1; i++ {
				gaps[s.at[i].Sub(s.at[i-1])] = true
			}
			if pause := time.Duration(float64(50*time.Millisecond) * pace); !gaps[pause] {
				t.Errorf("pace %v: pauses %v, want %v", pace, gaps, pause)
			}
		})
	}
}

func each01(t *testing.T) a2a.Dialect {
	t.Helper()
	for _, d := range dialect.All() {
		if d.Version() == a2a.V01 {
			return d
		}
	}
	t.Fatal("no 0.1")
	return nil
}

// TestRecordedWaitsForTheCancel: without the recorded cancel, a stream reports the canceled state only
// after Patience.
func TestRecordedWaitsForTheCancel(t *testing.T) {
	eachVersion(t, func(t *testing.T, d a2a.Dialect) {
		synctest.Test(t, func(t *testing.T) {
			real := agent.New(agent.Options{})
			defer real.Close()
			tape := newDeck()
			first := &walker{t: t, d: d, h: tape.record(real), prefix: "first"}
			first.walk()
			again := &walker{t: t, d: d, h: tape.mock(t, Options{Patience: time.Minute}), prefix: "again"}
			start := time.Now()
			again.say(a2a.SendStreamingMessage, "", "slow 100 chunks every 50ms", nil)
			s := again.saw[0]
			for i, p := range s.writes {
				if canceled := strings.Contains(strings.ToLower(string(p)), "canceled"); canceled != (s.at[i].Sub(start) >= time.Minute) {
					t.Errorf("after %v: %s", s.at[i].Sub(start), p)
				}
			}
		})
	})
}

// TestRecordedLateCancel: what followed the cancel keeps its distance, however late the cancel arrives.
func TestRecordedLateCancel(t *testing.T) {
	eachVersion(t, func(t *testing.T, d a2a.Dialect) {
		synctest.Test(t, func(t *testing.T) {
			real := agent.New(agent.Options{})
			defer real.Close()
			tape := newDeck()
			first := &walker{t: t, d: d, h: tape.record(real), prefix: "first"}
			first.walk()
			again := &walker{t: t, d: d, h: tape.mock(t, Options{Pace: 1000, Patience: time.Hour}), prefix: "again"}
			var cancelled time.Time
			asked, done := false, make(chan struct{})
			again.say(a2a.SendStreamingMessage, "", "slow 100 chunks every 50ms", func(all []byte) {
				if asked {
					return
				}
				asked = true
				go func() {
					defer close(done)
					time.Sleep(260 * time.Second) // on record it was sent after about 200 ms
					cancelled = time.Now()
					again.call(&a2a.Call{Op: a2a.CancelTask, TaskID: idIn(all)}, nil)
				}()
			})
			<-done
			s := again.saw[0]
			if got := s.at[len(s.at)-1].Sub(cancelled); got != time.Second {
				t.Errorf("the end came %v after the cancel, on record 1 ms, here 1,000 times as long", got)
			}
		})
	})
}

// TestRecordedHasNoClient: nothing is called upstream, because there is nothing to call with.
func TestRecordedHasNoClient(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 5 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"http.Client", "http.Transport", "RoundTrip", "http.Get", "http.Post", "http.DefaultClient", "net.Dial", "outbound", "pushSender"} {
			if strings.Contains(string(text), word) {
				t.Errorf("%s mentions %s", f, word)
			}
		}
	}
}
