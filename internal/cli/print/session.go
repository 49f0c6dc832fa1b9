package print

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// SessionLine is what scripts get of a session.
type SessionLine struct {
	Session   string        `json:"session"`
	Name      string        `json:"name"`
	Started   string        `json:"started"`
	Ended     string        `json:"ended,omitempty"`
	Exchanges int           `json:"exchanges"`
	Probes    int           `json:"probes"`
	Bytes     int64         `json:"bytes"`
	Agents    []string      `json:"agents"`
	Errors    int           `json:"errors"`
	Tags      []string      `json:"tags"`
	Note      string        `json:"note"`
	Pinned    bool          `json:"pinned"`
	Imported  string        `json:"imported,omitempty"`
	Source    string        `json:"source,omitempty"`
	Gaps      []archive.Gap `json:"gaps,omitempty"` // exchanges that are not on record; of sessions list
}

// SessionLineOf puts a session in the words scripts rely on.
func SessionLineOf(s wire.Session, gaps []archive.Gap) SessionLine {
	return SessionLine{
		Session: s.ID, Name: s.Name, Started: stdio.Stamp(s.Started), Ended: stdio.Stamp(s.Ended), Exchanges: s.Exchanges, Probes: s.Probes, Bytes: s.Bytes,
		Agents: append([]string{}, s.Agents...), Errors: s.Errors, Tags: append([]string{}, s.Tags...), Note: s.Note, Pinned: s.Pinned,
		Imported: stdio.Stamp(s.Imported), Source: s.Source, Gaps: gaps,
	}
}

// session writes one session, as sessions list does.
func Session(p *stdio.Streams, s wire.Session) error {
	if p.JSON {
		return p.Line(SessionLineOf(s, nil))
	}
	text := s.ID + " · " + words.Plural(s.Exchanges, "exchange")
	if s.Name != "" {
		text += " · " + words.OneLine(s.Name)
	}
	for _, t := range s.Tags {
		text += " #" + t
	}
	if s.Pinned {
		text += " · pinned"
	}
	_, err := fmt.Fprintln(p.Stdout, text)
	return err
}
