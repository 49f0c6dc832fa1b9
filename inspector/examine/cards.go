package examine

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// cardFetches is how often refetchCard fetches the card: once plainly, once with If-None-Match.
const cardFetches = 2

// refetchCard fetches the card again, plainly and with If-None-Match.
func (s *subject) refetchCard(ctx context.Context) {
	d := s.Discovery
	if d == nil || d.CardURL == "" {
		return
	}
	p := probe{
		name: "card-unchanged", breaks: "CARD-37", level: check.Should, calls: cardFetches,
		expectation: "The agent does not send an unchanged card again to a client that has it.",
		try: func(t *trial) {
			a := t.fetch(d.CardURL, http.Header{})
			tag := a.end.Header.Get("ETag")
			switch {
			case !t.judgeSuccess(a):
				return
			case tag == "":
				t.notApplicable("the card has no ETag")
				return
			}
			b := t.fetch(d.CardURL, http.Header{"If-None-Match": {tag}})
			switch {
			case b.end.Status == http.StatusNotModified:
				t.pass("the agent answered with HTTP 304")
			case b.isOK() && b.end.Header.Get("ETag") != tag:
				t.skip("the card changed meanwhile")
			default:
				t.fail("the agent answered with " + b.describe() + " instead of HTTP 304")
			}
		},
	}
	s.runProbe(ctx, &p)
	s.addServingFindings()
	row := &s.report.Rows[len(s.report.Rows)-1]
	row.Interface = ""
	if row.Result == verdict.Skip {
		row.Level = check.Info
	}
}

// cardProbe fetches the card as a client of the version would.
var cardProbe = probe{
	name: "card", breaks: "CARD-01", level: check.Should, calls: 1,
	expectation: "The agent serves the card at the version's path, to clients that ask for that version.",
	inapplicableReason: func(s *subject) string {
		if s.Discovery == nil || s.Discovery.CardURL == "" {
			return "there is no card"
		}
		return ""
	},
	try: func(t *trial) {
		a := t.fetch(wellKnown(t.Discovery.CardURL, t.version.WellKnown()[0]), http.Header{"A2A-Version": {string(t.version.Version())}})
		switch {
		case a.isOK() && a.firstResult().Card != nil:
			t.markMet(t.version.Card.Place)
			t.pass("the agent serves the card there")
		case a.isOK():
			t.fail("what the agent serves there is not a card")
		default:
			t.passOpen("the agent serves no card there: " + a.describe())
		}
	},
}

// wellKnown returns the URL of the card at the well-known path, under the same base as the card that was found.
func wellKnown(found, path string) string {
	u, err := url.Parse(found)
	if err != nil {
		return found
	}
	before, _, _ := strings.Cut(u.Path, "/.well-known/")
	if !strings.Contains(u.Path, "/.well-known/") {
		before = ""
	}
	u.Path, u.RawPath, u.RawQuery = before+path, "", ""
	return u.String()
}

// addServingFindings adds what discovery found about how the card is served, as findings on the exchange that
// returned the card.
func (s *subject) addServingFindings() {
	row := &s.report.Rows[len(s.report.Rows)-1]
	row.metChecks = append(row.metChecks, "CARD-22")
	if s.hasCheck("CARD-28") {
		row.metChecks = append(row.metChecks, "CARD-28")
	}
	exchange := ""
	for _, p := range s.Discovery.Trail {
		if p.HasCard && exchange == "" {
			exchange = p.Exchange
		}
	}
	for _, p := range s.Discovery.Findings {
		s.report.servingFindings = append(s.report.servingFindings, judge.Finding{Exchange: exchange, Side: wire.Response, Frame: -1, Times: 1, Problem: p})
	}
}

func (t *trial) fetch(url string, header http.Header) answer {
	c := &a2a.Call{Op: a2a.GetCard}
	p := inspector.PreparedRequest{HTTP: dialect.HTTP{Method: http.MethodGet, URL: url, Header: header}, Op: a2a.GetCard, Version: t.target.Version, Callee: inspector.Callee{Agent: t.target.Agent}}
	return t.callPrepared(t.ctx, t.Client, p, c, func(*answer) {})
}
