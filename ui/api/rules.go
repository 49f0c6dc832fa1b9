package api

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// InterventionRoutes returns the routes of rules and held items.
func (s *Screen) InterventionRoutes() []web.Route {
	list := []web.Route{
		{Pattern: "GET /api/rules", Handle: s.apiRules},
		{Pattern: "POST /api/rules", Handle: s.apiAddRules},
		{Pattern: "DELETE /api/rules", Handle: s.apiRemoveRules},
		{Pattern: "POST /api/rules/check", Handle: s.apiCheckRule},
		{Pattern: "PATCH /api/rules/{id}", Handle: s.apiChangeRule},
		{Pattern: "DELETE /api/rules/{id}", Handle: s.apiRemoveRule},
		{Pattern: "GET /api/presets", Handle: s.apiPresets},
		{Pattern: "GET /api/held", Handle: s.apiHeld},
		{Pattern: "GET /api/held/{id}", Handle: s.apiHeldItem},
		{Pattern: "POST /api/held/{id}/release", Handle: s.apiRelease, Limit: web.UploadLimit},
		{Pattern: "POST /api/held/release", Handle: s.apiReleaseAll},
	}
	for i := range list {
		list[i].Access = web.ByBearer
	}
	return list
}

// ControlRoutes returns the routes of a program without pages: its taps, rules and held items.
func (s *Screen) ControlRoutes() []web.Route {
	taps := web.Route{Pattern: "GET /api/taps", Handle: s.apiTaps, Access: web.ByBearer}
	list := append([]web.Route{taps}, s.InterventionRoutes()...)
	for i := range list {
		checkQuery(&list[i])
	}
	return list
}

// Rule is the JSON form of a rule.
type Rule struct {
	Kind      string   `json:"kind"` // "rule"
	ID        string   `json:"id"`
	Text      string   `json:"text"`
	On        bool     `json:"on"`
	Preset    string   `json:"preset,omitempty"`
	CreatedAt string   `json:"made"`
	Removed   string   `json:"removed,omitempty"` // when it was removed; only in the rules of a session
	Fired     int64    `json:"fired"`             // number of times in the requested session, by default the current one
	LastOn    []string `json:"last_on"`           // ids of at most 20 exchanges, newest first
	Problem   string   `json:"problem,omitempty"`
}

func RuleOf(r wire.Rule) Rule {
	return Rule{Kind: "rule", ID: r.ID, Text: r.Text, On: r.On, Preset: r.Preset, CreatedAt: apiTime(r.Created), Removed: apiTime(r.Removed),
		Fired: r.Fired, LastOn: append([]string{}, r.LastExchanges...), Problem: r.Problem}
}

// Rules is the JSON form of a list of rules.
type Rules struct {
	Rules []Rule `json:"rules"`
}

func RulesOf(list []wire.Rule) Rules {
	out := Rules{Rules: make([]Rule, len(list))}
	for i, r := range list {
		out.Rules[i] = RuleOf(r)
	}
	return out
}

func (s *Screen) apiRules(w http.ResponseWriter, r *http.Request) error {
	session := r.URL.Query().Get("session")
	if session == "" {
		return web.WriteJSON(w, RulesOf(s.Rules.Rules()))
	}
	list, err := s.Rules.RulesOf(r.Context(), session)
	if err != nil {
		return apiFail("The rules were not listed.", err)
	}
	return web.WriteJSON(w, RulesOf(list))
}

// NewRules holds the texts of rules to add. Without texts, the rules of Preset are added.
type NewRules struct {
	Texts  []string `json:"texts,omitempty"`
	Preset string   `json:"preset,omitempty"`
}

// apiAddRules adds rules, all of them or none.
func (s *Screen) apiAddRules(w http.ResponseWriter, r *http.Request) error {
	const what = "No rule was added."
	var in NewRules
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	if in.Preset != "" {
		all := s.Rules.Presets()
		i := slices.IndexFunc(all, func(p host.Preset) bool { return p.Name == in.Preset })
		if i < 0 {
			return web.Fail(http.StatusUnprocessableEntity, what, fmt.Sprintf("There is no preset %.60q.", in.Preset), "List the presets: GET /api/presets.")
		}
		if len(in.Texts) == 0 {
			in.Texts = all[i].Rules
		}
	}
	if len(in.Texts) == 0 {
		return web.Fail(http.StatusUnprocessableEntity, what, "The request names no rule.", `Send {"texts": ["event:artifact nth:2 => duplicate"]} or {"preset": "lose-terminal-event"}.`)
	}
	list, err := s.Rules.AddRules(r.Context(), in.Texts, in.Preset)
	if err != nil {
		return ruleFail(what, err)
	}
	return web.WriteCreated(w, RulesOf(list))
}

