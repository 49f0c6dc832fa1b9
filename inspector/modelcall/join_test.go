package modelcall_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var start = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// exchange reads "ID FROM-TO KEY=VALUE…": seconds from start, TO empty while it is open.
func exchange(t *testing.T, line string) wire.Exchange {
	t.Helper()
	f := strings.Fields(line)
	from, to, _ := strings.Cut(f[1][1:], "-")
	from = f[1][:1] + from
	at := func(s string) time.Time {
		if s == "" {
			return time.Time{}
		}
		d, err := time.ParseDuration(s + "s")
		if err != nil {
			t.Fatal(err)
		}
		return start.Add(d)
	}
	x := wire.Exchange{ID: f[0], Started: at(from), Ended: at(to), Origin: wire.Client, Request: wire.Head{Header: http.Header{}}}
	x.Labels.Op = string(a2a.SendMessage)
	for _, pair := range f[2:] {
		k, v, _ := strings.Cut(pair, "=")
		switch k {
		case "op":
			x.Labels.Op = v
		case "task":
			x.Labels.Task = v
		case "context":
			x.Labels.Context = v
		case "state":
			x.Labels.State = "TASK_STATE_" + strings.ToUpper(v)
		case "session":
			x.Session = v
		case "trace":
			x.Request.Header["Traceparent"] = []string{"00-" + strings.Repeat(v, 32) + "-00f067aa0ba902b7-01"}
		case "ids":
			x.Origin, x.Labels.Model = wire.Model, &wire.ModelLabels{IDs: strings.Split(v, ",")}
		default:
			t.Fatalf("%s in %q", k, line)
		}
	}
	return x
}

func TestJoin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		calls []string
		model string
		want  string // parent, task and how
	}{
		"the only open call":                         {[]string{"a 0-10 task=t1"}, "m 5-6", "a t1 inferred"},
		"a call that still runs":                     {[]string{"a 0- task=t1"}, "m 5-6", "a t1 inferred"},
		"a call without a task":                      {[]string{"a 0-10"}, "m 5-6", "a  inferred"},
		"no call was open":                           {[]string{"a 0-4 task=t1", "b 7-9 task=t2"}, "m 5-6", "  "},
		"two tasks were open":                        {[]string{"a 0-10 task=t1", "b 1-9 task=t2"}, "m 5-6", "  "},
		"two calls of one task: the later":           {[]string{"a 0-10 task=t1", "b 1-9 task=t1 op=SubscribeToTask"}, "m 5-6", "b t1 inferred"},
		"a poll is not work":                         {[]string{"a 0-10 task=t1", "b 4-9 task=t2 op=GetTask"}, "m 5-6", "a t1 inferred"},
		"the task goes on after the response":        {[]string{"a 0-1 task=t1 state=working", "b 7-8 task=t1 op=GetTask state=completed"}, "m 5-6", "a t1 inferred"},
		"and nobody saw its end":                     {[]string{"a 0-1 task=t1 state=submitted"}, "m 5-6", "a t1 inferred"},
		"the task waits for its client":              {[]string{"a 0-1 task=t1 state=input_required"}, "m 5-6", "  "},
		"it had ended before":                        {[]string{"a 0-1 task=t1 state=working", "b 2-3 task=t1 op=GetTask state=failed"}, "m 5-6", "  "},
		"by trace, among two":                        {[]string{"a 0-10 task=t1 trace=a", "b 1-9 task=t2 trace=b"}, "m 5-6 trace=a", "a t1 trace"},
		"by trace, after the end":                    {[]string{"a 0-1 task=t1 trace=a"}, "m 5-6 trace=a", "a t1 trace"},
		"a trace of zeros is none":                   {[]string{"a 0-1 task=t1 trace=0"}, "m 5-6 trace=0", "  "},
		"by the task's id":                           {[]string{"a 0-10 task=t1", "b 1-9 task=t2"}, "m 5-6 ids=x,t1", "a t1 id"},
		"by the context's id: the later":             {[]string{"a 0-2 task=t1 context=c", "b 3-9 task=t2 context=c", "d 4-9 task=t3"}, "m 5-6 ids=c", "b t2 id"},
		"the task's id counts more":                  {[]string{"a 0-10 task=t1 context=c", "b 1-9 task=t2 context=c"}, "m 5-6 ids=c,t1", "a t1 id"},
		"a call that begins later names nothing":     {[]string{"a 7-10 task=t1"}, "m 5-6 ids=t1", "  "},
		"a call of one trace that is over":           {[]string{"a 0-20 task=t1 trace=a", "b 1-4 task=t2 trace=a"}, "m 5-6 trace=a", "a t1 trace"},
		"two open calls of one trace":                {[]string{"a 0-20 task=t1 trace=a", "b 1-9 task=t2 trace=a"}, "m 5-6 trace=a", "  "},
		"two open calls of one trace, one session":   {[]string{"a 0-20 task=t1 trace=a session=s", "b 1-9 task=t2 trace=a session=o"}, "m 5-6 trace=a session=s", "a t1 trace"},
		"the result of another task in the prompt":   {[]string{"a 0-20 task=t1", "b 1-4 task=t2"}, "m 5-6 ids=t2,t1", "a t1 id"},
		"two open tasks, one in the model's session": {[]string{"a 0-20 task=t1 session=s", "b 1-9 task=t2"}, "m 5-6 session=s", "a t1 inferred"},
		"trace counts more than ids":                 {[]string{"a 0-10 task=t1", "b 1-9 task=t2 trace=b"}, "m 5-6 ids=t1 trace=b", "b t2 trace"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls []wire.Exchange
			for _, l := range c.calls {
				calls = append(calls, exchange(t, l))
			}
			for range 2 { // in either order
				got := modelcall.Join([]wire.Exchange{exchange(t, c.model)}, calls)[0]
				if s := got.Parent + " " + got.Task + " " + string(got.Basis); s != c.want {
					t.Errorf("joined to %q, want %q", s, c.want)
				}
				slices.Reverse(calls)
			}
		})
	}
}

