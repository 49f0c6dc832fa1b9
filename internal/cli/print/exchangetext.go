package print

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/api"
)

// Names maps the origins of agents to their names. Other agents are shown by their hosts.
type Names map[string]string

func (n Names) nameOf(origin string) string {
	host := origin
	if u, err := url.Parse(origin); err == nil {
		host = cmp.Or(u.Host, origin)
	}
	return words.OneLine(clip.Runes(cmp.Or(n[origin], host), 100))
}

// Exchanges prints exchanges: as JSON lines, or as a table for people. On a terminal the table is
// brief, with shortened ids; a pipe gets all columns.
func Exchanges(p *stdio.Streams, list []wire.Exchange, names Names) error {
	if p.JSON {
		for _, x := range list {
			if err := p.Line(api.ExchangeOf(x)); err != nil {
				return err
			}
		}
		return nil
	}
	if stdio.IsTerminal(p.Stdout) {
		briefTable(list, names).Write(p.Stdout)
		return nil
	}
	rows := [][]string{exchangeHeads}
	for i := range list {
		rows = append(rows, exchangeRow(&list[i], names))
	}
	stdio.Table{Rows: rows}.Write(p.Stdout)
	return nil
}

// JSONExchanges prints exchanges of a record as JSON lines.
func JSONExchanges(ctx context.Context, p *stdio.Streams, lib modelcall.Library, list []wire.Exchange) error {
	all, err := api.ExchangesOf(ctx, lib, list)
	for i := 0; err == nil && i < len(all); i++ {
		err = p.Line(all[i])
	}
	return err
}

var exchangeHeads = []string{"EXCHANGE", "TIME", "ORIGIN", "OPERATION", "A2A", "HTTP", "STATE", "ENDED", "TOOK", "SIZE", "FINDINGS", "AGENT", "MESSAGE"}

func exchangeRow(x *wire.Exchange, names Names) []string {
	return []string{x.ID, words.Clock(x.Started), string(x.Origin), operationText(x), x.Labels.Dialect,
		words.Status(x.Response.Status), words.StateText(x), strings.TrimPrefix(words.EndPhrase(x), "ended by the "), words.ExchangeDuration(x),
		words.Bytes(x.ResponseBytes), fmt.Sprint(x.Labels.Findings), names.nameOf(x.Agent), words.MessageLine(*x)}
}

func operationText(x *wire.Exchange) string {
	return words.OneLine(clip.Runes(cmp.Or(x.Labels.Op, words.ModelCallWords(x), x.Method+" "+x.URL), 60))
}

func briefTable(list []wire.Exchange, names Names) stdio.Table {
	const agent, state, took, findings, a2a, origin, message = 2, 4, 5, 6, 7, 8, 9
	rows, now := [][]string{{"EXCHANGE", "TIME", "AGENT", "CALL", "STATE", "TOOK", "FINDINGS", "A2A", "ORIGIN", "MESSAGE"}}, time.Now()
	for i := range list {
		rows = append(rows, briefRow(&list[i], names, now))
	}
	t := stdio.Table{Rows: rows, Shorten: []int{agent, state, message}, Drop: []int{origin, a2a, took, findings},
		MinWidths: map[int]int{agent: 10, state: 18, message: 10}, Room: map[int]int{agent: 16, state: 18, message: 24}}
	if len(list) > 1 && !slices.ContainsFunc(list, func(x wire.Exchange) bool { return x.Agent != list[0].Agent }) {
		t.Drop = append([]int{agent}, t.Drop...)
	}
	t.Colour = func(row, column int) stdio.Colour {
		switch {
		case row == 0:
			return stdio.Faint
		case column == state:
			return stateColour(&list[row-1])
		case column == findings && list[row-1].Labels.Findings > 0:
			return stdio.Yellow
		}
		return stdio.Plain
	}
	return t
}

func shortID(p *stdio.Streams, id string) string {
	if stdio.IsTerminal(p.Stdout) {
		id = wire.IDSuffix(id)
	}
	return words.OneLine(id)
}

