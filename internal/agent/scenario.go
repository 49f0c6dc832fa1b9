package agent

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent/conformance"
)

// skillFor finds the skill for a message. Options.Scenario overrides all skills. With a conformance
// profile, the message's id takes precedence, and a message that would only be greeted or echoed
// gets kitEcho, because the kits expect its task to stay open.
func skillFor(in *input) (*skill, *a2a.Error) {
	if in.scenario != nil {
		return scenarioSkill(in.scenario), nil
	}
	if in.kit == nil {
		return pickSkill(in)
	}
	if s := conformance.Find(in.message.ID); s != nil {
		return scenarioSkill(s), nil
	}
	s, e := pickSkill(in)
	if e == nil && in.kit.OpenTasks && in.fields["skill"] == nil && (s.card.ID == hello.card.ID || s.card.ID == echo.card.ID) {
		return &kitEcho, nil
	}
	return s, e
}

func scenarioSkill(s *conformance.Scenario) *skill {
	out := &skill{run: func(t *turn) { t.playScenario(s) }}
	if s.Reply != "" {
		out.reply = func(*input) []a2a.Part { return []a2a.Part{text(s.Reply)} }
		out.run = func(t *turn) { t.playScenario(&conformance.DefaultContinuation) }
	}
	return out
}

func (t *turn) playScenario(s *conformance.Scenario) {
	var f *artifact
	for _, step := range s.Steps {
		if !t.sleep(step.Wait) {
			return
		}
		switch {
		case step.Artifact == nil:
			t.applyStatus(step)
		case f == nil:
			f = t.beginArtifact("output", "", !step.HasMore, *step.Artifact)
		default:
			t.extendArtifact(f, !step.HasMore, *step.Artifact)
		}
	}
}

func (t *turn) applyStatus(step conformance.Step) {
	var say []a2a.Part
	if step.StatusText != "" {
		say = append(say, text(step.StatusText))
	}
	if step.State.Interrupted() {
		t.ask(step.State, resumeScenario, say...)
		return
	}
	t.setStatus(step.State, say)
}

// resumeScenario continues an interrupted task as the id of the new message says.
func resumeScenario(t *turn) {
	s := conformance.Find(t.input.message.ID)
	if s == nil || s.Reply != "" {
		s = &conformance.DefaultContinuation
	}
	t.playScenario(s)
}

// kitEcho echoes a message. If the client does not wait, the task works for a while first, because
// kits cancel such tasks and send them more messages.
var kitEcho = skill{
	run: func(t *turn) {
		if t.input.isOpen && !t.sleep(conformance.Timeout) {
			return
		}
		t.addArtifact("echo", "", slices.Clone(t.input.message.Parts)...)
		t.complete()
	},
}