// library answers Exchanges from a list.
type library []wire.Exchange

func (l library) Exchanges(_ context.Context, f wire.Filter, p wire.Page) (out []wire.Exchange, err error) {
	for i := len(l) - 1; i >= 0 && len(out) < p.Limit; i-- {
		x := l[i]
		if f.Task != "" && f.Task != x.Labels.Task || x.Duration(start) < f.MinTime || len(f.Outcomes) > 0 && !x.Ended.IsZero() {
			continue
		}
		isIn := !x.Started.Before(f.Since.At) && (f.Until.IsZero() || x.Started.Before(f.Until.At))
		if isIn && (len(f.Origins) == 0 || slices.Contains(f.Origins, x.Origin)) && !slices.Contains(f.ExcludedOrigins, x.Origin) {
			out = append(out, x)
		}
	}
	return out, nil
}

func TestLoadReturnsCallsOfATimeOldestFirst(t *testing.T) {
	t.Parallel()
	lib := library{exchange(t, "a 0-20 task=t1"), exchange(t, "m1 1-2 ids="), exchange(t, "m2 5-6 ids="), exchange(t, "m3 7-8 ids="), exchange(t, "m4 11-12 ids=")}
	got, err := modelcall.Load(t.Context(), lib, start.Add(5*time.Second), start.Add(10*time.Second))
	var ids []string
	for _, c := range got {
		ids = append(ids, c.ID+" under "+c.Parent)
	}
	if s := strings.Join(ids, ", "); err != nil || s != "m2 under a, m3 under a" {
		t.Errorf("%s, %v", s, err)
	}
}

