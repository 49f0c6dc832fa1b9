package examine

import (
	"context"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// comparable are the probes whose answers are compared between interfaces: those that mean
// the same in all versions, and those that do in one.
var (
	comparable  = []string{"send", "stream", "get"}
	withVersion = []string{"interface", "get-unknown", "cancel-unknown", "cancel-finished", "send-unknown-task", "send-finished", "subscribe-finished", "list", "extended-card"}
)

// compare compares what the interfaces answered to the same calls: those of a version with
// its first, the first of each version with the first of all.
func (x *exam) compare(ctx context.Context) {
	if x.Record == nil {
		return
	}
	firsts := map[string]string{}
	for i, t := range x.report.targets {
		v, name := string(t.Version), t.Name()
		switch {
		case firsts[v] != "":
			x.alike(ctx, firsts[v], name, append(comparable[:len(comparable):len(comparable)], withVersion...))
		case i > 0:
			x.alike(ctx, x.report.targets[0].Name(), name, comparable)
		}
		if firsts[v] == "" {
			firsts[v] = name
		}
	}
}

// alike compares two interfaces, and adds their row.
func (x *exam) alike(ctx context.Context, a, b string, probes []string) {
	row := Row{Interface: b, Probe: "same-as", Asks: "The agent answers the same calls as it does over " + a + ".", Level: check.Should, check: "CARD-40"}
	c := diff.New(diff.Options{Level: diff.Structure})
	same := 0
	var differ []string
	for _, p := range probes {
		xa, xb := x.kept[p][a], x.kept[p][b]
		if xa == "" || xb == "" {
			continue
		}
		says, err := x.difference(ctx, c, xa, xb)
		switch {
		case err != nil:
			row.Says = "the answers could not be compared: " + err.Error()
		case says == "":
			same++
		default:
			differ = append(differ, p+": "+says)
			row.Exchanges = append(row.Exchanges, xa, xb)
		}
	}
	switch {
	case len(differ) > 0:
		row.Result, row.Says = verdict.Fail, strings.Join(differ, "; ")
	case same > 0:
		row.Result, row.Says = verdict.Pass, fmt.Sprintf("%d answers mean the same", same)
	case row.Says == "":
		row.Result, row.Says = verdict.Skip, "there is nothing to compare"
	default:
		row.Result = verdict.Skip
	}
	x.report.Rows = append(x.report.Rows, row)
}

// difference says how two exchanges differ, "" where they mean the same.
func (x *exam) difference(ctx context.Context, c *diff.Comparer, a, b string) (string, error) {
	ctx = context.WithoutCancel(ctx) // what was called is compared, also after a stop
	xa, err := x.Record.Exchange(ctx, a)
	if err != nil {
		return "", err
	}
	xb, err := x.Record.Exchange(ctx, b)
	if err != nil {
		return "", err
	}
	p, err := c.Exchanges(ctx, x.Record, xa, x.Record, xb)
	if err != nil || p.Outcome != diff.Differs || len(p.Differences) == 0 {
		return "", err
	}
	d := p.Differences[0].Quoted()
	return fmt.Sprintf("%s is %s, and %s there", d.Path, value(d.B), value(d.A)), nil
}

// value is a value as it was compared.
func value(raw []byte) string {
	if raw == nil {
		return "not there"
	}
	return fmt.Sprintf("%.60s", raw)
}
