package print

import (
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// RequestLine is the JSON line of a saved request.
type RequestLine struct {
	Name      string           `json:"name"`
	Agent     string           `json:"agent"`
	Dialect   string           `json:"dialect,omitempty"`
	Binding   string           `json:"binding,omitempty"`
	Variables []saved.Variable `json:"variables"`
	Text      string           `json:"text"` // beginning of the message
	Saved     string           `json:"saved"`

	at time.Time
}

// RequestLineOf returns the JSON line of a saved request, without the defaults of secret variables.
func RequestLineOf(k wire.SavedRequest, r *saved.Request) RequestLine {
	l := RequestLine{Name: k.Name, Agent: k.Agent, Dialect: string(r.Version), Binding: string(r.Binding), Variables: []saved.Variable{}, Saved: stdio.Stamp(k.Saved), at: k.Saved}
	for _, v := range r.Variables {
		if v.Secret {
			v.Default = ""
		}
		l.Variables = append(l.Variables, v)
	}
	var said []string
	for _, part := range r.Parts {
		for _, text := range []string{part.Text, part.Name, part.URL} {
			if text != "" {
				said = append(said, text)
				break
			}
		}
	}
	l.Text = clip.Runes(words.OneLine(strings.Join(said, " · ")), 200)
	return l
}

// Requests prints saved requests: as JSON lines, or as a table for people.
func Requests(p *stdio.Streams, list []RequestLine, names Names) error {
	const agent, variables, when, message = 1, 2, 3, 4
	rows, now := [][]string{{"NAME", "AGENT", "VARIABLES", "SAVED", "MESSAGE"}}, time.Now()
	for _, l := range list {
		if p.JSON {
			if err := p.Line(l); err != nil {
				return err
			}
			continue
		}
		var asked []string
		for _, v := range l.Variables {
			asked = append(asked, v.Name)
		}
		rows = append(rows, []string{words.OneLine(l.Name), names.nameOf(l.Agent), words.OneLine(strings.Join(asked, " ")), words.Moment(l.at, now), l.Text})
	}
	if !p.JSON {
		stdio.Table{Rows: rows, Shorten: []int{0, agent, variables, message}, Drop: []int{when}, MinWidths: map[int]int{0: 20, agent: 12, variables: 9}}.Write(p.Stdout)
	}
	return nil
}
