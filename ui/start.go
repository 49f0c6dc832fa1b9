package ui

import "net/http"

// example is a message that Start sends to the reference agent on a click.
type example struct{ Name, Title, Shows string }

func examples() []example {
	return []example{
		{"joke", "Ask for a joke", "one message, one task, completed at once"},
		{"phone", "Order a phone", "the agent asks back; you answer in Compose"},
		{"paper", "Write a long paper", "a stream: one artifact grows piece by piece"},
	}
}

// start is the first page: what is connected, and three ways to see something
// happen.
func (s *Server) start(w http.ResponseWriter, r *http.Request) error {
	f, err := s.frame(r.Context(), "")
	if err != nil {
		return err
	}
	l, err := s.list(r.Context(), queryOf(r.URL.Query()), "", 0)
	if err != nil {
		return err
	}
	return s.page(w, r, Page{Title: "Start", Screen: "traffic", Styles: []string{"traffic", "exchange", "agents", "start", "signin"}, Body: startBody(f, l, s.Reference != "", s.Doctor != nil), Live: true, Since: l.Since})
}

func (s *Server) homeLive(r *http.Request, since int64) (View, error) {
	return s.newListView(r, since), nil
}
