package agentpage

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/doctor"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// diagnosis is the examination of a connection as the page shows it.
type diagnosis struct {
	Input string
	Agent string // origin of the known agent at that address, "" for none
	Steps []doctor.Step
	Done  bool
	OK    bool
}

// skipsCall reports whether the first call was left out because it would go to another origin.
func (e diagnosis) skipsCall() bool {
	for _, s := range e.Steps {
		if s.Name == "call" && s.Result == doctor.Skip {
			return true
		}
	}
	return false
}

// failedStep returns the step that failed, the zero Step if none did.
func (e diagnosis) failedStep() doctor.Step {
	for _, s := range e.Steps {
		if s.Result == doctor.Fail {
			return s
		}
	}
	return doctor.Step{}
}

// verdict returns the state of the examination as a sentence, with its CSS class.
func (e diagnosis) verdict() (class, words string) {
	s := e.failedStep()
	switch n := e.warnings(); {
	case !e.Done:
		return "muted", "Diagnosing the connection…"
	case s.Name != "":
		return "failed", "✕ Stopped at " + stepWord(s.Name) + "."
	case e.skipsCall():
		return "warn", "! The card directs the first call to another origin. The console did not make it."
	case !e.OK:
		return "failed", "The diagnosis was aborted."
	case n > 0:
		return "warn", "! The agent answers, with " + part.Plural(n, "warning") + "."
	}
	return "ok", "✓ The agent answers."
}

// next returns the word for the step that is running, guessed from the last one that is done.
func (e diagnosis) next() string {
	if len(e.Steps) == 0 {
		return stepWord("address")
	}
	after := map[string]string{"address": "dns", "dns": "tcp", "tls": "http", "http": "card", "card": "interface", "interface": "auth", "auth": "call"}
	return cmp.Or(stepWord(after[e.Steps[len(e.Steps)-1].Name]), "Next")
}

func (e diagnosis) warnings() (n int) {
	for _, s := range e.Steps {
		if s.Result == doctor.Warn {
			n++
		}
	}
	return n
}

func factOf(s doctor.Step, name string) string {
	for _, f := range s.Facts {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// sentenceOf returns what a step says, capitalized unless it begins with a name or an address.
func sentenceOf(s doctor.Step) string {
	first, _, _ := strings.Cut(s.Text, " ")
	if strings.ContainsAny(first, ".:/") || s.Result == doctor.Pass && (s.Name == "card" || s.Name == "dns") {
		return s.Text
	}
	return part.Capital(s.Text)
}

func (s *Screen) doctorRoutes() []web.Route {
	if s.Doctor == nil {
		return nil
	}
	return []web.Route{{Pattern: "POST /agents/doctor", Handle: s.diagnose}}
}

// diagnose tests a connection and shows each step once it is done. It does not read Datastar's
// signals: the address is in the form or in the query.
func (s *Screen) diagnose(w http.ResponseWriter, r *http.Request) error {
	e := diagnosis{Input: strings.TrimSpace(cmp.Or(r.URL.Query().Get("address"), r.PostFormValue("address")))}
	if e.Input == "" || strings.HasPrefix(e.Input, "{") {
		return web.Fail(http.StatusBadRequest, "There is no connection to diagnose.", "The box holds no address.", "Type a host, an origin or a URL.")
	}
	if a, ok := s.Agents.Find(r.Context(), wire.OriginOf(inspector.FirstAddress(e.Input))); ok {
		e.Agent = a.Origin
	}
	p := web.NewPatches(w, r)
	p.Morph(doctorPanel(e))
	if err := p.Flush(); err != nil {
		return nil // the page was closed
	}
	e.OK = s.Doctor.Diagnose(r.Context(), e.Input, r.FormValue("elsewhere") != "", func(step doctor.Step) {
		e.Steps = append(e.Steps, step)
		p.Morph(doctorPanel(e))
		_ = p.Flush() // if the page is closed, the request's context ends
	})
	e.Done = true
	p.Morph(doctorPanel(e))
	return p.Flush()
}

// resultMark returns a step's result as a CSS class, a sign and a word.
func resultMark(r doctor.Result) (class, sign, word string) {
	switch r {
	case doctor.Pass:
		return "ok", "✓", "passed"
	case doctor.Warn:
		return "warn", "!", "warning"
	case doctor.Fail:
		return "failed", "✕", "failed"
	}
	return "muted", "–", "not tried"
}

func stepWord(name string) string {
	words := map[string]string{"address": "Address", "dns": "DNS", "tcp": "TCP", "tls": "TLS", "http": "HTTP", "card": "Card",
		"interface": "Interface", "auth": "Credentials", "call": "First call"}
	return cmp.Or(words[name], name)
}

func doctorURL(input string, elsewhere bool) string {
	q := url.Values{"address": {input}}
	if elsewhere {
		q.Set("elsewhere", "1")
	}
	return "/agents/doctor?" + q.Encode()
}
