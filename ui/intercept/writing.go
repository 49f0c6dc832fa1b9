package intercept

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// writing is the form that writes a rule for those who do not know its language.
type writing struct {
	fields url.Values
	Words  string // what its rule does, a sentence; "" while it is wrong
	Wrong  string // why it is no rule, "" when it is
	Added  bool   // the rule has just been put in force
}

// of is what a field of the form has.
func (f writing) of(name string) string { return strings.TrimSpace(f.fields.Get(name)) }

// choice is a word of the language, with what it stands for.
type choice struct{ Word, Help string }

// act is an action of rules, as the form offers it.
type act struct {
	Word string
	Help string
	With string // what follows the word when nothing is typed, "" for nothing
	Asks string // what the form asks for it, "" for nothing
	Hint string // what may be typed
}

// acts are the actions, in the order of the form.
func acts() []act {
	return []act{
		{"hold", "hold it until I decide", "", "For how long, and what then", "5m, or 30s then drop, or for ever"},
		{"delay", "delay it", "1s", "For how long", "1s, or 200ms..2s"},
		{"drop", "drop it", "", "", ""},
		{"duplicate", "send it again", "", "How often more", "1"},
		{"reorder", "send it after later ones", "", "After how many", "1"},
		{"replace", "change the document", `[{"op": "replace", "path": "/result/kind", "value": "changed"}]`, "A JSON Patch, or a whole document", `[{"op": "replace", "path": "/result/kind", "value": "changed"}]`},
		{"inject", "send one more event", `{"jsonrpc": "2.0", "id": "{{rpc_id}}", "result": {}}`, "Its document; {{task}} stands for the task's id", `{"jsonrpc": "2.0", "id": "{{rpc_id}}", "result": {}}`},
		{"cut", "break the connection", "", "Where", "after, or before, or middle"},
		{"stall", "send nothing more", "", "For how long", "until the client leaves, or 30s"},
		{"throttle", "send slowly", "1KB/s", "Bytes per second", "1KB/s"},
		{"corrupt", "corrupt it", "json", "What", "json, or id, or content-type"},
		{"answer", "answer with an HTTP status", "503", "Status, headers, text", `503, or 429 Retry-After: 2, or 503 "try later"`},
		{"error", "answer with an A2A error", "TaskNotFound", "Its name, and a message", `TaskNotFound, or TaskNotFound "no such task"`},
		{"slow-headers", "delay the head of the answer", "5s", "For how long", "5s"},
		{"refuse", "refuse connections to the tap", "", "", ""},
		{"reset", "reset connections to the tap", "", "", ""},
	}
}

// act is the chosen action, the first where none is.
func (f writing) act() act {
	all := acts()
	return all[max(slices.IndexFunc(all, func(a act) bool { return a.Word == f.of("action") }), 0)]
}

// kinds are the kinds of events.
func kinds() []choice {
	return []choice{{"task", "task"}, {"message", "message"}, {"status", "status update"}, {"artifact", "artifact update"}, {"error", "error"}, {"last-chunk", "last chunk of an artifact"}, {"comment", "keep-alive"}, {"any", "any, keep-alives too"}}
}

// operations are what a rule may be about.
func operations() (out []choice) {
	f := words.Filters()
	for _, k := range f.OpKinds {
		out = append(out, choice{k.Word, k.Word + ": " + k.Help})
	}
	for _, op := range f.Ops {
		out = append(out, choice{op, op})
	}
	return out
}

// states are those that an event may have.
func states() (out []choice) {
	for _, st := range words.Filters().States {
		if st.Help != "" {
			out = append(out, choice{st.Word, st.Word})
		}
	}
	return out
}

// line is the rule that the form says.
func (f writing) line() string {
	var when []string
	for _, name := range []string{"op", "agent", "direction", "event", "nth", "state", "call", "chance"} {
		if v := f.of(name); v != "" {
			when = append(when, link.Term(name, v))
		}
	}
	if v := f.of("words"); v != "" {
		when = append(when, link.Term("text", v))
	}
	a := f.act()
	do := a.Word
	if with := f.of("with"); with != "" && a.Asks != "" {
		do += " " + with
	} else if a.With != "" {
		do += " " + a.With
	}
	return strings.TrimSpace(strings.Join(when, " ") + " => " + do)
}

// formOf is the form as it was filled in, and what is to say of its rule.
func (s *Screen) formOf(r *http.Request) (writing, error) {
	if err := r.ParseForm(); err != nil {
		return writing{}, err
	}
	f := writing{fields: r.PostForm}
	if _, err := s.Rules.CheckRule(f.line()); err != nil {
		f.Wrong = err.Error()
	} else {
		f.Words = s.Rules.RuleWords(f.line())
	}
	return f, nil
}

// write answers with the rule that the form says while it is filled in.
func (s *Screen) write(w http.ResponseWriter, r *http.Request) error {
	f, err := s.formOf(r)
	if err != nil {
		return err
	}
	p := web.NewPatches(w, r)
	p.Morph(writeHow(f))
	p.Morph(written(f))
	return p.Flush()
}

// addWritten puts the rule in force that the form says.
func (s *Screen) addWritten(w http.ResponseWriter, r *http.Request) error {
	f, err := s.formOf(r)
	if err != nil {
		return err
	}
	if f.Wrong == "" {
		if _, err := s.Rules.AddRules(r.Context(), []string{f.line()}, ""); err != nil {
			return notKept(err)
		}
		s.Web.Notify(web.Rules)
		f.Added = true
	}
	v, err := s.read(r.Context(), "")
	if err != nil {
		return err
	}
	v.Form = f
	return s.Web.Answer(w, r, written(f), s.whole(v))
}
