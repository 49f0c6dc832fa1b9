package task

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/talk"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// Messages that polls repeat appear once, and artifacts do not appear.
func TestConversation(t *testing.T) {
	ask, answer := &a2a.Message{ID: "m1", Role: a2a.User}, &a2a.Message{ID: "m2", Role: a2a.Agent}
	send := &tape.Tape{X: wire.Exchange{ID: "send"}, Fold: &stream.Fold{Blocks: []*stream.Block{
		{Kind: stream.StatusBlock, Message: answer}, {Kind: stream.ArtifactBlock}}}}
	send.Call.Call = &a2a.Call{Op: a2a.SendMessage, Message: ask}
	poll := &tape.Tape{X: wire.Exchange{ID: "poll"}, Fold: &stream.Fold{Blocks: []*stream.Block{
		{Kind: stream.MessageBlock, Message: ask}, {Kind: stream.StatusBlock, Message: answer}, {Kind: stream.ErrorBlock}}}}
	got := conversation([]*tape.Tape{send, poll})
	if len(got) != 3 || got[0].Sent != ask || got[1].Block == nil || got[1].Block.Message != answer || got[1].X.ID != "send" || got[2].Block.Kind != stream.ErrorBlock {
		t.Errorf("the conversation is %+v", got)
	}
}

// TestEndsInTheConversation: a response that broke off says so below its messages. A response
// without messages shows the number of its events.
func TestEndsInTheConversation(t *testing.T) {
	turn := func(id string, outcome wire.Outcome, events int, blocks ...*stream.Block) *tape.Tape {
		x := &tape.Tape{X: wire.Exchange{ID: id, Outcome: outcome, Response: wire.Head{Status: 200}}, Fold: &stream.Fold{Events: events, Blocks: blocks}}
		x.Call.Call = &a2a.Call{Op: a2a.SendStreamingMessage, Message: &a2a.Message{ID: id, Role: a2a.User}}
		return x
	}
	answer := &stream.Block{Kind: stream.StatusBlock, Message: &a2a.Message{ID: "a1", Role: a2a.Agent}}
	got := conversation([]*tape.Tape{
		turn("good", wire.ByAgent, 2, answer), turn("cut", wire.Cut, 3, answer), turn("quiet", wire.ByAgent, 4, &stream.Block{Kind: stream.ArtifactBlock}), turn("open", wire.Open, 1),
	})
	var line []string
	for _, s := range got {
		switch {
		case s.Sent != nil:
			line = append(line, s.X.ID)
		case s.Block != nil:
			line = append(line, "answer")
		default:
			line = append(line, fmt.Sprint("end of ", s.X.ID, " ", s.Events))
		}
	}
	if want := "good, answer, cut, end of cut 3, quiet, end of quiet 4, open"; strings.Join(line, ", ") != want {
		t.Errorf("the conversation is %s, want %s", strings.Join(line, ", "), want)
	}
}

// TestBroken: a task whose newest call broke off is not simply working.
func TestBroken(t *testing.T) {
	for _, tt := range []struct {
		outcome wire.Outcome
		state   a2a.State
		want    bool
	}{{wire.Cut, a2a.Working, true}, {wire.Cut, a2a.Completed, false}, {wire.Open, a2a.Working, false}, {wire.ByAgent, a2a.Working, false}} {
		v := &taskView{State: tt.state, lastCall: wire.Exchange{Outcome: tt.outcome, Response: wire.Head{Status: 200}}}
		if v.broken() != tt.want {
			t.Errorf("%s, %s: broken is %v", tt.outcome, tt.state, !tt.want)
		}
	}
}

// The last state lasts only while something watches the task.
func TestStagesOfWhatNobodyWatches(t *testing.T) {
	at := time.Unix(1700000000, 0)
	one := &tape.Tape{X: wire.Exchange{ID: "a", Outcome: wire.Cut}, Fold: &stream.Fold{Task: "t", Last: at.Add(2e9), Stages: []stream.Stage{{State: a2a.Working, At: at}}}}
	if s := taskStages([]*tape.Tape{one}, "t", at.Add(60e9)); len(s) != 1 || s[0].Open || s[0].Duration != 2e9 {
		t.Errorf("after the stream was cut: %+v", s)
	}
	one.X.Outcome = wire.Open
	if s := taskStages([]*tape.Tape{one}, "t", at.Add(60e9)); len(s) != 1 || !s[0].Open || s[0].Duration != 60e9 {
		t.Errorf("while the stream is open: %+v", s)
	}
}

// TestAfterEnd: a task that changes after it was over is reported, unless a
// message may have reopened it.
func TestAfterEnd(t *testing.T) {
	at := time.Unix(100, 0)
	stages := func(states ...a2a.State) (out []talk.Stage) {
		for i, s := range states {
			out = append(out, talk.Stage{State: s, Since: at.Add(time.Duration(i) * time.Second)})
		}
		return out
	}
	sent := talkItem{Sent: &a2a.Message{}, X: wire.Exchange{Started: at.Add(1500 * time.Millisecond)}}
	for _, tt := range []struct {
		v    taskView
		want bool
	}{
		{taskView{}, false},
		{taskView{Stages: stages(a2a.Working, a2a.Canceled)}, false},
		{taskView{Stages: stages(a2a.Working, a2a.Canceled, a2a.Completed)}, true},
		{taskView{Stages: stages(a2a.Working, a2a.Completed, a2a.Working), Talk: []talkItem{sent}}, false},
	} {
		if got := tt.v.afterEnd(); (got != "") != tt.want {
			t.Errorf("%+v: %q", tt.v.Stages, got)
		}
	}
}
