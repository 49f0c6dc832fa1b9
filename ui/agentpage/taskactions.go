package agentpage

import (
	"net/http"
	"net/url"

	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) agentTasks(w http.ResponseWriter, r *http.Request, e agents.Entry) error {
	if err := r.ParseForm(); err != nil {
		return web.Fail(http.StatusBadRequest, "The form cannot be read.", err.Error(), "Reload the page.")
	}
	var on *agentListing
	q := taskQueryOf(r.Form)
	if listed := s.results.get(e.Origin).TaskListing; r.URL.Query().Get("more") != "" && listed != nil {
		on = listed
		q = on.Query
	}
	l := s.listTasks(r.Context(), e.Agent, q, on)
	s.results.edit(e.Origin, func(a *agentResults) { a.TaskListing = l })
	return s.Web.Done(w, r, web.Agents)
}

// agentTask gets a task of the agent's list and opens the task's page.
func (s *Screen) agentTask(w http.ResponseWriter, r *http.Request, e agents.Entry) error {
	task, as := r.URL.Query().Get("task"), agents.ProtocolOf(r.URL.Query().Get("as"))
	id, err := s.Calls.OperateTask(r.Context(), e.Origin, as, task, "get")
	if err != nil {
		return web.Fail(http.StatusBadGateway, "The call was not sent.", err.Error(), "See the agent's Versions.")
	}
	s.Calls.Await(r.Context(), id)
	if s.onRecord(r.Context(), task) {
		return s.Web.GoTo(w, r, part.TaskURL(task, e.Origin))
	}
	return s.Web.GoTo(w, r, link.ExchangeURL(id)) // it returned no task: the exchange shows why
}

// readURL returns the URL that gets a listed task.
func (v *listingView) readURL(origin string, t listedTask) string {
	return link.AgentURL(origin) + "/task?" + url.Values{"task": {t.ID}, "as": {v.Query.Protocol.Path()}}.Encode()
}
