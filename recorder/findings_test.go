package recorder

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// judged is a Labeller that finds what a response names, as "X-1/error", one for each frame, and after the end
// what other exchanges show.
type judged struct {
	fake
	x wire.Exchange
}

func newJudged(x *wire.Exchange) Labeller { return &judged{x: *x} }

func (j *judged) Update(x *wire.Exchange) {
	j.fake.Update(x)
	j.x = *x
}

func (j *judged) Labels() wire.Labels {
	l := j.fake.Labels()
	l.Findings, l.Worst, l.ResponseSeverity = 0, "", ""
	for _, f := range j.inside() {
		l.Findings, l.Worst, l.ResponseSeverity = l.Findings+f.Count, wire.MaxSeverity(l.Worst, f.Severity), wire.MaxSeverity(l.ResponseSeverity, f.Response)
	}
	return l
}

func (j *judged) inside() (out []wire.Finding) {
	for _, text := range j.text {
		for _, word := range strings.Fields(text) {
			name, severity, ok := strings.Cut(word, "/")
			if !ok {
				continue
			}
			if i := slices.IndexFunc(out, func(f wire.Finding) bool { return f.Check == name }); i >= 0 {
				out[i].Times++
				continue
			}
			f := wire.Finding{Check: name, Severity: severity, Response: severity, Count: 1, Times: 1}
			if worst, of := strings.CutSuffix(severity, "@request"); of {
				f.Severity, f.Request, f.Response = worst, worst, ""
			}
			out = append(out, f)
		}
	}
	return out
}

func (j *judged) Findings() []wire.Finding {
	out := j.inside()
	if !j.x.Ended.IsZero() && strings.Contains(strings.Join(j.text, " "), "beside") {
		out = append(out, wire.Finding{Check: "Z-9", Severity: "error", Response: "error", Count: 1, Times: 2, CrossFindings: []wire.CrossFinding{{
			Severity: "error", Message: "not as before", Side: wire.Response, Frame: 3, Path: "$.id", Spec: "1.0 §1", Times: 2, Others: []string{"other"},
		}}})
	}
	return out
}

// told is a LateJudge.
type told struct {
	mu    sync.Mutex
	list  []wire.ExchangeFindings
	ended []string
	atEnd []wire.ExchangeFindings
}

func (l *told) TakeFindings() []wire.ExchangeFindings {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.list
	l.list = nil
	return out
}

func (l *told) EndSession(session string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = append(l.ended, session)
	l.list = append(l.list, l.atEnd...)
}

func (l *told) tell(exchange, check, severity string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, wire.ExchangeFindings{Exchange: exchange, Findings: []wire.Finding{{Check: check, Severity: severity, Count: 1, Times: 1, CrossFindings: []wire.CrossFinding{{Severity: severity, Message: "told", Frame: -1}}}}})
}

