package print

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/doctor"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
)

type doctorLine struct {
	Step   string        `json:"step"`
	Result string        `json:"result"`
	Text   string        `json:"says"`
	Advice string        `json:"try,omitempty"`
	MS     float64       `json:"took_ms"`
	Facts  []doctor.Fact `json:"facts"`
}

func stepColour(r doctor.Result) stdio.Colour {
	return map[doctor.Result]stdio.Colour{doctor.Pass: stdio.Green, doctor.Warn: stdio.Yellow, doctor.Fail: stdio.Red, doctor.Skip: stdio.Faint}[r]
}

// Step prints one step of an examination of a connection.
func Step(p *stdio.Streams, s doctor.Step) error {
	if p.JSON {
		return p.Line(doctorLine{s.Name, string(s.Result), s.Text, s.Advice, stdio.Millis(s.Took), append([]doctor.Fact{}, s.Facts...)})
	}
	mark := map[doctor.Result]string{doctor.Pass: "✓", doctor.Warn: "!", doctor.Fail: "✕", doctor.Skip: "–"}[s.Result]
	indent := strings.Repeat(" ", 13)
	head := fmt.Sprintf("%s %-10s ", mark, s.Name)
	said := strings.TrimPrefix(stdio.WrapHanging(p.Stdout, head, indent, words.OneLine(s.Text)), mark)
	if _, err := fmt.Fprintln(p.Stdout, stdio.PaintFor(p.Stdout).Text(stepColour(s.Result), mark)+said); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	if s.Advice != "" {
		fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, indent, words.OneLine(s.Advice)))
	}
	for _, f := range s.Facts {
		if s.Name == "tls" || s.Name == "card" && s.Result == doctor.Fail {
			fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, indent, words.OneLine(f.Name)+": "+words.OneLine(f.Value)))
		}
	}
	return nil
}
