package sequence

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// streamed is a call with rows as its response.
func streamed(at time.Time, took time.Duration, rows ...sketchRow) *hop {
	x := wire.Exchange{ID: "x", Origin: wire.Client, Outcome: wire.ByAgent, Agent: "http://a", Started: at, Ended: at.Add(took)}
	return &hop{X: x, Name: "agent", sketch: sketch{Rows: rows}}
}

// TestArrowsTellTheirFindings: the arrow of an event has the sign of its findings, and its sentence
// names the worst. Muted findings do not count.
func TestArrowsTellTheirFindings(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	row := func(n int, word string, ps ...a2a.Problem) sketchRow {
		return sketchRow{At: at, Until: at, ReceivedAt: at, Events: 1, From: n, To: n, Word: word, Findings: findingListOf(ps)}
	}
	odd := a2a.Problem{Check: "A-1", Severity: a2a.SeverityWarning, Message: "odd"}
	bad := a2a.Problem{Check: "A-2", Severity: a2a.SeverityError, Message: "not JSON."}
	h := streamed(at, time.Second, row(1, "append"), row(2, "unread", odd, bad))
	h.mark()
	if m := h.Marks[1]; m.findings.sign() != "" || strings.Contains(m.Sentence, "Finding") {
		t.Errorf("what is in order is marked %q and told as %q", m.findings.sign(), m.Sentence)
	}
	m := h.Marks[2]
	if m.findings.sign() != "▲ 2" || m.findings.worst() != "error" || m.Label != "not understood" {
		t.Errorf("it is marked %q, %q, and labelled %q", m.findings.sign(), m.findings.worst(), m.Label)
	}
	if m.Sentence != "agent sends something unreadable. Finding (error): not JSON, and 1 more" {
		t.Errorf("it is told as %q", m.Sentence)
	}
	if end := h.Marks[3].Sentence; end != "agent ends the stream" {
		t.Errorf("its end is told as %q", end)
	}
	h.muted = map[string]bool{"A-1": true, "A-2": true}
	if h.mark(); h.Marks[2].findings.count() != 0 || h.Marks[3].Sentence != "agent has sent everything, and ends the stream" {
		t.Errorf("what is muted is marked %q, and the end is told as %q", h.Marks[2].findings.sign(), h.Marks[3].Sentence)
	}
}

// TestFindingsOfWhatIsNotDrawn: findings of events beyond the drawn ones are shown too. An exchange
// that was not read shows the number from its row.
func TestFindingsOfWhatIsNotDrawn(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	h := streamed(at, time.Second)
	for i := range 2 * maxEventArrows {
		h.sketch.Rows = append(h.sketch.Rows, sketchRow{At: at, Until: at, ReceivedAt: at, Events: 1, From: i + 1, To: i + 1, Word: "message"})
	}
	h.sketch.Rows[maxEventArrows+2].Findings = findingListOf([]a2a.Problem{{Severity: a2a.SeverityError, Message: "bad"}})
	h.mark()
	found := 0
	for _, m := range h.Marks {
		found += m.findings.count()
	}
	if found != 1 || len(h.Marks) != maxEventArrows+4 {
		t.Errorf("%d findings at %d arrows", found, len(h.Marks))
	}
	h = streamed(at, time.Second)
	h.X.Labels.Findings, h.X.Labels.Worst = 3, "warning"
	h.mark()
	if m := h.Marks[1]; m.findings.sign() != "▲ 3" || m.findings.worst() != "warning" || !strings.HasSuffix(m.Sentence, "3 findings, worst: warning") {
		t.Errorf("the end is marked %q, %q, and told as %q", m.findings.sign(), m.findings.worst(), m.Sentence)
	}
}

// TestRunsAreNoPauses: a run shows its duration, and a gap is measured from the run's last event.
func TestRunsAreNoPauses(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	run := sketchRow{At: at.Add(20 * time.Millisecond), Until: at.Add(9220 * time.Millisecond), Events: 712, From: 2, To: 713, Word: "append", Subject: "stream"}
	first := sketchRow{At: at.Add(10 * time.Millisecond), Until: at.Add(10 * time.Millisecond), Events: 1, From: 1, To: 1, Word: "artifact", Subject: "stream"}
	for _, c := range []struct {
		took time.Duration
		gap  string
	}{{9230 * time.Millisecond, ""}, {14220 * time.Millisecond, "5.0 s later"}} {
		h := streamed(at, c.took, first, run)
		d := &Diagram{Calls: []*hop{h}}
		d.assignLanes()
		d.draw(at.Add(time.Minute))
		gap := ""
		for _, g := range d.Gaps {
			gap += g.Text
		}
		if gap != c.gap || h.Marks[2].Label != "+ stream ×712 · 9.2 s" || h.shortLabel(h.Marks[2].Label) != "×712 · 9.2 s" {
			t.Errorf("ended after %v: gap %q, run %q, in brief %q", c.took, gap, h.Marks[2].Label, h.shortLabel(h.Marks[2].Label))
		}
		for _, g := range d.Gaps { // the text of a gap must not overlap the time above it
			if above := h.Marks[2].Y; g.Y-above < 18 || h.Marks[3].Y-g.Y < 18 {
				t.Errorf("a gap at %v between arrows at %v and %v", g.Y, above, h.Marks[3].Y)
			}
		}
	}
}
