package insight

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

const msec = time.Millisecond

// ended is a call that the agent ended, begun some seconds after noon.
func ended(second int, took time.Duration, change func(*wire.Sample)) wire.Sample {
	x := wire.Sample{Started: noon.Add(time.Duration(second) * time.Second), FirstByte: took / 2, Duration: took, Agent: "http://a", Caller: "python-httpx/0.27", Op: "SendMessage", Dialect: "1.0", Status: 200, Outcome: wire.ByAgent}
	if change != nil {
		change(&x)
	}
	return x
}

func TestFigures(t *testing.T) {
	var xs []wire.Sample
	for i := 99; i >= 0; i-- {
		xs = append(xs, ended(i, time.Duration(i+1)*msec, func(x *wire.Sample) {
			if i%10 == 0 {
				x.Op, x.Caller, x.Agent, x.Dialect = "SendStreamingMessage", "", "http://b", "0.3"
			}
			x.Failed, x.Wrong = i%25 == 0, i%25 == 1
		}))
	}
	f := FiguresOf(wire.SampleSet{Samples: xs, HasMore: true})
	got := fmt.Sprint(f.Count, f.Failed, f.Wrong, f.Open, f.HasOlder, f.From.Sub(noon), f.To.Sub(noon), f.Total, f.First, len(f.Times))
	if want := "100 4 4 0 true 0s 1m39s {100 1ms 50ms 95ms 99ms 100ms} {10 500µs 20.5ms 45.5ms 45.5ms 45.5ms} 50"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for name, c := range map[string]struct {
		groups []Group
		want   string
	}{
		"agents":     {f.Agents, "http://a agent:http://a 90 2, http://b agent:http://b 10 2, "},
		"operations": {f.Operations, "SendMessage op:SendMessage 90 2, SendStreamingMessage op:SendStreamingMessage 10 2, "},
		"versions":   {f.Versions, "1.0 dialect:1.0 90 2, 0.3 dialect:0.3 10 2, "},
		"clients":    {f.Clients, "python-httpx caller:python-httpx 90 2, not known  10 2, "},
	} {
		got := ""
		for _, g := range c.groups {
			got += fmt.Sprintf("%s %s %d %d, ", g.Name, g.Term, g.Count, g.Failed)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	sum := 0
	for _, b := range f.Times {
		sum += b.Count
	}
	if first := f.Times[0]; sum != 100 || first.Count != 2 || !first.From.Equal(noon) || first.To.Sub(first.From) != 2*time.Second {
		t.Errorf("the times hold %d, the first is %+v", sum, first)
	}
}

// TestQuantiles: nearest rank, also with few values.
func TestQuantiles(t *testing.T) {
	for _, c := range []struct {
		ds   []time.Duration
		want string
	}{
		{nil, "{0 0s 0s 0s 0s 0s}"},
		{[]time.Duration{7}, "{1 7ns 7ns 7ns 7ns 7ns}"},
		{[]time.Duration{1, 2}, "{2 1ns 1ns 2ns 2ns 2ns}"},
	} {
		if got := fmt.Sprint(quantiles(c.ds)); got != c.want {
			t.Errorf("of %v: %s, want %s", c.ds, got, c.want)
		}
	}
	b, err := json.Marshal(quantiles([]time.Duration{1500 * time.Microsecond}))
	if want := `{"exchanges":1,"min_ms":1.5,"p50_ms":1.5,"p95_ms":1.5,"p99_ms":1.5,"max_ms":1.5}`; err != nil || string(b) != want {
		t.Errorf("%s, %v", b, err)
	}
}

// TestBars: each duration is in one bar, and empty bars occur only between others.
func TestBars(t *testing.T) {
	got := fmt.Sprint(bars([]time.Duration{0, 3 * msec, 4 * msec, 5 * msec, 2000 * time.Second}))
	if want := "[{0s 100µs 1} {100µs 200µs 0} {200µs 500µs 0} {500µs 1ms 0} {1ms 2ms 0} {2ms 5ms 2} {5ms 10ms 1} "; len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("got %s", got)
	}
	if want := "{8m20s 0s 1}]"; got[len(got)-len(want):] != want {
		t.Errorf("got %s", got)
	}
}

// TestSteps: a span of any length is cut into few bins, and every exchange is in one.
func TestSteps(t *testing.T) {
	for _, d := range []time.Duration{0, 1, msec, 5900 * msec, time.Minute, time.Hour, 25 * time.Hour, 300 * day, 30000 * day} {
		xs := []wire.Sample{{Started: noon.Add(d)}, {Started: noon}}
		all := FiguresOf(wire.SampleSet{Samples: xs}).Times
		if n := len(all); n < 1 || n > maxBins || all[0].Count == 0 || all[n-1].Count == 0 || all[0].From.After(noon) || !all[n-1].To.After(noon.Add(d)) {
			t.Errorf("%v: %d stretches, %+v", d, n, all)
		}
	}
}

// TestFailures: each kind of failure has one name and a valid filter that finds no other kind.
func TestFailures(t *testing.T) {
	var xs []wire.Sample
	add := func(change func(*wire.Sample)) {
		xs = append(xs, ended(0, msec, func(x *wire.Sample) { x.Failed = true; change(x) }))
	}
	add(func(x *wire.Sample) { x.Error, x.Status = "TaskNotFound", 404 })
	add(func(x *wire.Sample) { x.Error = "TaskNotFound" })
	add(func(x *wire.Sample) { x.Outcome, x.Status = wire.Cut, 200 })
	add(func(x *wire.Sample) { x.Status = 503 })
	add(func(x *wire.Sample) { x.State = "TASK_STATE_FAILED" })
	add(func(x *wire.Sample) { x.State = "TASK_STATE_WORKING" })
	add(func(x *wire.Sample) {})
	add(func(x *wire.Sample) { x.Failed = false })
	got := ""
	for _, f := range FiguresOf(wire.SampleSet{Samples: xs}).Failures {
		got += fmt.Sprintf("%d %s (%s)\n", f.Count, f.Name, f.Term)
		if _, err := words.FilterVocabulary().Parse(f.Term); err != nil {
			t.Errorf("%s: %v", f.Term, err)
		}
	}
	want := "2 TaskNotFound (error:TaskNotFound)\n1 503 Service Unavailable (status:503 is:failed outcome:agent -error:*)\n1 cut (outcome:cut is:failed -error:*)\n1 ended while working (state:working " + answeredFilter +
		")\n1 invalid answer (" + invalidFilter + ")\n1 task failed (state:failed " + answeredFilter + ")\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTermsCanBeRead: whatever a client calls itself, its filter is one term.
func TestTermsCanBeRead(t *testing.T) {
	for _, caller := range []string{`a "b" \ c`, "x:y", "ünï", "-a"} {
		f := FiguresOf(wire.SampleSet{Samples: []wire.Sample{ended(0, msec, func(x *wire.Sample) { x.Caller = caller })}})
		read, err := words.FilterVocabulary().Parse(f.Clients[0].Term)
		if err != nil || len(read.Callers) != 1 || read.Callers[0] != caller {
			t.Errorf("%s: %+v, %v", f.Clients[0].Term, read.Callers, err)
		}
	}
}

// TestNamesWithinNames: a group's filter excludes other names that contain its own. There is no filter for names with
// pattern characters or invalid UTF-8.
func TestNamesWithinNames(t *testing.T) {
	var xs []wire.Sample
	for _, c := range [][2]string{{"node", "GetTask"}, {"node-fetch", "GetTaskPushNotificationConfig"}, {"*", ""}, {"\xff", ""}} {
		xs = append(xs, ended(0, msec, func(x *wire.Sample) { x.Caller, x.Op = c[0], c[1] }))
	}
	terms := map[string]string{}
	f := FiguresOf(wire.SampleSet{Samples: xs})
	for _, g := range append(f.Clients, f.Operations...) {
		terms[g.Name] = g.Term
	}
	for name, want := range map[string]string{"node": "caller:node -caller:node-fetch", "node-fetch": "caller:node-fetch", "*": "", "\xff": "",
		"GetTask": "op:GetTask -op:GetTaskPushNotificationConfig", "not known": ""} {
		if got, ok := terms[name]; !ok || got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestManyNames: the clients beyond maxGroups form one group, so one that uses a new name each time
// does no harm.
func TestManyNames(t *testing.T) {
	var xs []wire.Sample
	for i := range 1000 {
		xs = append(xs, ended(0, msec, func(x *wire.Sample) { x.Caller = fmt.Sprint("client-", i) }))
	}
	f := FiguresOf(wire.SampleSet{Samples: xs})
	if n := len(f.Clients); n != maxGroups+1 || f.Clients[n-1].Name != otherGroups || f.Clients[n-1].Count != 1000-maxGroups {
		t.Errorf("%d groups, the last %+v", n, f.Clients[n-1])
	}
}

// TestFailureWithoutAnswer: what a rule or a person broke off has a name and a filter.
func TestFailureWithoutAnswer(t *testing.T) {
	name, find := failure(&wire.Sample{Failed: true, Outcome: wire.Interrupted})
	if name != "interrupted" || find != "outcome:interrupted is:failed -status:3xx -status:4xx -status:5xx -error:*" {
		t.Errorf("%s: %s", name, find)
	}
}
