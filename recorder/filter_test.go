package recorder

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Each field of a filter selects what it should, alone and with others.
func TestFiltersSelect(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	s := open(t, withLabels)
	var ids []string
	put := func(change func(*wire.Exchange), head wire.Head, outcome wire.Outcome, took time.Duration, words string) {
		x := call()
		if change != nil {
			change(&x)
		}
		at := time.Now()
		x.Started = at
		tape := s.Begin(x)
		tape.Write(wire.Request, at, []byte(words), false)
		tape.EndRequest(at, nil)
		if head.Status > 0 {
			tape.WriteResponseHead(at, head)
		}
		if head.Header.Get("Content-Type") == "text/event-stream" {
			tape.Write(wire.Response, at, []byte("data: 1\n\ndata: 2\n\n"), false)
		}
		tape.End(wire.End{At: at.Add(took), Outcome: outcome})
		commit(t, tape)
		labelled(t, s, tape.ID())
		ids = append(ids, tape.ID())
	}
	not := func(f ...wire.Filter) wire.Filter { return wire.Filter{Exclusions: f} }
	head := func(status int) wire.Head { return wire.Head{Status: status} }
	put(nil, head(200), wire.ByAgent, 0, "op=SendMessage task=t1 context=c1 state=TASK_STATE_WORKING dialect=1.0 binding=jsonrpc hello world") // 1
	stream := wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}
	put(nil, stream, wire.ByAgent, 0, "op=SendStreamingMessage task=t1 state=TASK_STATE_CANCELED dialect=0.2|0.3 binding=rest worst=warning")                               // 2
	put(func(x *wire.Exchange) { x.Origin = wire.Console; x.Method = "GET" }, head(404), wire.ByAgent, 0, "op=GetAgentCard")                                                // 3
	put(func(x *wire.Exchange) { x.Agent = "http://b" }, head(500), wire.ByAgent, time.Second, "op=GetTask task=t2 state=TASK_STATE_FAILED error=TaskNotFound worst=error") // 4
	put(func(x *wire.Exchange) { x.Origin = wire.Compose }, wire.Head{}, wire.Unreachable, 300*time.Millisecond, "op=SendMessage worst=info")                               // 5
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	put(nil, head(204), wire.Cut, 0, "op=SendMessage task=t1 hello *** there") // 6

	// An agent's name may contain the address of another, but must not be taken for it.
	if err := s.SaveAgent(t.Context(), wire.Agent{Origin: "http://b", Name: "The Weather of 127.0.0.1 and http://c"}); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		f    wire.Filter
		want []int64
	}{
		{wire.Filter{}, []int64{6, 5, 4, 3, 2, 1}},
		{wire.Filter{Session: s.Current().ID}, []int64{6}},
		{wire.Filter{Session: "none"}, nil},
		{wire.Filter{ID: ids[3]}, []int64{4}},
		{wire.Filter{ID: ids[3][:len(ids[3])-2]}, []int64{4}},
		{wire.Filter{ID: wire.IDSuffix(ids[3])}, []int64{4}},
		{wire.Filter{ID: wire.IDSuffix(ids[3]), Ops: []string{"send"}}, nil},
		{not(wire.Filter{ID: wire.IDSuffix(ids[3])}), []int64{6, 5, 3, 2, 1}},
		{wire.Filter{ID: ids[3][len(ids[3])-3:]}, nil},
		{wire.Filter{Agents: []string{"http://b", "http://nobody"}}, []int64{4}},
		{wire.Filter{Agents: []string{"http://nobody"}}, nil},
		{wire.Filter{Ops: []string{"send"}}, []int64{6, 5, 2, 1}},
		{wire.Filter{Ops: []string{"SENDMESSAGE", "gettask"}}, []int64{6, 5, 4, 1}},
		{wire.Filter{Ops: []string{"nonesuch"}}, nil},
		{wire.Filter{Ops: []string{"*Stream"}}, []int64{2}},
		{wire.Filter{States: []string{"*ed"}}, []int64{4, 2}},
		{not(wire.Filter{States: []string{"*ed"}}), []int64{6, 5, 3, 1}},
		{wire.Filter{Agents: []string{"weather"}}, []int64{4}},
		{wire.Filter{Agents: []string{"http://127.0.0.1:9999", "WEATHER"}}, []int64{6, 5, 4, 3, 2, 1}},
		{wire.Filter{Agents: []string{"127.0.0.1"}}, []int64{6, 5, 3, 2, 1}},
		{wire.Filter{Agents: []string{"http://c"}}, nil},
		{wire.Filter{Dialects: []string{"0.3"}}, []int64{2}},
		{wire.Filter{Dialects: []string{"0.3", "1.0"}}, []int64{2, 1}},
		{wire.Filter{Bindings: []string{"REST"}}, []int64{2}},
		{wire.Filter{Origins: []wire.Origin{wire.Console, wire.Compose}}, []int64{5, 3}},
		{wire.Filter{Origins: []wire.Origin{wire.Client, wire.Compose}}, []int64{6, 5, 4, 2, 1}},
		{wire.Filter{ExcludedOrigins: []wire.Origin{wire.Console}}, []int64{6, 5, 4, 2, 1}},
		{wire.Filter{States: []string{"working", "Cancelled"}}, []int64{2, 1}},
		{wire.Filter{States: []string{"TASK_STATE_FAILED"}}, []int64{4}},
		{wire.Filter{Outcomes: []wire.Outcome{wire.Cut, wire.Unreachable}}, []int64{6, 5}},
		{wire.Filter{Outcomes: []wire.Outcome{wire.ByAgent, wire.Cut}}, []int64{6, 4, 3, 2, 1}},
		{wire.Filter{Task: "t1"}, []int64{6, 2, 1}},
		{wire.Filter{Errors: []string{"tasknot"}}, []int64{4}},
		{wire.Filter{Errors: []string{"Not*"}}, nil},
		{not(wire.Filter{Errors: []string{"*found"}}), []int64{6, 5, 3, 2, 1}},
		{wire.Filter{Context: "c1"}, []int64{1}},
		{wire.Filter{Method: "get"}, []int64{3}},
		{wire.Filter{Method: "POST"}, []int64{6, 5, 4, 2, 1}},
		{wire.Filter{Statuses: []string{"4xx", "500"}}, []int64{4, 3}},
		{wire.Filter{Statuses: []string{"2xx", "404"}}, []int64{6, 3, 2, 1}},
		{wire.Filter{Statuses: []string{"what"}}, nil},
		{wire.Filter{Findings: []string{"any"}}, []int64{5, 4, 2}},
		{wire.Filter{Findings: []string{"warning"}}, []int64{4, 2}},
		{wire.Filter{Conditions: []string{"failed"}}, []int64{6, 5, 4, 3}},
		{not(wire.Filter{Conditions: []string{"failed"}}), []int64{2, 1}},
		{wire.Filter{Conditions: []string{"stream"}}, []int64{2}},
		{wire.Filter{Conditions: []string{"stream", "failed"}}, nil},
		{wire.Filter{Conditions: []string{"other"}}, nil},
		{wire.Filter{MinTime: 200 * time.Millisecond}, []int64{5, 4}},
		{wire.Filter{MinTime: 10 * time.Millisecond, MaxTime: 500 * time.Millisecond}, []int64{5}},
		{wire.Filter{Text: []string{"hello"}}, []int64{6, 1}},
		{wire.Filter{Text: []string{"hello wor"}}, nil},
		{wire.Filter{Text: []string{"hello wor*"}}, []int64{1}},
		{wire.Filter{Text: []string{"hello", "there"}}, []int64{6}},
		{wire.Filter{Text: []string{"***"}}, []int64{6}},
		{wire.Filter{Text: []string{`x" OR text:"`}}, nil},
		{wire.Filter{Task: "t1", Ops: []string{"send"}, Text: []string{"hello"}, Statuses: []string{"200"}}, []int64{1}},
		{wire.Filter{Session: s.Current().ID[:35] + "x"}, nil},
		{wire.Filter{Agents: []string{"b"}}, []int64{4}},
		{wire.Filter{Agents: []string{"127.0.0.1:9999"}, Method: "get"}, []int64{3}},
		{wire.Filter{Agents: []string{"*:9999"}}, []int64{6, 5, 3, 2, 1}},
		{wire.Filter{Agents: []string{"http://127.*"}}, []int64{6, 5, 3, 2, 1}},
		{wire.Filter{Agents: []string{"*weather*"}}, []int64{4}},
		{wire.Filter{Agents: []string{"weather*"}}, nil},
		{wire.Filter{Callers: []string{"TEST"}, Task: "t2"}, []int64{4}},
		{wire.Filter{Callers: []string{"nobody"}}, nil},
		{wire.Filter{Callers: []string{"TE*"}, Task: "t2"}, []int64{4}},
		{wire.Filter{Callers: []string{"nobody", "*s*/1"}, Task: "t2"}, []int64{4}},
		{wire.Filter{Callers: []string{"*est"}}, nil},
		{wire.Filter{Callers: []string{"t?st*"}}, nil},
		{not(wire.Filter{Callers: []string{"te*"}}), nil},
		{wire.Filter{Task: "t…2"}, []int64{4}},
		{wire.Filter{Task: "t…3"}, nil},
		{wire.Filter{Task: "t*"}, []int64{6, 4, 2, 1}},
		{wire.Filter{Task: "nothing*"}, nil},
		{wire.Filter{ID: ids[3][:30], Task: "t2"}, []int64{4}},
		{wire.Filter{ID: ids[3]}, []int64{4}},
		{wire.Filter{Since: wire.Moment{Ago: time.Hour}, Until: wire.Moment{At: time.Now().Add(time.Hour)}}, []int64{6, 5, 4, 3, 2, 1}},
		{wire.Filter{Since: wire.Moment{At: time.Now().Add(time.Hour)}}, nil},
		{wire.Filter{Until: wire.Moment{Ago: time.Hour}}, nil},
		{not(wire.Filter{Ops: []string{"send"}}), []int64{4, 3}},
		{not(wire.Filter{Ops: []string{"send"}}, wire.Filter{Ops: []string{"get"}}), nil},
		{not(wire.Filter{States: []string{"failed"}}), []int64{6, 5, 3, 2, 1}},
		{not(wire.Filter{Dialects: []string{"0.3"}}), []int64{6, 5, 4, 3, 1}},
		{not(wire.Filter{Findings: []string{"any"}}), []int64{6, 3, 1}},
		{not(wire.Filter{Findings: []string{"error"}}), []int64{6, 5, 3, 2, 1}},
		{not(wire.Filter{Outcomes: []wire.Outcome{wire.ByAgent}}), []int64{6, 5}},
		{not(wire.Filter{Outcomes: []wire.Outcome{wire.Cut}}), []int64{5, 4, 3, 2, 1}},
		{not(wire.Filter{Task: "t1"}), []int64{5, 4, 3}},
		{not(wire.Filter{Task: "t1"}, wire.Filter{Task: "t2"}), []int64{5, 3}},
		{not(wire.Filter{Callers: []string{"test"}}), nil},
		{not(wire.Filter{Agents: []string{"b"}}), []int64{6, 5, 3, 2, 1}},
		{not(wire.Filter{Session: s.Current().ID}), []int64{5, 4, 3, 2, 1}},
		{not(wire.Filter{Statuses: []string{"4xx"}}, wire.Filter{Method: "POST"}), nil},
		{not(wire.Filter{MinTime: 200 * time.Millisecond}), []int64{6, 3, 2, 1}},
		{not(wire.Filter{Since: wire.Moment{Ago: time.Hour}}), nil},
		{not(wire.Filter{Text: []string{"hello"}}), []int64{5, 4, 3, 2}},
		{not(wire.Filter{Text: []string{"***"}}), []int64{5, 4, 3, 2, 1}},
		{not(wire.Filter{Task: "t1", Ops: []string{"SendMessage"}}), []int64{5, 4, 3, 2}},
		{wire.Filter{Text: []string{"hello"}, Exclusions: []wire.Filter{{Text: []string{"there"}}}}, []int64{1}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			list, err := s.Exchanges(t.Context(), c.f, wire.Page{})
			if err != nil || !slices.Equal(seqs(list), c.want) {
				t.Errorf("%+v: %v, %v, want %v", c.f, seqs(list), err, c.want)
			}
			changed, err := s.Changed(t.Context(), c.f, 0, 0)
			got := seqs(changed)
			slices.Sort(got)
			slices.Reverse(got)
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("changed %+v: %v, %v, want %v", c.f, got, err, c.want)
			}
		})
	}
}

