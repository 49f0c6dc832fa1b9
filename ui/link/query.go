package link

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Query is what a list shows: the filter as typed and as parsed, with the view and its options.
type Query struct {
	Text      string
	Filter    wire.Filter
	Err       string     // why Text could not be parsed; the list is then unfiltered
	Probes    bool       // includes the console's own probes
	IsCurrent bool       // the filter follows the session being recorded: its Session is wire.CurrentSession until it is resolved
	View      string     // "tasks", "sequence", "insights", or "" for the list
	Versus    string     // the filter that Insights compares with this one; "" for none
	Infers    bool       // a sequence also draws inferred calls between agents, which nothing proves
	Before    int64      // Seq where a page of a view continues; 0 for the newest
	Order     wire.Order // the zero Order is newest first
	From      int        // index of the first row of a sorted page
}

// Current is the default filter: the session being recorded. An explicitly
// empty filter selects all.
const Current = "session:" + wire.CurrentSession

// QueryOf parses a list's query from a page's address. A form sends the scope
// separately from the typed text.
func QueryOf(v url.Values) Query {
	q := Query{Text: strings.TrimSpace(v.Get("q")), Probes: v.Get("probes") != ""}
	switch {
	case !v.Has("q"):
		q.Text = Current
	case strings.HasPrefix(v.Get("in"), sessionPrefix) && !strings.ContainsAny(v.Get("in"), " \t\r\n\"") && !slices.ContainsFunc(split(q.Text), isSession):
		q.Text = strings.TrimSpace(v.Get("in") + " " + q.Text)
	}
	if view := v.Get("view"); view == "tasks" || view == "sequence" || view == "insights" {
		q.View = view
		q.Infers = v.Get("inferred") != ""
		q.Versus = clip(strings.TrimSpace(v.Get("versus")))
		q.Before, _ = strconv.ParseInt(v.Get("before"), 10, 64)
	}
	if q.Order = orderOf(v.Get("sort"), q.View); q.Sorted() {
		from, _ := strconv.Atoi(v.Get("from"))
		q.From, q.Before = min(max(from, 0), wire.MaxSorted), 0
	}
	f, err := words.FilterVocabulary().Parse(q.Text)
	if err != nil {
		if typed := q.Field(); typed != q.Text { // positions in the error must count in the text that the field shows
			if _, wrong := words.FilterVocabulary().Parse(typed); wrong != nil {
				err = wrong
			}
		}
		q.Err = err.Error()
		f = wire.Filter{}
		q.Text = clip(q.Text)
	}
	if len(f.Origins) == 0 && !q.Probes {
		f.ExcludedOrigins = append(f.ExcludedOrigins, wire.Console)
	}
	q.Filter, q.IsCurrent = f, f.Session == wire.CurrentSession
	return q
}

// clip bounds text that is too long for a filter, because every link contains it.
func clip(text string) string { return text[:min(len(text), filter.MaxBytes)] }

// ComparedQuery returns the query that Insights compares with this one.
func (q Query) ComparedQuery() Query {
	v := url.Values{"q": {q.Versus}, "view": {q.View}}
	if q.Probes {
		v.Set("probes", "1")
	}
	other := QueryOf(v)
	other.Versus = q.Text
	return other
}

// Typed returns the filter without the scope, which a form sends separately.
func (q Query) Typed() string {
	if q.Err != "" || !q.IsCurrent {
		return q.Text
	}
	return strings.Join(slices.DeleteFunc(split(q.Text), func(t string) bool { return t == Current }), " ")
}

const sessionPrefix = "session:"

func isSession(term string) bool { return strings.HasPrefix(term, sessionPrefix) }

// Scope returns the filter's term that names its session; "" if there is none or several. A form
// sends it separately from the typed text.
func (q Query) Scope() string {
	terms := split(q.Text)
	i := slices.IndexFunc(terms, isSession)
	if i < 0 || slices.ContainsFunc(terms[i+1:], isSession) || strings.Contains(terms[i], `"`) {
		return ""
	}
	return terms[i]
}

// Field returns the text of the filter field: everything but the scope, which has a chip. An
// invalid filter stays as it was typed.
func (q Query) Field() string {
	scope := q.Scope()
	switch rest, first := strings.CutPrefix(q.Text+" ", scope+" "); {
	case scope == "":
		return q.Text
	case first:
		return strings.TrimSpace(rest)
	case q.Err != "":
		return q.Text
	}
	return strings.Join(slices.DeleteFunc(split(q.Text), isSession), " ")
}

// Everywhere returns a query for the current session as a query over all sessions.
func (q Query) Everywhere() Query {
	q.Text, q.IsCurrent, q.From = q.Typed(), false, 0
	return q
}

