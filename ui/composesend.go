package ui

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const (
	fileLimit   = 16 << 20 // bytes of one uploaded file
	attachLimit = 64 << 20 // bytes of all files of a message
)

func sortedKeys(h http.Header) []string { return slices.Sorted(maps.Keys(h)) }

// composeDo carries out an action of the form. Whatever it is, what was typed
// is taken over first.
func (s *Server) composeDo(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("draft")
	if err := s.needDraft(r, id); err != nil {
		return err
	}
	if err := r.ParseForm(); err != nil {
		return fmt.Errorf("read the form: %w", err)
	}
	s.drafts.with(id, func(d *draft) { d.absorb(r.PostForm); d.Problem = "" })
	num, _ := strconv.Atoi(r.URL.Query().Get("part"))
	do := r.PathValue("do")
	if do == "versus" {
		to, err := s.versus(r.Context(), id)
		if err == nil {
			return s.goTo(w, r, to)
		}
		s.drafts.with(id, func(d *draft) { d.Problem = err.Error(); d.Rev++ })
		return s.done(w, r)
	}
	if !s.composeForm(id, do, num) {
		known, err := s.composeCall(r.Context(), id, do, tongueOf(r.URL.Query().Get("as")))
		if !known {
			return s.notFound(w, r)
		}
		if err != nil {
			s.drafts.with(id, func(d *draft) { d.Problem = err.Error() })
		}
	}
	s.drafts.with(id, func(d *draft) { d.Rev++ })
	return s.done(w, r)
}

// needDraft begins the draft that a request is about to change, unless it is kept.
func (s *Server) needDraft(r *http.Request, id string) error {
	kept, err := s.keptDraft(r.Context(), id, r.URL.Query().Get("begin"))
	if err == nil && !kept {
		return fail(http.StatusNotFound, "This draft is not here any more.", "The console was started again.", "Copy what you typed, then reload the page.")
	}
	return err
}

// composeForm carries out an action that changes the form alone, and reports
// whether do is one.
func (s *Server) composeForm(id, do string, num int) bool {
	known := true
	s.drafts.with(id, func(d *draft) {
		switch do {
		case "change":
		case "text", "data", "url":
			d.add(draftPart{Kind: do})
		case "remove":
			d.remove(num)
		case "up":
			d.up(num)
		case "form":
			d.Raw, d.Again = nil, ""
			d.Shape++
		case "new":
			d.Task, d.Context, d.Exchange, d.Goes, d.sent = "", "", "", "", nil
			d.Shape++
		default:
			known = false
		}
	})
	return known
}

// composeCall carries out an action that needs the agent, and reports whether do
// is one.
func (s *Server) composeCall(ctx context.Context, id, do string, as tongue) (known bool, err error) {
	switch do {
	case "raw":
		return true, s.editRaw(ctx, id)
	case "send":
		return true, s.sendDraft(ctx, id)
	case "retry":
		return true, s.retry(ctx, id)
	case "again":
		return true, s.sendAgain(ctx, id, as)
	case "stop":
		s.calls.stop(s.drafts.get(id).Exchange)
		return true, nil
	case "cancel", "get", "subscribe":
		return true, s.operate(ctx, id, do)
	}
	return false, nil
}

func (d *draft) remove(num int) {
	if i := d.part(num); i >= 0 {
		d.Parts = slices.Delete(d.Parts, i, i+1)
		d.Shape++
	}
}

func (d *draft) up(num int) {
	if i := d.part(num); i > 0 {
		d.Parts[i-1], d.Parts[i] = d.Parts[i], d.Parts[i-1]
		d.Shape++
	}
}

// composeFile adds a file that the browser sends as the body.
func (s *Server) composeFile(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("draft")
	if err := s.needDraft(r, id); err != nil {
		return err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, fileLimit))
	if err != nil {
		return err
	}
	q, fits := r.URL.Query(), false
	s.drafts.with(id, func(d *draft) {
		if fits = d.attached()+len(body) <= attachLimit; fits {
			d.add(draftPart{Kind: "file", Bytes: body, Name: q.Get("name"), Type: q.Get("type")})
			d.Rev++
		}
	})
	if !fits {
		return fail(http.StatusRequestEntityTooLarge, "The file was not added.", "A message takes up to 64 MB of files.", "Remove one, or send a URL instead.")
	}
	return s.done(w, r)
}

// editRaw turns the request that would be sent into text to edit.
func (s *Server) editRaw(ctx context.Context, id string) error {
	v, err := s.readCompose(ctx, s.drafts.get(id))
	if err != nil {
		return err
	}
	v.release()
	s.drafts.with(id, func(d *draft) {
		raw := &rawDraft{Method: http.MethodPost, URL: v.Target.Endpoint, Headers: "Content-Type: application/json"}
		if v.Sent != nil {
			raw.Method, raw.URL, raw.Body = v.Sent.Method, v.Sent.URL, editText(*v.Sent)
			var lines []string
			for _, k := range sortedKeys(v.Sent.Header) {
				for _, val := range v.Sent.Header[k] {
					lines = append(lines, k+": "+val)
				}
			}
			raw.Headers = strings.Join(lines, "\n")
		}
		d.Raw = raw
		d.Shape++
	})
	return nil
}