// wrong summarizes the recorded findings of an exchange.
func wrong(t *testing.T, s *Store, id string) string {
	t.Helper()
	x, err := s.Exchange(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Findings(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{fmt.Sprint(x.Labels.Findings, " ", x.Labels.Worst)}
	for _, f := range list {
		one := fmt.Sprintf("%s %s %d/%d", f.Check, f.Severity, f.Count, f.Times)
		for _, a := range f.CrossFindings {
			one += fmt.Sprintf(" (%s %s %s %d %s %s %d %v)", a.Severity, a.Message, a.Side, a.Frame, a.Path, a.Spec, a.Times, a.Others)
		}
		out = append(out, one)
	}
	return strings.Join(out, "; ")
}

// Findings are recorded by check, during a stream and after it. Reindex makes them again, and removing the
// exchange removes them.
func TestFindingsAreOnRecord(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Label = newJudged })
	tape := s.Begin(call())
	at := time.Now()
	tape.EndRequest(at, nil)
	tape.WriteResponseHead(at, sseHead)
	tape.Write(wire.Response, at, []byte("data: X-1/info\n\n"), false)
	await(t, s, func() bool { return wrong(t, s, tape.ID()) == "1 info; X-1 info 1/1" })
	tape.Write(wire.Response, at, []byte("data: X-1/info X-2/warning\n\ndata: beside\n\n"), false)
	tape.End(wire.End{At: at, Outcome: wire.ByAgent})
	labelled(t, s, tape.ID())
	const all = "3 error; X-1 info 1/2; X-2 warning 1/1; Z-9 error 1/2 (error not as before response 3 $.id 1.0 §1 2 [other])"
	if got := wrong(t, s, tape.ID()); got != all {
		t.Errorf("on record is %s, want %s", got, all)
	}
	clean := record(t, s, call(), "op=Get", jsonHead, "fine")
	labelled(t, s, clean)
	if got := wrong(t, s, clean); got != "0 " {
		t.Errorf("of an exchange with nothing wrong: %s", got)
	}
	if err := s.do(t.Context(), func(w *writer) error {
		_, err := w.conn.Exec("DELETE FROM findings; UPDATE exchanges SET findings = 7, worst = NULL; UPDATE meta SET value = 1 WHERE name = 'findings_after'")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Reindex(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got := wrong(t, s, tape.ID()); got != all {
		t.Errorf("after reindex: %s", got)
	}
	var after int64
	if err := s.readers.QueryRow("SELECT value FROM meta WHERE name = 'findings_after'").Scan(&after); err != nil || after != 0 {
		t.Errorf("%d exchanges are to be read again, %v", after, err)
	}
	session := s.Current().ID
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	if n := rows(t, s, "findings"); n != 0 {
		t.Errorf("%d findings are left of what was removed", n)
	}
}

// Findings that only other exchanges show count for AgentSeverity, but not for ResponseSeverity.
func TestFindingsBesideOthersAreTheAgents(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Label = newJudged })
	for text, within := range map[string]string{"beside": "", "X-1/error": "error"} {
		x := labelled(t, s, record(t, s, call(), "op=SendMessage", jsonHead, text))
		if l := x.Labels; l.Worst != "error" || l.AgentSeverity != "error" || l.ResponseSeverity != within {
			t.Errorf("%s: %+v", text, l)
		}
	}
}

// Findings of later exchanges or of the session's end are added once the exchange is on record. A session that
// continues is not ended for the judge.
func TestFindingsAreToldLater(t *testing.T) {
	t.Parallel()
	l := &told{}
	s := open(t, func(o *Options) { o.Label, o.LateJudge = newJudged, l })
	x := call()
	x.ID = wire.NewID()
	l.tell(x.ID, "B-2", "error") // before the exchange is on record
	record(t, s, call(), "op=Get", jsonHead, "fine")
	id := record(t, s, x, "op=Get", jsonHead, "X-1/info")
	labelled(t, s, id)
	await(t, s, func() bool { return strings.HasPrefix(wrong(t, s, id), "2 error; B-2 error 1/1") })
	before, err := s.Exchange(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	l.tell(id, "X-1", "warning")
	record(t, s, call(), "op=Get", jsonHead, "fine")
	const all = "3 error; B-2 error 1/1 (error told request -1   0 []); X-1 warning 2/2 (warning told request -1   0 [])"
	await(t, s, func() bool { return wrong(t, s, id) == all })
	if x, err := s.Exchange(t.Context(), id); err != nil || x.Version <= before.Version {
		t.Errorf("version %d after %d, %v: lists do not draw it again", x.Version, before.Version, err)
	}
	session := s.Current().ID
	s.judgeEndsOfOwn(t.Context())
	if len(l.ended) > 0 {
		t.Fatalf("%v ended, and is being recorded", l.ended)
	}
	open := s.Begin(call())
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	s.judgeEndsOfOwn(t.Context())
	if len(l.ended) > 0 {
		t.Fatalf("%v ended, and has an open exchange", l.ended)
	}
	open.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	labelled(t, s, open.ID())
	l.atEnd = []wire.ExchangeFindings{{Exchange: open.ID(), Findings: []wire.Finding{{Check: "E-1", Severity: "info", Count: 1, Times: 1}}}}
	s.judgeEndsOfOwn(t.Context())
	s.judgeEndsOfOwn(t.Context())
	if !slices.Equal(l.ended, []string{session}) || wrong(t, s, open.ID()) != "1 info; E-1 info 1/1" {
		t.Errorf("%v ended, on record is %s", l.ended, wrong(t, s, open.ID()))
	}
}

// A replay of an exchange in its own session is marked, for the labeller and on record.
func TestRepeats(t *testing.T) {
	t.Parallel()
	said := map[string]bool{}
	s := open(t, func(o *Options) {
		o.Label = func(x *wire.Exchange) Labeller {
			if x.Origin == wire.Replay {
				said[x.ID] = x.Repeats
			}
			return newJudged(x)
		}
	})
	first := record(t, s, call(), "op=Get", jsonHead, "fine")
	repeat := func() string {
		x := call()
		x.Origin, x.Link = wire.Replay, first
		id := record(t, s, x, "op=Get", jsonHead, "fine")
		labelled(t, s, id)
		return id
	}
	same := repeat()
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{same: true, repeat(): false} {
		if x, err := s.Exchange(t.Context(), id); err != nil || x.Repeats != want || said[id] != want {
			t.Errorf("repeats: %v on record, %v said, %v, want %v", x.Repeats, said[id], err, want)
		}
	}
}

// Filters find findings by severity and by check, and the plans agree with a scan of all rows.
func TestFindingsAreFound(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Label = newJudged })
	ids := map[string]string{}
	for _, said := range []string{"fine", "X-1/info", "X-1/info X-2/error", "X-2/warning Y-1/info", "beside"} {
		ids[record(t, s, call(), "op=Get", jsonHead, said)] = said
	}
	for id := range ids {
		labelled(t, s, id)
	}
	for _, c := range []struct {
		find, but []string
		want      string
	}{
		{[]string{"any"}, nil, "X-1/info; X-1/info X-2/error; X-2/warning Y-1/info; beside"},
		{[]string{"error"}, nil, "X-1/info X-2/error; beside"},
		{[]string{"X-1"}, nil, "X-1/info; X-1/info X-2/error"},
		{[]string{"X-*"}, nil, "X-1/info; X-1/info X-2/error; X-2/warning Y-1/info"},
		{[]string{"Z-9", "Y-1"}, nil, "X-2/warning Y-1/info; beside"},
		{[]string{"Z-9", "warning"}, nil, "X-1/info X-2/error; X-2/warning Y-1/info; beside"},
		{[]string{"N-0"}, nil, ""},
		{[]string{"muted"}, nil, ""},
		{[]string{"any"}, []string{"X-2"}, "X-1/info; beside"},
		{nil, []string{"any"}, "fine"},
	} {
		f := wire.Filter{Findings: c.find}
		if c.but != nil {
			f.Exclusions = []wire.Filter{{Findings: c.but}}
		}
		if got := saidBy(t, s, ids, f); got != c.want {
			t.Errorf("%q but %q: %s, want %s", c.find, c.but, got, c.want)
		}
	}
}