func seqs(list []wire.Exchange) []int64 {
	var out []int64
	for _, x := range list {
		out = append(out, x.Seq)
	}
	return out
}

func TestPagesFollowSeq(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	for range 10 {
		labelled(t, s, record(t, s, call(), "task=t1 state=TASK_STATE_WORKING", jsonHead, "words"))
	}
	for _, f := range []wire.Filter{{}, {Task: "t1"}, {Text: []string{"words"}}, {States: []string{"x", "working"}}, {Outcomes: []wire.Outcome{wire.ByAgent}}} {
		for _, c := range []struct {
			p    wire.Page
			want []int64
		}{
			{wire.Page{Limit: 3}, []int64{10, 9, 8}},
			{wire.Page{Limit: 3, Before: 8}, []int64{7, 6, 5}},
			{wire.Page{Limit: 3, After: 4}, []int64{7, 6, 5}},
			{wire.Page{Limit: 3, After: 4, Before: 7}, []int64{6, 5}},
			{wire.Page{After: 10}, nil},
		} {
			list, err := s.Exchanges(t.Context(), f, c.p)
			if err != nil || !slices.Equal(seqs(list), c.want) {
				t.Errorf("%+v %+v: %v, %v, want %v", f, c.p, seqs(list), err, c.want)
			}
		}
	}
}