// Values encodes the query as part of an address.
func (q Query) Values() url.Values {
	v := url.Values{}
	if q.Text != Current {
		v.Set("q", q.Text)
	}
	if q.Probes {
		v.Set("probes", "1")
	}
	if q.View != "" {
		v.Set("view", q.View)
	}
	if q.Infers && q.View == "sequence" {
		v.Set("inferred", "1")
	}
	if q.Versus != "" && q.View == "insights" {
		v.Set("versus", q.Versus)
	}
	if q.Before > 0 {
		v.Set("before", strconv.FormatInt(q.Before, 10))
	}
	if q.Sorted() && slices.Contains(ordersIn(q.View), q.Order.Column) {
		v.Set("sort", q.Order.String())
		if q.From > 0 {
			v.Set("from", strconv.Itoa(q.From))
		}
	}
	return v
}

// InView returns the first page of the query in a view.
func (q Query) InView(view string) Query {
	q.View, q.Before, q.From = view, 0, 0
	return q
}

func (q Query) URL(path string) string {
	if e := q.Values().Encode(); e != "" {
		return path + "?" + e
	}
	return path
}

// ExchangeURL returns the address of an exchange next to this list, on a tab.
func (q Query) ExchangeURL(id, tab string) string {
	v := q.Values()
	if tab != "" {
		v.Set("tab", tab)
	}
	u := "/exchanges/" + url.PathEscape(id)
	if e := v.Encode(); e != "" {
		u += "?" + e
	}
	return u
}

// Toggled adds term to the query, or removes it if the query has it. has reports whether it had it.
func (q Query) Toggled(term string) (other Query, has bool) {
	terms := split(q.Text)
	i := slices.Index(terms, term)
	if i < 0 {
		terms = append(terms, term)
	} else {
		terms = slices.Delete(terms, i, i+1)
	}
	q.Text, q.Before, q.From = strings.Join(terms, " "), 0, 0
	return q, i >= 0
}

// CycleTerm returns the query after a click on a term that cycles through only matches, only others
// and all. has and lacks report the state before the click.
func (q Query) CycleTerm(term string) (other Query, has, lacks bool) {
	without, lacks := q.Toggled("-" + term)
	if lacks {
		return without, false, true
	}
	if other, has = q.Toggled(term); has {
		other, _ = other.Toggled("-" + term)
	}
	return other, has, false
}

// WithTerms adds terms to the query. They replace those with the same key, since a key given twice
// selects either value. is: terms and excluded terms only add.
func (q Query) WithTerms(text string) Query {
	terms := split(q.Text)
	for _, t := range split(text) {
		key, _, _ := strings.Cut(t, ":")
		if key != "is" && !strings.HasPrefix(t, "-") {
			terms = slices.DeleteFunc(terms, func(o string) bool { return strings.HasPrefix(o, key+":") })
		}
	}
	for _, t := range split(text) {
		if !slices.Contains(terms, t) {
			terms = append(terms, t)
		}
	}
	q.Text, q.Before, q.From = strings.Join(terms, " "), 0, 0
	return q
}

// ForAgent returns the query limited to one agent.
func (q Query) ForAgent(agent string) Query {
	terms := slices.DeleteFunc(split(q.Text), func(t string) bool { return strings.HasPrefix(t, "agent:") })
	if q.Err != "" {
		terms = nil
	}
	q.Text, q.Err, q.Before, q.From = strings.Join(append(terms, Term("agent", agent)), " "), "", 0, 0
	return q
}

// Chip is one term of the filter, with the address of the list without it.
type Chip struct{ Text, RemoveURL string }

// maxUnreadChips bounds the terms of an invalid filter that become chips.
const maxUnreadChips = 20

func (q Query) Chips() []Chip {
	terms := split(q.Text)
	if q.Err != "" && len(terms) > maxUnreadChips {
		return nil
	}
	var out []Chip
	for i, t := range terms {
		rest := Query{Probes: q.Probes, View: q.View, Versus: q.Versus, Infers: q.Infers, Order: q.Order}
		rest.Text = strings.Join(append(append([]string{}, terms[:i]...), terms[i+1:]...), " ")
		out = append(out, Chip{Text: t, RemoveURL: rest.URL("/traffic")})
	}
	return out
}

// split cuts a filter into terms and keeps quoted text together.
func split(text string) []string {
	var out []string
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quoted && i+1 < len(text):
			b.WriteByte(c)
			i++
			b.WriteByte(text[i])
			continue
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\n'):
			if b.Len() > 0 {
				out = append(out, b.String())
				b.Reset()
			}
			continue
		}
		b.WriteByte(c)
	}
	if b.Len() > 0 {
		out = append(out, b.String())
	}
	return out
}