func TestNothingIsInferredWhereCallsAreMissing(t *testing.T) {
	t.Parallel()
	many := library{exchange(t, "m1 5-6 ids=")}
	for range modelcall.MaxCalls {
		many = append(many, exchange(t, "a 0-20 task=t1"))
	}
	for name, c := range map[string]struct {
		lib  library
		want string
	}{
		"more calls than are read":                        {many, ""},
		"a call that began hours before, and ended later": {library{exchange(t, "b -9999-9 task=t2"), exchange(t, "a 0-20 task=t1"), exchange(t, "m1 5-6 ids=")}, ""},
		"a call that began hours before, and is open":     {library{exchange(t, "b -9999- task=t2"), exchange(t, "a 0-20 task=t1"), exchange(t, "m1 5-6 ids=")}, ""},
		"a call that ended hours before":                  {library{exchange(t, "b -9999--9000 task=t2"), exchange(t, "a 0-20 task=t1"), exchange(t, "m1 5-6 ids=")}, "a"},
	} {
		got, err := modelcall.Load(t.Context(), c.lib, start, start.Add(time.Minute))
		if err != nil || len(got) != 1 || got[0].Parent != c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestLastFailedIsNotACallThatTheAgentRepeatedWell(t *testing.T) {
	t.Parallel()
	model := func(line, name, err string) wire.Exchange {
		x := exchange(t, line+" ids=")
		x.Labels.Model.Kind, x.Labels.Model.Model, x.Labels.Model.Error = "model", name, err
		return x
	}
	call := exchange(t, "a 0-20 task=t1")
	for name, c := range map[string]struct {
		calls library
		want  string
	}{
		"none failed":          {library{model("m1 1-2", "x", "")}, ""},
		"the last failed":      {library{model("m1 1-2", "x", ""), model("m2 3-4", "x", "no")}, "m2"},
		"repeated well":        {library{model("m1 1-2", "x", "no"), model("m2 3-4", "x", "")}, ""},
		"another model":        {library{model("m1 1-2", "x", "no"), model("m2 3-4", "y", "")}, "m1"},
		"outside the exchange": {library{model("m1 21-22", "x", "no")}, ""},
		"a stream that the server has not": {library{func() wire.Exchange {
			x := model("m1 1-2", "", "")
			x.Method, x.Response.Status, x.Labels.Model.Kind = "DELETE", 405, "other"
			return x
		}()}, ""},
		"repeated well, answered by a version of it": {library{model("m1 1-2", "x", "no"), func() wire.Exchange {
			x := model("m2 3-4", "x-2026", "")
			x.Labels.Model.Requested = "x"
			return x
		}()}, ""},
		"before a poll":   {library{exchange(t, "a 0-1 task=t1 state=working"), model("m1 2-3", "x", "no")}, "m1"},
		"of another task": {library{model("m1 1-2", "x", "no"), exchange(t, "b 0-9 task=t2")}, ""},
	} {
		last := call
		if name == "before a poll" {
			last = exchange(t, "p 5-6 task=t1 op=GetTask state=failed")
		}
		got, err := modelcall.LastFailed(t.Context(), append(c.calls, last), &last)
		id := ""
		if got != nil {
			id = got.ID
		}
		if err != nil || id != c.want {
			t.Errorf("%s: %q, %v, want %q", name, id, err, c.want)
		}
	}
}

func TestFiguresSumByModel(t *testing.T) {
	t.Parallel()
	var lib library
	for i, line := range []string{"m1 0-1", "m2 0-2", "m3 0-9", "m4 0-"} {
		x := exchange(t, line+" ids=")
		x.Labels.Model.Model, x.Labels.Model.Input, x.Labels.Model.Output = "x", 10, int64(i)
		if i == 1 {
			x.Labels.Model.Error = "no"
		}
		lib = append(lib, x)
	}
	tool := exchange(t, "m5 0-3 ids=")
	tool.Labels.Model.API, tool.Labels.Model.Tools = "mcp", []string{"search"}
	lib = append(lib, tool, exchange(t, "a 0-9 task=t1"))
	got, isWhole, err := modelcall.LoadFigures(t.Context(), lib, wire.Filter{ExcludedOrigins: []wire.Origin{wire.Console}})
	want := []modelcall.Figure{{Name: "x", Calls: 4, Failed: 1, Input: 40, Output: 6, P50: 2 * time.Second, P95: 2 * time.Second}, {Name: "search", IsTool: true, Calls: 1, P50: 3 * time.Second, P95: 3 * time.Second}}
	if err != nil || !isWhole || !slices.Equal(got, want) {
		t.Errorf("%+v, %v, %v\nwant %+v", got, isWhole, err, want)
	}
	if got, _, err := modelcall.LoadFigures(t.Context(), lib, wire.Filter{Origins: []wire.Origin{wire.Client}}); err != nil || len(got) > 0 {
		t.Errorf("clients' calls have %+v, %v", got, err)
	}
}
