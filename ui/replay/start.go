package replay

import (
	"cmp"
	"context"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

type replayForm struct {
	Session      wire.Session
	Agents       []agents.Entry
	To           string               // the selected agent
	Recorded     []host.RecordedAgent // agents whose calls can be replayed
	OmittedCount int                  // exchanges that no replay makes again
	Level        string
	Versions     []a2a.Version
}

// titleOf names a recorded agent as the lists do.
func titleOf(known []agents.Entry, origin string) string {
	for _, a := range known {
		if a.Origin == origin {
			return part.Short(a.DisplayName(), 60)
		}
	}
	return record.HostOf(origin)
}

func (s *Screen) newReplayPage(w http.ResponseWriter, r *http.Request) error {
	f, err := s.replayForm(r.Context(), r.URL.Query().Get("session"))
	if err != nil {
		return err
	}
	if l, err := diff.ParseLevel(r.URL.Query().Get("level")); err == nil {
		f.Level = l.String()
	}
	return s.Web.Page(w, r, web.Page{Title: "Replay", Screen: "sessions", Styles: []string{"replay"}, Body: newReplayBody(f)})
}

func (s *Screen) replayForm(ctx context.Context, session string) (f replayForm, err error) {
	if f.Session, err = s.Library.Session(ctx, session); err != nil || session == "" {
		return f, rerun.ErrNoSession()
	}
	if f.Agents, err = s.Agents.Entries(ctx); err != nil {
		return f, err
	}
	if f.Recorded, f.OmittedCount, err = s.Player.Recorded(ctx, session); err != nil {
		return f, fmt.Errorf("read the agents of session %s: %w", session, err)
	}
	f.To = s.Reference
	if len(f.Recorded) > 0 {
		f.To = f.Recorded[0].Origin
	}
	f.Level = cmp.Or(f.Session.Level, diff.Meaning.String())
	for _, d := range dialect.All() {
		f.Versions = append(f.Versions, d.Version())
	}
	return f, nil
}

func (s *Screen) startReplay(w http.ResponseWriter, r *http.Request) error {
	ses, err := s.Library.Session(r.Context(), r.FormValue("session"))
	if err != nil {
		return rerun.ErrNoSession()
	}
	how, err := rerun.ParseOptions(r, ses)
	if err != nil {
		return err
	}
	run, err := s.Runs.Begin(ses, how)
	if err != nil {
		return err
	}
	return s.Web.GoTo(w, r, link.ReplayURL(run.ID))
}