// sendDraft sends what the preview shows. The draft is emptied; what went wrong
// leaves it as it is.
func (s *Server) sendDraft(ctx context.Context, id string) error {
	v, err := s.readCompose(ctx, s.drafts.get(id))
	if err != nil {
		return err
	}
	v.release()
	if v.Sent == nil {
		return fmt.Errorf("%s", v.Refuse)
	}
	emptied := make(chan struct{}) // a call may be over before its message has left the form
	defer close(emptied)
	exchange, err := s.sendAs(wire.CallOptions{Origin: wire.Compose, Caller: "Compose", Link: v.Draft.repeats()}, v.Draft.Agent, *v.Sent, func(end inspector.Ending, err error) {
		<-emptied
		s.giveBack(id, v.Draft, end, err)
	})
	if err != nil {
		return err
	}
	s.drafts.with(id, func(d *draft) {
		s.hooked(d, exchange)
		d.remember(exchange, v.Sent.Body)
		if d.goes(v.State) == "new" {
			d.Task, d.Context = "", ""
		}
		d.clear()
		d.Goes, d.Exchange = "", exchange
	})
	return nil
}

// giveBack puts a message that never reached its agent back into the form,
// unless the next one was begun.
func (s *Server) giveBack(id string, sent draft, end inspector.Ending, err error) {
	if err == nil && end.Outcome != wire.Unreachable && end.Outcome != wire.Refused {
		return
	}
	s.drafts.with(id, func(d *draft) {
		if err != nil {
			d.Problem = err.Error()
		}
		if len(d.Parts) == 1 && d.Parts[0].Kind == "text" && d.Parts[0].Text == "" && d.Raw == nil {
			d.Parts, d.Raw, d.Again = sent.Parts, sent.Raw, sent.Again
		}
		d.Rev++
		d.Shape++
	})
}

// operate sends a task operation of the draft's task.
func (s *Server) operate(ctx context.Context, id, do string) error {
	d := s.drafts.get(id)
	exchange, err := s.operateOn(ctx, d.Agent, d.as(), &a2a.Call{TaskID: d.Task, Tenant: strings.TrimSpace(d.Tenant)}, do)
	if err == nil && do != "cancel" {
		s.drafts.with(id, func(d *draft) { d.Exchange = exchange; d.Shape++ })
	}
	return err
}

// taskOperation is the operation behind a button, "" for none.
func taskOperation(do string) a2a.Operation {
	switch do {
	case "cancel":
		return a2a.CancelTask
	case "get":
		return a2a.GetTask
	case "subscribe":
		return a2a.SubscribeToTask
	}
	return ""
}

// operateTask is operateOn for a task of which no more is known.
func (s *Server) operateTask(ctx context.Context, origin string, as tongue, task, do string) (string, error) {
	return s.operateOn(ctx, origin, as, &a2a.Call{TaskID: task}, do)
}

// operateOn starts an operation on a call's task, which may have a tenant, and
// returns its exchange.
// as is how the task was spoken of so far; where the agent's card does not offer
// that, its version counts.
func (s *Server) operateOn(ctx context.Context, origin string, as tongue, c *a2a.Call, do string) (string, error) {
	c.Op = taskOperation(do)
	if c.Op == "" || c.TaskID == "" {
		return "", fmt.Errorf("there is no task to %s yet", do)
	}
	a, _ := s.agent(ctx, origin)
	t, err := s.spoken(a, as)
	if err != nil {
		return "", err
	}
	p, err := s.Caller.Prepare(t, c)
	if err != nil {
		return "", err
	}
	return s.send(origin, p, nil)
}

// spoken is where to call an agent as it was spoken to before; where its card
// does not offer that, the version counts.
func (s *Server) spoken(a wire.Agent, as tongue) (inspector.Target, error) {
	t, err := s.target(a, as.Version, as.Binding)
	if err != nil {
		t, err = s.target(a, as.Version, "")
	}
	return t, err
}

// send starts a call in the background and returns the id its exchange will
// have. done, which may be nil, is told how it ended.
func (s *Server) send(origin string, p inspector.Prepared, done func(inspector.Ending, error)) (string, error) {
	return s.sendAs(wire.CallOptions{Origin: wire.Compose, Caller: "Compose"}, origin, p, done)
}

// sendAs sends with a mark of its own; the mark's id is made here.
func (s *Server) sendAs(m wire.CallOptions, origin string, p inspector.Prepared, done func(inspector.Ending, error)) (string, error) {
	if s.Desk.Paused() {
		return "", fmt.Errorf("recording is paused, so there would be nothing to show; press Resume, then send again")
	}
	if p.For == (inspector.Callee{}) {
		p.For = s.callee(origin, p)
	}
	id := wire.NewID()
	s.calls.start(id, func(ctx context.Context) {
		defer s.bell.ring()
		m.ID = id
		ctx = wire.WithCallOptions(ctx, m)
		end, err := s.Caller.Send(ctx, p, func(inspector.Event) {})
		if err != nil {
			s.Logger.Warn("send", "agent", origin, "err", err)
		}
		if done != nil {
			done(end, err)
		}
	})
	return id, nil
}