func briefRow(x *wire.Exchange, names Names, now time.Time) []string {
	return []string{words.OneLine(wire.IDSuffix(x.ID)), words.Moment(x.Started, now), names.nameOf(x.Agent), operationWord(x), endState(x), words.ExchangeDuration(x),
		fmt.Sprint(x.Labels.Findings), x.Labels.Dialect, string(x.Origin), words.MessageLine(*x)}
}

// operationWord returns the operation in one word, or the HTTP method if there is none.
func operationWord(x *wire.Exchange) string {
	if word := words.OperationWord(a2a.Operation(x.Labels.Op)); word != "" {
		return word
	}
	if x.Labels.Op == "" {
		return cmp.Or(clip.Runes(words.ModelCallWords(x), 24), x.Method)
	}
	return words.OneLine(clip.Runes(x.Labels.Op, 12))
}

// endState returns how an exchange ended, for a column: at least its HTTP status.
func endState(x *wire.Exchange) string {
	state := words.StateText(x)
	switch {
	case state == "" && x.Outcome == wire.Open:
		return "… open"
	case state == "" && x.Response.Status > 0:
		return words.StatusLine(x.Response.Status)
	}
	return state
}

func stateColour(x *wire.Exchange) stdio.Colour {
	if e, ok := words.EndingWords(x); ok {
		return signColour(e.Glyph)
	}
	return StateColour(a2a.State(x.Labels.State))
}

// Facts prints the facts of one exchange for people, one per line.
func Facts(p *stdio.Streams, x *wire.Exchange, names Names) {
	paint := stdio.PaintFor(p.Stdout)
	agent := names.nameOf(x.Agent)
	if agent != x.Agent {
		agent += " · " + words.OneLine(x.Agent)
	}
	spoken := operationText(x)
	if x.Labels.Dialect != "" {
		spoken += " · A2A " + words.OneLine(x.Labels.Dialect+" "+a2a.Binding(x.Labels.Binding).Word())
	}
	state := words.StateTextWithLast(endState(x), x)
	for _, f := range [][2]string{
		{"exchange", x.ID}, {"session", x.Session}, {"time", strings.TrimSuffix(words.Stamp(x.Started)+" · took "+words.ExchangeDuration(x), " · took ")},
		{"agent", agent}, {"call", spoken + " · origin " + string(x.Origin)}, {"message", words.MessageLine(*x)}, {"state", state},
		{"HTTP", strings.TrimSuffix(words.Status(x.Response.Status)+" · "+words.EndPhrase(x), " · ")},
		{"tokens", tokensText(x)}, {"size", words.Bytes(x.RequestBytes) + " sent · " + words.Bytes(x.ResponseBytes) + " received"}, {"findings", fmt.Sprint(x.Labels.Findings)}, {"passed", passedWords(x.PassageKinds)},
	} {
		if f[1] == "" {
			continue
		}
		name, colour := fmt.Sprintf("%-10s", f[0]), stdio.Plain
		if f[0] == "state" {
			colour = stateColour(x)
		}
		value := stdio.WrapHanging(p.Stdout, name, strings.Repeat(" ", len(name)), f[1])[len(name):]
		fmt.Fprintln(p.Stdout, paint.Text(stdio.Faint, name)+paint.Text(colour, value))
	}
}

// tokensText returns the tokens of a call of a model, "" for other exchanges.
func tokensText(x *wire.Exchange) string {
	if m := x.Labels.Model; m != nil && m.Input+m.Output > 0 {
		return words.Count(int(m.Input)) + " in · " + words.Count(int(m.Output)) + " out"
	}
	return ""
}

// MarkedExchange prints an exchange with its pin and note.
func MarkedExchange(p *stdio.Streams, x wire.Exchange) error {
	if err := Exchanges(p, []wire.Exchange{x}, nil); err != nil || p.JSON {
		return err
	}
	fmt.Fprint(p.Stdout, MarksText(x))
	return nil
}

// MarksText returns the pin and note of an exchange, each on a line; "" for none.
func MarksText(x wire.Exchange) (text string) {
	if x.Pinned {
		text = "pinned: limits of size and age do not remove its session\n"
	}
	if x.Note != "" {
		text += "note: " + words.Visible(x.Note) + "\n"
	}
	return text
}
