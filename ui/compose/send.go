package compose

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	fileLimit   = 16 << 20 // bytes of one uploaded file
	attachLimit = 64 << 20 // bytes of all files of a message
)

// composeDo carries out an action of the form, after storing what was typed.
func (s *Screen) composeDo(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("draft")
	if err := s.needDraft(r, id); err != nil {
		return err
	}
	if err := r.ParseForm(); err != nil {
		return fmt.Errorf("read the form: %w", err)
	}
	num, _ := strconv.Atoi(r.URL.Query().Get("part"))
	do := r.PathValue("do")
	s.Drafts.Update(id, func(d *draft.Draft) { d.Take(r.PostForm, do == "change") })
	if do == "versus" {
		to, err := s.sendVersus(r.Context(), id)
		if err == nil {
			return s.Web.GoTo(w, r, to)
		}
		s.Drafts.Update(id, func(d *draft.Draft) { d.Refuse(err); d.Rev++ })
		return s.Web.Done(w, r, web.Drafts)
	}
	if !s.composeForm(id, do, num, r.URL.Query()) {
		known, err := s.composeCall(r.Context(), id, do, r.URL.Query())
		if !known {
			return s.Web.NotFound(w, r)
		}
		if err != nil {
			s.Drafts.Update(id, func(d *draft.Draft) { d.Refuse(err) })
		}
	}
	s.Drafts.Update(id, func(d *draft.Draft) { d.Rev++ })
	return s.Web.Done(w, r, web.Drafts)
}

// needDraft stores the draft that a request is about to change. It fails if there is no such draft.
func (s *Screen) needDraft(r *http.Request, id string) error {
	kept, err := s.keptDraft(r.Context(), id, r.URL.Query().Get("begin"))
	if err == nil && !kept {
		return web.Fail(http.StatusNotFound, "This draft no longer exists.", "The console keeps drafts only until it stops, or the link has a wrong id.", "Copy what you typed, then reload the page.")
	}
	return err
}

// composeForm carries out an action that changes only the form. It reports whether do is one.
func (s *Screen) composeForm(id, do string, num int, q url.Values) bool {
	known := true
	list, _ := strconv.Atoi(q.Get("field"))
	item, _ := strconv.Atoi(q.Get("item"))
	s.Drafts.Update(id, func(d *draft.Draft) {
		switch do {
		case "change":
		case "text", "data", "url":
			d.Add(draft.Part{Kind: do})
		case "remove":
			d.Remove(num)
		case "up":
			d.MoveUp(num)
		case "json":
			d.AsData(num)
		case "as-form":
			d.AsForm(num)
		case "add-item":
			d.AddItem(num, list)
		case "drop-item":
			d.DropItem(num, list, item)
		case "form":
			d.Raw, d.EditedExchange = nil, ""
			d.Shape++
		default:
			known = false
		}
	})
	return known
}

// composeCall carries out an action that involves the agent. It reports whether do is one.
func (s *Screen) composeCall(ctx context.Context, id, do string, q url.Values) (known bool, err error) {
	switch do {
	case "raw":
		return true, s.editRaw(ctx, id)
	case "send":
		return true, s.sendDraft(ctx, id)
	case "retry":
		return true, s.retry(ctx, id)
	case "again":
		return true, s.resend(ctx, id, agents.ProtocolOf(q.Get("as")), q.Get("quirk"))
	case "stop":
		s.Background.Stop(s.Drafts.Get(id).Exchange)
		return true, nil
	case "cancel", "get", "subscribe":
		return true, s.operate(ctx, id, do)
	}
	return false, nil
}

func (s *Screen) composeFile(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("draft")
	if err := s.needDraft(r, id); err != nil {
		return err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, fileLimit))
	if err != nil {
		return err
	}
	q, fits := r.URL.Query(), false
	s.Drafts.Update(id, func(d *draft.Draft) {
		if fits = d.Attached()+len(body) <= attachLimit; fits {
			d.Add(draft.Part{Kind: "file", Bytes: body, Name: q.Get("name"), Type: q.Get("type")})
			d.Rev++
		}
	})
	if !fits {
		return web.Fail(http.StatusRequestEntityTooLarge, "The file was not added.", "A message can have at most 64 MB of files.", "Remove one, or send a URL instead.")
	}
	return s.Web.Done(w, r, web.Drafts)
}

func (s *Screen) editRaw(ctx context.Context, id string) error {
	v, err := s.current(ctx, id)
	if err != nil {
		return err
	}
	s.Drafts.Update(id, func(d *draft.Draft) {
		raw := &draft.Raw{Method: http.MethodPost, URL: v.Target.Endpoint, Headers: "Content-Type: application/json"}
		if v.Sent != nil {
			raw.Method, raw.URL = v.Sent.Method, v.Sent.URL
			raw.SetBody(*v.Sent)
			var lines []string
			for _, k := range part.SortedKeys(v.Sent.Header) {
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

// sendDraft sends the request in the preview, with secrets, and empties the draft. If it fails, the
// draft stays as it is.
func (s *Screen) sendDraft(ctx context.Context, id string) error {
	v, err := s.current(ctx, id)
	if err != nil {
		return err
	}
	if v.Sent == nil {
		return errors.New(v.Refusal)
	}
	if v.Draft.Saved != "" { // the request shown lacks the secrets
		_, p, err := s.write(&v.Draft, v.Agent, v.State, true)
		if err == nil {
			err = s.keepSecrets(&v.Draft)
		}
		if err != nil {
			return err
		}
		v.Sent = &p
	}
	emptied := make(chan struct{}) // a call may end before its message is removed from the form
	defer close(emptied)
	exchange, err := s.Calls.SendAs(wire.CallOptions{Origin: wire.Compose, Caller: "Compose", Link: v.Draft.Repeats()}, v.Draft.Agent, *v.Sent, func(end inspector.Ending, err error) {
		<-emptied
		s.restoreMessage(id, v.Draft, end, err)
	})
	if err != nil {
		return err
	}
	s.Drafts.Update(id, func(d *draft.Draft) {
		s.NoteHook(v.Draft.Hook, exchange)
		d.Remember(exchange, v.Sent.Body)
		d.Follow(exchange, d.Destination(v.State) == "new")
		d.Clear()
		d.SendMode = ""
	})
	return nil
}

// restoreMessage puts a message that never reached its agent back into the form, unless somebody
// has begun the next one.
func (s *Screen) restoreMessage(id string, sent draft.Draft, end inspector.Ending, err error) {
	if err == nil && end.Outcome != wire.Unreachable && end.Outcome != wire.Refused {
		return
	}
	s.Drafts.Update(id, func(d *draft.Draft) {
		if err != nil {
			d.Problem = err.Error()
		}
		if len(d.Parts) == 1 && d.Parts[0].Kind == "text" && d.Parts[0].Text == "" && d.Raw == nil {
			d.Parts, d.Raw, d.EditedExchange = sent.Parts, sent.Raw, sent.EditedExchange
			d.Saved, d.Vars = sent.Saved, sent.Vars
		}
		d.Rev++
		d.Shape++
	})
}

func (s *Screen) operate(ctx context.Context, id, do string) error {
	d := s.Drafts.Get(id)
	exchange, err := s.Calls.OperateOn(ctx, d.Agent, d.Protocol(), &a2a.Call{TaskID: d.Task, Tenant: strings.TrimSpace(d.Tenant)}, do)
	if err == nil && do != "cancel" {
		s.Drafts.Update(id, func(d *draft.Draft) { d.Exchange = exchange; d.Shape++ })
	}
	return err
}