// ruleFail is like apiFail, and also handles an invalid rule and an unknown rule.
func ruleFail(what string, err error) error {
	var wrong *host.RuleError
	switch {
	case errors.As(err, &wrong):
		return web.Fail(http.StatusUnprocessableEntity, what, fmt.Sprintf("At byte %d of the rule: %s.", wrong.Offset, wrong.Reason), "Check a text with POST /api/rules/check. docs/rules.md describes the language.")
	case errors.Is(err, wire.ErrNotFound):
		return web.Fail(http.StatusNotFound, what, "There is no such rule in force.", "List the rules: GET /api/rules.")
	}
	return apiFail(what, err)
}

// RuleCheck is the result of checking a rule's text.
type RuleCheck struct {
	OK     bool   `json:"ok"`
	Text   string `json:"text,omitempty"`   // in canonical form
	Offset int    `json:"offset,omitempty"` // byte at which parsing failed
	Reason string `json:"why,omitempty"`
}

func (s *Screen) apiCheckRule(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Text string `json:"text"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	text, err := s.Rules.CheckRule(in.Text)
	var wrong *host.RuleError
	switch {
	case errors.As(err, &wrong):
		return web.WriteJSON(w, RuleCheck{Offset: wrong.Offset, Reason: wrong.Reason})
	case err != nil:
		return err
	}
	return web.WriteJSON(w, RuleCheck{OK: true, Text: text})
}

func (s *Screen) apiChangeRule(w http.ResponseWriter, r *http.Request) error {
	const what = "The rule was not changed."
	var in struct {
		Text *string `json:"text"`
		On   *bool   `json:"on"`
		To   *int    `json:"to"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	id := r.PathValue("id")
	if in.Text != nil {
		if _, err := s.Rules.ChangeRule(r.Context(), id, *in.Text); err != nil {
			return ruleFail(what, err)
		}
	}
	if in.On != nil {
		if err := s.Rules.SwitchRule(r.Context(), id, *in.On); err != nil {
			return ruleFail(what, err)
		}
	}
	if in.To != nil {
		if err := s.Rules.MoveRule(r.Context(), id, *in.To); err != nil {
			return ruleFail(what, err)
		}
	}
	list := s.Rules.Rules()
	i := slices.IndexFunc(list, func(x wire.Rule) bool { return x.ID == id })
	if i < 0 {
		return ruleFail(what, wire.ErrNotFound)
	}
	return web.WriteJSON(w, RuleOf(list[i]))
}

func (s *Screen) apiRemoveRule(w http.ResponseWriter, r *http.Request) error {
	if err := s.Rules.RemoveRules(r.Context(), r.PathValue("id")); err != nil {
		return ruleFail("The rule was not removed.", err)
	}
	return noContent(w)
}

// apiRemoveRules removes all rules, or those of a preset.
func (s *Screen) apiRemoveRules(w http.ResponseWriter, r *http.Request) error {
	preset := r.URL.Query().Get("preset")
	var ids []string
	for _, x := range s.Rules.Rules() {
		if preset == "" || x.Preset == preset {
			ids = append(ids, x.ID)
		}
	}
	if len(ids) > 0 {
		if err := s.Rules.RemoveRules(r.Context(), ids...); err != nil {
			return ruleFail("The rules were not removed.", err)
		}
	}
	return web.WriteJSON(w, map[string]int{"removed": len(ids)})
}

// Preset is the JSON form of a preset.
type Preset struct {
	Kind   string   `json:"kind"` // "preset"
	Name   string   `json:"name"`
	Title  string   `json:"title"`
	Does   string   `json:"does"`   // what happens on the wire
	Expect string   `json:"expect"` // what a good client does
	Rules  []string `json:"rules"`
}

func (s *Screen) apiPresets(w http.ResponseWriter, _ *http.Request) error {
	return writeList(w, "presets", s.Rules.Presets(), func(p host.Preset) Preset {
		return Preset{"preset", p.Name, p.Title, p.Does, p.Expect, append([]string{}, p.Rules...)}
	})
}
