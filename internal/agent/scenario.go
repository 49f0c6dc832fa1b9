package agent

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent/conformance"
)

// skillFor finds the skill for a message; Options.Play stands for all. Under the profile for conformance kits the
// id of a message goes first, and what would only be greeted or given back is a plain
// task, where the kits want its tasks to stay open.
func skillFor(in *input) (*skill, *a2a.Error) {
	if in.play != nil {
		return scenarioSkill(in.play), nil
	}
	if in.kit == nil {
		return pick(in)
	}
	if s := conformance.Find(in.message.ID); s != nil {
		return scenarioSkill(s), nil
	}
	s, e := pick(in)
	if e == nil && in.kit.OpenTasks && in.fields["skill"] == nil && (s.card.ID == hello.card.ID || s.card.ID == echo.card.ID) {
		return &plain, nil
	}
	return s, e
}

// scenarioSkill does with a message what a scenario says.
func scenarioSkill(s *conformance.Scenario) *skill {
	out := &skill{run: func(t *turn) { t.play(s) }}
	if s.Reply != "" {
		out.reply = func(*input) []a2a.Part { return []a2a.Part{text(s.Reply)} }
		out.run = func(t *turn) { t.play(&conformance.Continued) }
	}
	return out
}

// play does the steps of a scenario.
func (t *turn) play(s *conformance.Scenario) {
	var f *artifact
	for _, step := range s.Steps {
		if !t.sleep(step.Wait) {
			return
		}
		switch {
		case step.Artifact == nil:
			t.reach(step)
		case f == nil:
			f = t.begin("output", "", !step.More, *step.Artifact)
		default:
			t.more(f, !step.More, *step.Artifact)
		}
	}
}

// reach does a step that is a status.
func (t *turn) reach(step conformance.Step) {
	var say []a2a.Part
	if step.Say != "" {
		say = append(say, text(step.Say))
	}
	if step.State.Interrupted() {
		t.ask(step.State, resumed, say...)
		return
	}
	t.status(step.State, say)
}

// resumed goes on with an interrupted task as the id of the new message says.
func resumed(t *turn) {
	s := conformance.Find(t.in.message.ID)
	if s == nil || s.Reply != "" {
		s = &conformance.Continued
	}
	t.play(s)
}

// plain gives a message back, and stays at work for a while before when the client does
// not wait: kits cancel such tasks, and send more messages to them.
var plain = skill{
	run: func(t *turn) {
		if t.in.open && !t.sleep(conformance.Timeout) {
			return
		}
		t.artifact("echo", "", slices.Clone(t.in.message.Parts)...)
		t.complete()
	},
}
