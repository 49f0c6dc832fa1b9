package print

import (
	"fmt"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// maxModelRows bounds the calls that ModelCalls prints.
const maxModelRows = 100

// ModelCalls prints the calls beneath an exchange. Of a call of a model itself, it prints what it is beneath.
func ModelCalls(p *stdio.Streams, x wire.Exchange, all []modelcall.Child) {
	var rows [][]string
	for i := range all {
		c := &all[i]
		switch {
		case c.ID == x.ID && c.Parent != "":
			fmt.Fprintf(p.Stdout, "\nbeneath exchange %s, task %s (%s)\n", c.Parent, words.OneLine(c.Task), c.Basis)
		case c.Parent == x.ID && len(rows) < maxModelRows:
			tokens, end := "", ""
			if m := c.Labels.Model; m != nil && m.Input+m.Output > 0 {
				tokens = fmt.Sprintf("%s → %s tokens", words.Count(int(m.Input)), words.Count(int(m.Output)))
			}
			if e, ok := words.EndingWords(&c.Exchange); ok {
				end = e.Glyph + " " + e.Word
			}
			rows = append(rows, []string{"  " + c.ID, words.OneLine(c.Title()), words.ExchangeDuration(&c.Exchange), tokens, end, string(c.Basis)})
		}
	}
	if len(rows) > 0 {
		fmt.Fprintln(p.Stdout, "\nModel and tool calls")
		stdio.Table{Rows: rows}.Write(p.Stdout)
	}
}
