package examine

import (
	"context"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// Probes whose answers are compared between interfaces: comparableProbes across all versions, versionProbes
// only within a version.
var (
	comparableProbes = []string{"send", "stream", "get"}
	versionProbes    = []string{"interface", "get-unknown", "cancel-unknown", "cancel-finished", "send-unknown-task", "send-finished", "subscribe-finished", "list", "extended-card"}
)

// compare compares the interfaces' answers to the same calls: within a version with its first interface, and the
// first interface of each version with the first of all.
func (x *exam) compare(ctx context.Context) {
	if x.Store == nil {
		return
	}
	firsts := map[string]string{}
	for i, t := range x.report.targets {
		v, name := string(t.Version), t.Name()
		switch {
		case firsts[v] != "":
			x.compareInterfaces(ctx, firsts[v], name, append(comparableProbes[:len(comparableProbes):len(comparableProbes)], versionProbes...))
		case i > 0:
			x.compareInterfaces(ctx, x.report.targets[0].Name(), name, comparableProbes)
		}
		if firsts[v] == "" {
			firsts[v] = name
		}
	}
}

func (x *exam) compareInterfaces(ctx context.Context, a, b string, probes []string) {
	row := Row{Interface: b, Probe: "same-as", Expectation: "The agent answers the same calls as it does over " + a + ".", Level: check.Should, check: "CARD-40"}
	c := diff.New(diff.Options{Level: diff.Structure})
	same := 0
	var differ []string
	for _, p := range probes {
		xa, xb := x.comparedExchanges[p][a], x.comparedExchanges[p][b]
		if xa == "" || xb == "" {
			continue
		}
		says, err := x.describeDifference(ctx, c, xa, xb)
		switch {
		case err != nil:
			row.Message = "the answers could not be compared: " + err.Error()
		case says == "":
			same++
		default:
			differ = append(differ, p+": "+says)
			row.Exchanges = append(row.Exchanges, xa, xb)
		}
	}
	switch {
	case len(differ) > 0:
		row.Result, row.Message = verdict.Fail, strings.Join(differ, "; ")
	case same > 0:
		row.Result, row.Message = verdict.Pass, fmt.Sprintf("%d answers mean the same", same)
	case row.Message == "":
		row.Result, row.Message = verdict.Skip, "there is nothing to compare"
	default:
		row.Result = verdict.Skip
	}
	x.report.Rows = append(x.report.Rows, row)
}

// describeDifference says how two exchanges differ, "" if they mean the same.
func (x *exam) describeDifference(ctx context.Context, c *diff.Comparer, a, b string) (string, error) {
	ctx = context.WithoutCancel(ctx) // compare the calls that were made, even after a stop
	xa, err := x.Store.Exchange(ctx, a)
	if err != nil {
		return "", err
	}
	xb, err := x.Store.Exchange(ctx, b)
	if err != nil {
		return "", err
	}
	p, err := c.Exchanges(ctx, x.Store, xa, x.Store, xb)
	if err != nil || p.Outcome != diff.OutcomeDiffers || len(p.Differences) == 0 {
		return "", err
	}
	d := p.Differences[0].ForDisplay()
	return fmt.Sprintf("%s is %s here, but %s there", d.Path, formatValue(d.B), formatValue(d.A)), nil
}

func formatValue(raw []byte) string {
	if raw == nil {
		return "missing"
	}
	return fmt.Sprintf("%.60s", raw)
}
