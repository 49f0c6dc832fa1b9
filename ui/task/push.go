package task

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/web"
)

// taskHook is a push configuration of a task, as far as the record tells.
type taskHook struct {
	ID, URL string
	Key     string // of its page under Webhooks, when the address is this console's
	From    string // exchange that told of it last
}

// taskPushes are the push configurations of a task, and what can be done.
type taskPushes struct {
	Task     string
	Hooks    []taskHook
	Error    string // of the last push call, ""
	ErrorAt  string // its exchange
	Receiver bool
	Lists    bool // the version has list and delete
	Pushless bool
}

// readPushes folds what calls and answers on record say of a task's
// configurations, oldest first.
func (s *Screen) readPushes(ctx context.Context, v *taskView, list []wire.Exchange) taskPushes {
	t := taskPushes{Task: v.ID, Receiver: s.Webhooks != nil, Lists: hasPushList(v.As.Version)}
	if e, ok := s.Agents.Find(ctx, v.Agent); ok && e.Card() != nil {
		t.Pushless = !e.Card().Capabilities.Push
	}
	b := pushes.NewBudget()
	for _, x := range list {
		if !pushes.About(x) {
			continue
		}
		if r, ok, err := s.Pushes.Read(ctx, x, b); ok && err == nil && r.Call != nil {
			t.fold(x, r)
		}
	}
	slices.Reverse(t.Hooks)
	for i := range t.Hooks {
		if s.ours(t.Hooks[i].URL) {
			t.Hooks[i].Key = link.HookKey(t.Hooks[i].URL)
		}
	}
	return t
}

// hasPushList reports whether a version can list and delete configurations.
func hasPushList(v a2a.Version) bool {
	d, ok := dialect.For(v)
	if !ok {
		return true
	}
	_, ok = d.Method(a2a.ListPushConfigs)
	return ok
}

func (s *Screen) ours(url string) bool {
	return s.Webhooks != nil && slices.ContainsFunc(s.Webhooks.Hooks(), func(h host.Hook) bool { return h.URL == url })
}

// fold takes one call with its answer.
func (t *taskPushes) fold(x wire.Exchange, r pushes.Reading) {
	op := a2a.Operation(x.Labels.Op)
	pushes := op != a2a.SendMessage && op != a2a.SendStreamingMessage
	if pushes {
		t.Error, t.ErrorAt = "", ""
	}
	if r.Error != nil {
		if pushes {
			t.Error, t.ErrorAt = string(r.Error.Name)+": "+r.Error.Message, x.ID
		}
		return
	}
	switch {
	case !pushes && r.Call.Push != nil:
		t.put(taskHook{ID: r.Call.Push.ID, URL: r.Call.Push.URL, From: x.ID})
	case op == a2a.DeletePushConfig && x.Outcome == wire.ByAgent:
		t.Hooks = slices.DeleteFunc(t.Hooks, func(h taskHook) bool { return h.ID == r.Call.PushID })
	case r.Result == nil:
	case op == a2a.ListPushConfigs && r.Result.Pushes != nil:
		t.Hooks = nil
		for _, c := range r.Result.Pushes {
			t.put(taskHook{ID: c.ID, URL: c.URL, From: x.ID})
		}
	case r.Result.Push != nil:
		t.put(taskHook{ID: r.Result.Push.ID, URL: r.Result.Push.URL, From: x.ID})
	}
}

// put adds a configuration, or says more of one that is known.
func (t *taskPushes) put(h taskHook) {
	for i, o := range t.Hooks {
		if o.URL == h.URL && (o.ID == h.ID || o.ID == "") || h.ID != "" && o.ID == h.ID {
			t.Hooks[i] = h
			return
		}
	}
	t.Hooks = append(t.Hooks, h)
}

// taskPush carries out a push operation on a task.
func (s *Screen) taskPush(w http.ResponseWriter, r *http.Request) error {
	v, err := s.readTask(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	v.release()
	c := &a2a.Call{TaskID: v.ID, Tenant: v.Tenant, PushID: r.FormValue("config")}
	var hook *host.Hook
	switch r.PathValue("do") {
	case "set":
		f := draft.PushFields{To: r.FormValue("to"), URL: r.FormValue("to-url"), Token: r.FormValue("to-token"), Scheme: r.FormValue("to-scheme"), Credentials: r.FormValue("to-credentials")}
		if hook, err = s.pushTo(v, f, c); err != nil {
			return web.Fail(http.StatusBadRequest, "Nothing was registered.", part.Capital(err.Error())+".", "Choose where updates shall be pushed to.")
		}
	case "get":
		c.Op = a2a.GetPushConfig
	case "list":
		c.Op = a2a.ListPushConfigs
		c.List = &a2a.ListQuery{}
	case "delete":
		c.Op = a2a.DeletePushConfig
	default:
		return s.Web.NotFound(w, r)
	}
	id, err := s.callTask(r.Context(), v, c)
	if err != nil {
		return web.Fail(http.StatusBadGateway, "The call was not sent.", err.Error()+".", "See the agent's page.")
	}
	if hook != nil {
		s.Pushes.State.Register(hook.URL, id)
	}
	return s.Web.Done(w, r, web.Anything)
}

// pushTo fills in a registration; the hook is the console's own, if that is
// where to.
func (s *Screen) pushTo(v *taskView, f draft.PushFields, c *a2a.Call) (*host.Hook, error) {
	var hook *host.Hook
	if f.To == "console" && s.Webhooks != nil {
		h := s.Webhooks.Make(v.Agent, s.Desk.Current().ID)
		hook = &h
	}
	p, err := f.Config(hook)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return nil, errors.New("no address was chosen")
	}
	p.TaskID = v.ID
	c.Op, c.Push = a2a.CreatePushConfig, p
	return hook, nil
}

// callTask sends a call about a task in its version, and returns its exchange.
func (s *Screen) callTask(ctx context.Context, v *taskView, c *a2a.Call) (string, error) {
	a, _ := s.Agents.Agent(ctx, v.Agent)
	s.Calls.LearnNow(ctx, a)
	t, err := s.Calls.Spoken(a, v.As)
	if err != nil {
		return "", err
	}
	p, err := s.Caller.Prepare(t, c)
	if err != nil {
		return "", err
	}
	return s.Calls.Send(v.Agent, p, nil)
}

// firstTarget is what the form offers first.
func firstTarget(t taskPushes) string {
	if t.Receiver {
		return "console"
	}
	return "url"
}
