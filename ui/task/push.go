package task

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/web"
)

// taskHook is a push configuration of a task, as far as the record shows.
type taskHook struct {
	session.Registration
	Key string // key of its page under Webhooks; "" unless the address is this console's
}

// taskPushes are the push configurations of a task, and the possible actions.
type taskPushes struct {
	Task     string
	Agent    string
	Hooks    []taskHook
	Error    string // the error of the last push call; "" for none
	ErrorAt  string // the id of that call's exchange
	Receiver bool
	Lists    bool // the version has list and delete
	Pushless bool
}

// readPushes folds the recorded calls and responses into a task's configurations, oldest first.
func (s *Screen) readPushes(ctx context.Context, v *taskView, list []wire.Exchange) taskPushes {
	t := taskPushes{Task: v.ID, Agent: v.Agent, Receiver: s.Webhooks != nil, Lists: hasPushList(v.Protocol.Version)}
	if e, ok := s.Agents.Find(ctx, v.Agent); ok && e.Card() != nil {
		t.Pushless = !e.Card().Capabilities.Push
	}
	b := pushes.NewBudget()
	var kept session.Registrations
	for _, x := range list {
		if !pushes.MayConcernPush(x) {
			continue
		}
		if r, ok, err := s.Pushes.Read(ctx, x, b); ok && err == nil && r.Call != nil {
			e := session.Labelled(&x)
			e.Call = r.Call
			kept.Take(&e, r.Result, r.Error != nil)
			t.judge(x, r)
		}
	}
	for _, h := range slices.Backward(kept) {
		hook := taskHook{Registration: h}
		if s.isOwnHook(h.URL) {
			hook.Key = link.HookKey(h.URL)
		}
		t.Hooks = append(t.Hooks, hook)
	}
	return t
}

func hasPushList(v a2a.Version) bool {
	d, ok := dialect.ByName(v)
	if !ok {
		return true
	}
	_, ok = d.Method(a2a.ListPushConfigs)
	return ok
}

func (s *Screen) isOwnHook(url string) bool {
	return s.Webhooks != nil && slices.ContainsFunc(s.Webhooks.Hooks(), func(h host.Hook) bool { return h.URL == url })
}

// judge records how a call about push configurations ended.
func (t *taskPushes) judge(x wire.Exchange, r pushes.Reading) {
	if op := a2a.Operation(x.Labels.Op); op == a2a.SendMessage || op == a2a.SendStreamingMessage {
		return
	}
	if t.Error, t.ErrorAt = "", ""; r.Error != nil {
		t.Error, t.ErrorAt = string(r.Error.Name)+": "+r.Error.Message, x.ID
	}
}

func (s *Screen) taskPush(w http.ResponseWriter, r *http.Request) error {
	v, err := s.readTask(r.Context(), r.PathValue("id"), r.URL.Query().Get("agent"))
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
			return web.Fail(http.StatusBadRequest, "Nothing was registered.", err.Error(), "Choose where to push updates.")
		}
	case "get":
		c.Op = a2a.GetPushConfig
	case "list":
		c.Op = a2a.ListPushConfigs
		c.List = &a2a.ListQuery{}
	case "delete":
		c.Op = a2a.DeletePushConfig
	}
	id, err := s.callTask(r.Context(), v, c)
	if err != nil {
		return web.Fail(http.StatusBadGateway, "The call was not sent.", err.Error(), "See the agent's page.")
	}
	if hook != nil {
		s.Pushes.Store.Register(hook.URL, id)
	}
	return s.Web.Done(w, r, web.Anything)
}

// pushTo fills in a registration. It returns a hook if the target is the console's own receiver.
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

// callTask sends a call about a task in the version that its exchanges use, and returns
// the id of the new exchange.
func (s *Screen) callTask(ctx context.Context, v *taskView, c *a2a.Call) (string, error) {
	a, _ := s.Agents.Agent(ctx, v.Agent)
	s.Calls.LearnNow(ctx, a)
	t, err := s.Calls.TargetAs(a, v.Protocol)
	if err != nil {
		return "", err
	}
	p, err := s.Caller.Prepare(t, c)
	if err != nil {
		return "", err
	}
	return s.Calls.Send(v.Agent, p, nil)
}

func firstTarget(t taskPushes) string {
	if t.Receiver {
		return "console"
	}
	return "url"
}
