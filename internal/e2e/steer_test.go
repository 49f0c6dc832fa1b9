package e2e

import "testing"

// answer lets a puppet's stream go to its end.
func (p *puppet) answer() {
	for _, event := range []string{p.begin(), p.piece("a poem", true, true), p.status("completed", true), ""} {
		p.events <- event
	}
}

// TestSteerReplay pauses a replay, resumes it, and stops another, while its agent delays its responses.
func TestSteerReplay(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Poet", "writes poems")
	c, p := serve(t, agent.URL), open(t)
	tap := ""
	for _, at := range c.Taps {
		if at.Agent == agent.URL {
			tap = at.URL
		}
	}
	for _, id := range []string{"one", "two"} {
		go func() {
			<-agent.called
			agent.answer()
		}()
		outside(t, tap+"/rpc", "1.0", id, "a poem please", true)
	}
	p.visit(c.UI)
	again := p.origin() + "/replays/new?session=" + c.Session

	p.visit(again)
	startReplay(p, "meaning", agent.URL)
	<-agent.called
	p.streams()
	p.clickText("#replay-status button", "Pause")
	p.sees("#replay-status", "paused")
	agent.answer()
	p.until("document.querySelectorAll('.pair.verdict-same').length === 1")
	select {
	case body := <-agent.called:
		t.Errorf("it was called while the replay was paused: %s", body)
	default:
	}
	p.shot("replay-paused")
	p.clickText("#replay-status button", "Resume")
	<-agent.called
	agent.answer()
	p.sees("#replay-status", "done", "no differences", "2 the same")

	p.visit(again)
	startReplay(p, "meaning", agent.URL)
	<-agent.called
	p.streams()
	p.clickText("#replay-status button", "Stop")
	p.sees("#replay-status", "stopped by you")
	<-agent.gone
	select {
	case body := <-agent.called:
		t.Errorf("it was called after the replay was stopped: %s", body)
	default:
	}
	p.sees("#replay-steps", "not sent")
	p.shot("replay-stopped")
}