// saidBy returns the responses that a filter selects.
func saidBy(t *testing.T, s *Store, ids map[string]string, f wire.Filter) string {
	t.Helper()
	list, err := s.Exchanges(t.Context(), f, wire.Page{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, x := range list {
		out = append(out, ids[x.ID])
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

// A muted check's findings are counted apart, in a session or in all, with the stored reason, until it is
// unmuted.
func TestMutes(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Label = newJudged })
	ids := map[string]string{}
	add := func(said string) string {
		id := record(t, s, call(), "op=Get", jsonHead, said)
		ids[id] = said
		labelled(t, s, id)
		return id
	}
	one := add("X-1/error X-2/info")
	first := s.Current().ID
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	two := add("X-1/error")
	version := func(id string) int64 { x, _ := s.Exchange(t.Context(), id); return x.Version }
	labels := func(id string) string {
		x, err := s.Exchange(t.Context(), id)
		return fmt.Sprint(x.Labels.Findings, " ", x.Labels.Worst, " ", x.Labels.Muted, " ", err)
	}
	check := func(what, ofOne, ofTwo, failed, muted string) {
		t.Helper()
		if a, b := labels(one), labels(two); a != ofOne+" <nil>" || b != ofTwo+" <nil>" {
			t.Errorf("%s: %s and %s, want %s and %s", what, a, b, ofOne, ofTwo)
		}
		if got := saidBy(t, s, ids, wire.Filter{Findings: []string{"error"}}); got != failed {
			t.Errorf("%s: errors are in %q, want %q", what, got, failed)
		}
		if got := saidBy(t, s, ids, wire.Filter{Findings: []string{"muted"}}); got != muted {
			t.Errorf("%s: muted ones are in %q, want %q", what, got, muted)
		}
	}
	check("none muted", "2 error 0", "1 error 0", "X-1/error; X-1/error X-2/info", "")
	before := version(one)
	if err := s.Mute(t.Context(), wire.Mute{Check: "X-1", Session: first, Reason: " the fixture does that "}); err != nil {
		t.Fatal(err)
	}
	if version(one) <= before {
		t.Error("lists do not draw the exchange again")
	}
	check("muted in a session", "1 info 1", "1 error 0", "X-1/error", "X-1/error X-2/info")
	if err := s.Mute(t.Context(), wire.Mute{Check: "X-1", Reason: "everywhere"}); err != nil {
		t.Fatal(err)
	}
	check("muted twice", "1 info 1", "0  1", "", "X-1/error; X-1/error X-2/info")
	list, err := s.Mutes(t.Context())
	if err != nil || len(list) != 2 || list[0].Reason != "everywhere" || list[0].Session != "" || list[1].Session != first || list[1].Reason != "the fixture does that" || list[1].Created.IsZero() {
		t.Errorf("%+v, %v", list, err)
	}
	if got := saidBy(t, s, ids, wire.Filter{Findings: []string{"X-1"}}); got != "X-1/error; X-1/error X-2/info" {
		t.Errorf("by its id the check is found in %q, muted or not", got)
	}
	if err := s.Unmute(t.Context(), "X-1", ""); err != nil {
		t.Fatal(err)
	}
	check("unmuted", "1 info 1", "1 error 0", "X-1/error", "X-1/error X-2/info")
	for _, m := range []wire.Mute{{Check: "X-1", Reason: "  "}, {Check: "X-1", Session: "none", Reason: "r"}, {Check: "X-1", Reason: strings.Repeat("r", wire.MaxReasonBytes+1)}} {
		if err := s.Mute(t.Context(), m); err == nil {
			t.Errorf("%.40v was muted", m)
		}
	}
	if err := s.Unmute(t.Context(), "X-2", ""); !isNotFound(err) {
		t.Errorf("unmuting what is not muted: %v", err)
	}
	met, unread, err := s.CheckCounts(t.Context(), "")
	if err != nil || unread != 0 || fmt.Sprint(met) != "[{X-1 error 2 2 0} {X-2 info 1 1 0}]" {
		t.Errorf("met %v, %d unread, %v", met, unread, err)
	}
	if met, _, err := s.CheckCounts(t.Context(), first); err != nil || len(met) != 2 || met[0].Exchanges != 1 {
		t.Errorf("met in the first session %v, %v", met, err)
	}
	if err := s.Remove(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if n := rows(t, s, "mutes"); n != 0 {
		t.Errorf("%d mutes are left of a removed session", n)
	}
}
