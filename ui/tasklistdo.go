package ui

import (
	"net/http"
	"net/url"
)

// agentTasks asks for the agent's tasks, or for the page after those shown.
func (s *Server) agentTasks(w http.ResponseWriter, r *http.Request, e agentEntry) error {
	if err := r.ParseForm(); err != nil {
		return fail(http.StatusBadRequest, "The form cannot be read.", sentenceOf(err.Error()), "Reload the page.")
	}
	var on *agentListing
	q := taskQueryOf(r.Form)
	if listed := s.asked.get(e.Origin).Listed; r.URL.Query().Get("more") != "" && listed != nil {
		on = listed
		q = on.Query
	}
	l := s.listTasks(r.Context(), e.Agent, q, on)
	s.asked.edit(e.Origin, func(a *agentAsked) { a.Listed = l })
	return s.done(w, r)
}

// agentTask does something with a task of the agent's list, and opens its page.
func (s *Server) agentTask(w http.ResponseWriter, r *http.Request, e agentEntry) error {
	task, as := r.URL.Query().Get("task"), tongueOf(r.URL.Query().Get("as"))
	id, err := s.operateTask(r.Context(), e.Origin, as, task, r.URL.Query().Get("call"))
	if err != nil {
		return fail(http.StatusBadGateway, "The call was not sent.", err.Error()+".", "See the agent's Versions.")
	}
	s.await(r.Context(), id)
	if s.awaitTask(r.Context(), task) {
		return s.goTo(w, r, "/tasks/"+url.PathEscape(task))
	}
	return s.goTo(w, r, "/exchanges/"+url.PathEscape(id)) // it brought no task: why, is there
}

// taskCallURL is the address of an operation on a listed task.
func (v *listingView) taskCallURL(origin string, t listedTask, call string) string {
	return agentURL(origin) + "/task?" + url.Values{"task": {t.ID}, "as": {v.Query.As.Path()}, "call": {call}}.Encode()
}
