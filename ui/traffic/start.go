package traffic

import (
	"net/http"

	"github.com/a2a-console/a2a-console/ui/web"
)

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
func (s *Screen) start(w http.ResponseWriter, r *http.Request) error {
	f, err := s.Frame.Read(r.Context(), "", "")
	if err != nil {
		return err
	}
	l, err := s.Lists.List(r.Context(), s.Lists.Query(r.URL.Query()), "", 0)
	if err != nil {
		return err
	}
	return s.Web.Page(w, r, web.Page{Title: "Start", Screen: "traffic", Styles: []string{"list", "exchange", "agents", "start", "signin"}, Body: startBody(f, l, s.Reference != "", s.Doctor != nil), Live: true, Since: l.Since, Sessions: l.Sessions})
}

func (s *Screen) homeLive(r *http.Request, since int64) (web.View, error) {
	return s.Lists.NewListView(r, since), nil
}
