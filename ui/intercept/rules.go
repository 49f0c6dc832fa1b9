package intercept

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// lines returns the rules in a text: one per line, without blank lines and lines that begin with #.
func lines(text string) (out []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// ruleError returns the error in a rule's text, nil if err is another kind.
func ruleError(err error) *host.RuleError {
	var e *host.RuleError
	errors.As(err, &e)
	return e
}

func (s *Screen) check(w http.ResponseWriter, r *http.Request) error {
	t, id := ruleDraft{Text: r.FormValue("text")}, r.FormValue("rule")
	if all := lines(t.Text); len(all) > 1 {
		t.Note = part.Plural(len(all), "rule")
	} else if strings.TrimSpace(t.Text) != "" {
		_, err := s.Rules.CheckRule(strings.TrimSpace(t.Text))
		t.Err, t.Note = ruleError(err), s.Rules.RuleWords(strings.TrimSpace(t.Text))
	}
	if t.Err != nil && s.isUnfinished(r.Context(), t) {
		t.Err = nil
	}
	return replaceNote(w, r, ruleNote(id, t, true))
}

// isUnfinished reports whether a rule is only wrong because its last word is incomplete. The
// page then offers completions.
func (s *Screen) isUnfinished(ctx context.Context, t ruleDraft) bool {
	return slices.ContainsFunc(s.Rules.CompleteRule(ctx, t.Text, len(t.Text)), func(sg filter.Suggestion) bool {
		return sg.Extends(t.Text) && t.Err.Offset >= sg.From
	})
}

// replaceNote replaces a note. It does not morph, because nothing inside a
// rule's editor is morphed.
func replaceNote(w http.ResponseWriter, r *http.Request, note templ.Component) error {
	p := web.NewPatches(w, r)
	p.Replace(note)
	return p.Flush()
}

// add adds the rules in the field, one per line.
func (s *Screen) add(w http.ResponseWriter, r *http.Request) error {
	text := r.FormValue("text")
	all := lines(text)
	if len(all) == 0 {
		return s.refuse(w, r, "", ruleDraft{text, &host.RuleError{Reason: "There is no rule to add. Type one, such as event:artifact nth:2 => hold."}, ""})
	}
	for _, one := range all {
		if _, err := s.Rules.CheckRule(one); err != nil {
			e := cmp.Or(ruleError(err), &host.RuleError{Reason: err.Error()})
			return s.refuse(w, r, "", ruleDraft{text, &host.RuleError{Offset: e.Offset + strings.Index(text, one), Reason: e.Reason}, ""})
		}
	}
	if _, err := s.Rules.AddRules(r.Context(), all, ""); err != nil {
		return ruleSaveError(err)
	}
	return s.answerChange(w, r, newRule(ruleDraft{}))
}

// answerChange answers a change of rules with the elements to replace.
func (s *Screen) answerChange(w http.ResponseWriter, r *http.Request, element ...templ.Component) error {
	s.Web.Notify(web.Rules)
	if web.ByForm(r) || len(element) == 0 {
		return s.Web.Done(w, r, web.Rules)
	}
	p := web.NewPatches(w, r)
	for _, e := range element {
		p.Replace(e)
	}
	return p.Flush()
}

// refuse shows the error of a rule at its field. id names the rule to change; "" for a new one.
func (s *Screen) refuse(w http.ResponseWriter, r *http.Request, id string, t ruleDraft) error {
	v, err := s.read(r.Context(), "")
	if err != nil {
		return err
	}
	if id == "" {
		v.New = t
	}
	for i := range v.Rules {
		if v.Rules[i].ID == id {
			v.Rules[i].Edit = &t
		}
	}
	if web.ByForm(r) {
		return s.Web.Page(w, r, s.pageOf(v))
	}
	return replaceNote(w, r, ruleNote(id, t, false))
}

// ruleSaveError explains why rules could not be saved.
func ruleSaveError(err error) error {
	if e := ruleError(err); e != nil {
		return web.Fail(http.StatusUnprocessableEntity, "The rule was not accepted.", e.Reason, "Change its text.")
	}
	return web.Fail(http.StatusConflict, "The rules were not changed.", err.Error(), "Try again, or remove rules that are not needed.")
}

func errNoRule() error {
	return web.Fail(http.StatusNotFound, "There is no such rule.", "It may have been removed in another window.", "Reload the page.")
}

func (s *Screen) rule(id string) (wire.Rule, int, error) {
	all := s.Rules.Rules()
	i := slices.IndexFunc(all, func(r wire.Rule) bool { return r.ID == id })
	if i < 0 {
		return wire.Rule{}, 0, errNoRule()
	}
	return all[i], i, nil
}

func (s *Screen) change(w http.ResponseWriter, r *http.Request) error {
	old, _, err := s.rule(r.PathValue("id"))
	if err != nil {
		return err
	}
	text := strings.TrimSpace(r.FormValue("text"))
	if _, err := s.Rules.CheckRule(text); err != nil {
		return s.refuse(w, r, old.ID, ruleDraft{Text: text, Err: cmp.Or(ruleError(err), &host.RuleError{Reason: err.Error()})})
	}
	if _, err := s.Rules.ChangeRule(r.Context(), old.ID, text); err != nil {
		return ruleSaveError(err)
	}
	return s.Web.Done(w, r, web.Rules)
}

func (s *Screen) arrange(w http.ResponseWriter, r *http.Request) error {
	rule, at, err := s.rule(r.PathValue("id"))
	if err != nil {
		return err
	}
	ctx := r.Context()
	switch do := r.PathValue("do"); do {
	case "on", "off":
		err = s.Rules.SwitchRule(ctx, rule.ID, do == "on")
	case "up":
		err = s.Rules.MoveRule(ctx, rule.ID, max(at-1, 0))
	case "down":
		err = s.Rules.MoveRule(ctx, rule.ID, min(at+1, len(s.Rules.Rules())-1))
	case "remove":
		err = s.Rules.RemoveRules(ctx, rule.ID)
	}
	if err != nil {
		return ruleSaveError(err)
	}
	return s.Web.Done(w, r, web.Rules)
}

func (s *Screen) arrangeAll(w http.ResponseWriter, r *http.Request) error {
	ctx, do := r.Context(), r.PathValue("do")
	var ids []string
	for _, rule := range s.Rules.Rules() {
		ids = append(ids, rule.ID)
		if do == "remove" || rule.On == (do == "on") {
			continue
		}
		if err := s.Rules.SwitchRule(ctx, rule.ID, do == "on"); err != nil {
			return ruleSaveError(err)
		}
	}
	if do == "remove" {
		if err := s.Rules.RemoveRules(ctx, ids...); err != nil {
			return ruleSaveError(err)
		}
	}
	return s.Web.Done(w, r, web.Rules)
}

// preset adds or removes the rules of a preset.
func (s *Screen) preset(w http.ResponseWriter, r *http.Request) error {
	presets := s.Rules.Presets()
	i := slices.IndexFunc(presets, func(p host.Preset) bool { return p.Name == r.PathValue("name") })
	if i < 0 {
		return web.Fail(http.StatusNotFound, "There is no such preset.", "The page may come from another version of the console.", "Reload the page.")
	}
	var ids []string
	for _, rule := range s.Rules.Rules() {
		if rule.Preset == presets[i].Name {
			ids = append(ids, rule.ID)
		}
	}
	ctx := r.Context()
	err := s.Rules.RemoveRules(ctx, ids...) // also those that were switched off or changed
	if err == nil && r.PathValue("do") == "on" {
		_, err = s.Rules.AddRules(ctx, presets[i].Rules, presets[i].Name)
	}
	if err != nil {
		return ruleSaveError(err)
	}
	return s.Web.Done(w, r, web.Rules)
}

func (s *Screen) complete(w http.ResponseWriter, r *http.Request) error {
	text := r.URL.Query().Get("q")
	at, err := strconv.Atoi(r.URL.Query().Get("at"))
	if err != nil {
		at = len(text)
	}
	var ways []list.Completion
	for _, sg := range s.Rules.CompleteRule(r.Context(), text, min(max(at, 0), len(text))) {
		if sg.From < 0 || sg.To < sg.From || sg.To > len(text) || len(ways) == maxCompletions {
			continue
		}
		if !strings.EqualFold(sg.Insert, text[sg.From:sg.To]) {
			ways = append(ways, list.Completion{Head: text[:sg.From] + sg.Insert, Rest: text[sg.To:], Word: sg.Insert, Help: sg.Help})
		}
	}
	return s.Web.Morph(w, r, list.Completions(wordsOf(r.URL.Query().Get("of")), text, ways))
}

const maxCompletions = 30

// export writes the rules as a file: one per line, those that are off as comments.
func (s *Screen) export(w http.ResponseWriter, r *http.Request) error {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="rules.txt"`)
	preset := ""
	for _, rule := range s.Rules.Rules() {
		if rule.Preset != preset && rule.Preset != "" {
			fmt.Fprintf(w, "# %s\n", part.Short(rule.Preset, 60))
		}
		preset = rule.Preset
		if !rule.On {
			io.WriteString(w, "# off: ")
		}
		io.WriteString(w, strings.NewReplacer("\r", " ", "\n", " ").Replace(rule.Text)+"\n")
	}
	return nil
}

// load adds the rules of a file, all or none.
func (s *Screen) load(w http.ResponseWriter, r *http.Request) error {
	file, _, err := r.FormFile("file")
	if err != nil {
		return web.Fail(http.StatusBadRequest, "No file was loaded.", "No file was chosen, or it could not be read.", "Choose a file with a rule on each line.")
	}
	defer file.Close()
	raw, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	all, number := []string{}, 0
	for line := range strings.Lines(string(raw)) {
		number++
		for _, one := range lines(line) {
			if _, err := s.Rules.CheckRule(one); err != nil {
				return web.Fail(http.StatusUnprocessableEntity, "The file was not loaded.", fmt.Sprintf("Line %d: %s", number, err.Error()), "Fix the line. None of the file's rules is in force.")
			}
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return web.Fail(http.StatusUnprocessableEntity, "The file was not loaded.", "The file has no rules: all lines are empty or comments.", "Write a rule on each line, such as state:completed => drop.")
	}
	if _, err := s.Rules.AddRules(r.Context(), all, ""); err != nil {
		return ruleSaveError(err)
	}
	return s.Web.Done(w, r, web.Rules)
}
