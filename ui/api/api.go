package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Exchange is the JSON form of an exchange. Members may be added; existing ones keep their meaning.
// Times are RFC 3339 in UTC.
type Exchange struct {
	Kind          string             `json:"kind"` // "exchange"
	ID            string             `json:"id"`
	Seq           int64              `json:"seq"`
	Version       int64              `json:"version"` // grows with every change; a feed can start after it
	Session       string             `json:"session"`
	Origin        wire.Origin        `json:"origin"`
	Agent         string             `json:"agent"`
	Caller        string             `json:"caller"`
	Op            string             `json:"op"`
	Dialect       string             `json:"dialect"`
	Binding       string             `json:"binding"`
	Method        string             `json:"method"`
	URL           string             `json:"url"`
	HTTPStatus    int                `json:"http_status"`
	Task          string             `json:"task"`
	Context       string             `json:"context"`
	State         string             `json:"state"`
	Frames        int                `json:"frames"`
	RequestBytes  int64              `json:"request_bytes"`
	ResponseBytes int64              `json:"response_bytes"`
	Started       string             `json:"started"`
	DurationMS    float64            `json:"duration_ms"`
	Outcome       wire.Outcome       `json:"outcome"`
	Findings      int                `json:"findings"`
	Worst         string             `json:"worst"`            // severity of the worst finding, "" for none
	Failed        bool               `json:"failed"`           // the filter is:failed selects it
	Wrong         bool               `json:"wrong"`            // the filter is:wrong selects it
	CutOff        bool               `json:"cut_off"`          // a document in the response ends before it is complete
	Model         *wire.ModelLabels  `json:"model,omitempty"`  // of a call of a model or a tool
	Under         *ModelParent       `json:"under,omitempty"`  // the call of an agent beneath which it was made, where that is known
	Text          string             `json:"text"`             // beginning of the message
	Passed        []wire.PassageKind `json:"passed,omitempty"` // what happened to frames that were not forwarded unchanged
	Incomplete    bool               `json:"incomplete"`       // some bytes that crossed the wire are not on record
	Gaps          []archive.Gap      `json:"gaps"`             // which bytes are missing, as far as known
	Error         string             `json:"error,omitempty"`
	Problem       string             `json:"problem,omitempty"`
	ClientLeft    string             `json:"client_left,omitempty"` // when the client left, if that was before it had the whole response
	Link          string             `json:"link,omitempty"`        // id of the exchange that this one repeats
	Pinned        bool               `json:"pinned,omitempty"`
	Note          string             `json:"note,omitempty"`

	// Present only if one exchange is requested by its id:

	Request      *wire.Head       `json:"request,omitempty"`
	Response     *wire.Head       `json:"response,omitempty"`
	Interim      []wire.Interim   `json:"interim,omitempty"`
	RequestSent  *wire.Head       `json:"request_sent,omitempty"` // what was forwarded, if it differs
	ResponseSent *wire.Head       `json:"response_sent,omitempty"`
	Redactions   []wire.Redaction `json:"redactions,omitempty"`
}

// ModelParent is the call of an agent beneath which the agent called a model or a tool.
type ModelParent struct {
	Exchange string          `json:"exchange"`
	Task     string          `json:"task"`
	Basis    modelcall.Basis `json:"by"` // "trace", "id" or "inferred"
}

// ModelParentOf returns the parent of a call in the API's form, nil if it has none.
func ModelParentOf(c *modelcall.Child) *ModelParent {
	if c == nil || c.Parent == "" {
		return nil
	}
	return &ModelParent{c.Parent, c.Task, c.Basis}
}

// ExchangesOf converts exchanges of a record to the form in lists, with the parents of model calls.
func ExchangesOf(ctx context.Context, lib modelcall.Library, list []wire.Exchange) ([]Exchange, error) {
	parents, err := modelcall.Parents(ctx, lib, list)
	if err != nil {
		return nil, err
	}
	out := make([]Exchange, len(list))
	for i, x := range list {
		out[i] = ExchangeOf(x)
		out[i].Under = ModelParentOf(parents[x.ID])
	}
	return out, nil
}

// ExchangeOf converts an exchange to the form in lists, without its heads.
func ExchangeOf(x wire.Exchange) Exchange {
	a := Exchange{
		Kind: "exchange", ID: x.ID, Seq: x.Seq, Version: x.Version, Session: x.Session, Origin: x.Origin, Agent: x.Agent, Caller: x.Caller,
		Op: x.Labels.Op, Dialect: x.Labels.Dialect, Binding: x.Labels.Binding, Method: x.Method, URL: x.URL,
		HTTPStatus: x.Response.Status, Task: x.Labels.Task, Context: x.Labels.Context, State: x.Labels.State,
		Frames: x.Frames, RequestBytes: x.RequestBytes, ResponseBytes: x.ResponseBytes, Started: apiTime(x.Started),
		Outcome: x.Outcome, Findings: x.Labels.Findings, Worst: x.Labels.Worst, Model: x.Labels.Model, Failed: words.HasFailed(&x), Wrong: words.IsWrong(&x), CutOff: x.Labels.CutOff, Text: words.MessageLine(x), Error: x.Labels.Error, Problem: x.Problem, ClientLeft: apiTime(x.Response.ClientLeftAt), Link: x.Link, Pinned: x.Pinned, Note: x.Note,
		Incomplete: x.HasMissingBytes(), Passed: x.PassageKinds.List(), Gaps: append([]archive.Gap{}, archive.GapsOf(x.Gaps)...),
	}
	if words.ExchangeDuration(&x) != "" {
		a.DurationMS = float64(x.Ended.Sub(x.Started).Microseconds()) / 1000
	}
	return a
}

func apiTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000Z")
}

// apiFilter reads the filter from the query. Unless the filter names origins, it leaves out the
// console's own calls.
func (s *Screen) apiFilter(r *http.Request) (wire.Filter, error) {
	text := r.URL.Query().Get("filter")
	f, err := words.FilterVocabulary().Parse(text)
	if err != nil {
		return f, web.Fail(http.StatusBadRequest, "The filter could not be read.", err.Error(), "See a2a-console search --help for the words of filters.")
	}
	if len(f.Origins) == 0 {
		f.ExcludedOrigins = append(f.ExcludedOrigins, wire.Console)
	}
	return s.Lists.ResolveFilter(f), nil
}

// apiExchanges responds with a page of exchanges, newest first.
func (s *Screen) apiExchanges(w http.ResponseWriter, r *http.Request) error {
	f, err := s.apiFilter(r)
	if err != nil {
		return err
	}
	p := wire.Page{Limit: 200, Search: &wire.Search{Budget: apiSearchTime}}
	for key, to := range map[string]*int64{"before": &p.Before, "after": &p.After} {
		if v := r.URL.Query().Get(key); v != "" {
			if *to, err = strconv.ParseInt(v, 10, 64); err != nil {
				return badNumber(key)
			}
		}
	}
	if v := r.URL.Query().Get("limit"); v != "" {
		if p.Limit, err = strconv.Atoi(v); err != nil || p.Limit < 1 || p.Limit > 1000 {
			return badNumber("limit")
		}
	}
	xs, err := s.Library.Exchanges(r.Context(), f, p)
	if err != nil {
		return err
	}
	out := struct {
		Exchanges []Exchange `json:"exchanges"`
		Before    int64      `json:"before,omitempty"` // parameter for the next page, absent for the last; after a long search, a page may have fewer rows than the limit, or none
	}{}
	if out.Exchanges, err = ExchangesOf(r.Context(), s.Library, xs); err != nil {
		return err
	}
	if len(xs) == p.Limit {
		out.Before = xs[len(xs)-1].Seq
	} else {
		out.Before = p.Search.NextBefore
	}
	return web.WriteJSON(w, out)
}

// apiSearchTime bounds the search for one page; the next page continues it.
const apiSearchTime = 2 * time.Second

func badNumber(key string) error {
	return web.Fail(http.StatusBadRequest, key+" is not a valid number.", "A page begins at a seq and has at most 1000 rows.", "Use the number that the previous page gave.")
}

func (s *Screen) apiExchange(w http.ResponseWriter, r *http.Request) error {
	x, err := s.Library.Exchange(r.Context(), r.PathValue("id"))
	if err != nil {
		return record.ErrNoExchange()
	}
	return s.writeExchange(w, r, x)
}

func (s *Screen) apiMark(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Note   *string `json:"note"`
		Pinned *bool   `json:"pinned"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	x, err := s.Keeper.EditExchange(r.Context(), r.PathValue("id"), wire.ExchangeEdit{Note: in.Note, Pinned: in.Pinned})
	if err != nil {
		return apiFail("The exchange was not changed.", err)
	}
	return s.writeExchange(w, r, x)
}

func (s *Screen) writeExchange(w http.ResponseWriter, r *http.Request, x wire.Exchange) error {
	all, err := ExchangesOf(r.Context(), s.Library, []wire.Exchange{x})
	if err != nil {
		return err
	}
	a := &all[0]
	a.Request, a.Response, a.Redactions = &x.Request, &x.Response, x.Redactions
	a.Interim, a.RequestSent, a.ResponseSent = x.Interim, x.RequestSent, x.ResponseSent
	return web.WriteJSON(w, a)
}

func (s *Screen) apiBytes(w http.ResponseWriter, r *http.Request) error {
	x, err := s.Library.Exchange(r.Context(), r.PathValue("id"))
	if err != nil {
		return record.ErrNoExchange()
	}
	side, ok := tape.SideNamed(r.PathValue("side"))
	if !ok {
		return web.Fail(http.StatusNotFound, "An exchange has no such side.", "Its sides are the request and the response, each as it arrived and as it was sent.", "Use request, response, request-sent or response-sent.")
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	return s.Tapes.CopyBytes(r.Context(), w, x.ID, side)
}
