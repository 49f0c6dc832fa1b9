package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// skill is one thing the agent can do. Its card entry describes it. The first skill whose canHandle
// returns true for a message handles it.
type skill struct {
	card           a2a.Skill
	extendedOnly   bool // only in the extended card
	needsExtension bool // refuses messages without timestamps, in versions that have extensions
	canHandle      func(*input) bool
	run            func(*turn)             // ends the task or calls ask
	reply          func(*input) []a2a.Part // answers without a task, if allowed; may be nil
}

// skills are tried in this order; the last one accepts every message.
var skills = []skill{
	joke, phone, paper, analysis, tickets, slow, hello, signIn, extension, failure, rejection,
	markdown, gallery, hostile, diagnosis, echo,
}

// pickSkill returns the skill for a message. A data part that names a skill takes precedence. The
// error says that the skill is unknown, needs an extension, or has no media type that the client accepts.
func pickSkill(in *input) (*skill, *a2a.Error) {
	s := findSkill(in.fields["skill"])
	if in.fields["skill"] != nil && s == nil {
		return nil, invalidParam("message.parts", "this agent has no skill %s; its card lists the skills", in.fields["skill"])
	}
	for i := 0; s == nil; i++ { // the last skill handles every message
		if skills[i].canHandle(in) {
			s = &skills[i]
		}
	}
	if s.needsExtension && in.behaviour.Extensions && !in.timestamps {
		return nil, extensionRequired()
	}
	if !in.canAnswerIn(s.card.OutputModes...) {
		return nil, newError(a2a.ContentTypeNotSupported, "skill %q answers in %s; the client accepts only %s",
			s.card.ID, strings.Join(s.card.OutputModes, ", "), strings.Join(in.accepts, ", "))
	}
	return s, nil
}

func findSkill(id json.RawMessage) *skill {
	var name string
	_ = json.Unmarshal(id, &name) // no skill has the id ""
	for i := range skills {
		if skills[i].card.ID == name {
			return &skills[i]
		}
	}
	return nil
}

func startsWith(openings ...string) func(*input) bool {
	return func(in *input) bool {
		return slices.ContainsFunc(openings, func(o string) bool { return strings.HasPrefix(in.command+" ", o+" ") })
	}
}

func mentions(phrases ...string) func(*input) bool {
	return func(in *input) bool {
		return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(in.command, p) })
	}
}
