package webhooks

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/ui/part"
)

// worstCredential returns the worst verdict on the tokens and authorization of all deliveries.
func (st *Assessment) worstCredential() delivery.CredentialCheck {
	worst := delivery.CredentialCheck{Result: delivery.None}
	for _, d := range st.Deliveries {
		for _, c := range []delivery.CredentialCheck{d.Token, d.Auth} {
			if slices.Index(resultRank, c.Result) > slices.Index(resultRank, worst.Result) {
				worst = c
			}
		}
	}
	return worst
}

// resultRank orders verdicts, worst last.
var resultRank = []delivery.CredentialResult{delivery.None, delivery.Ungiven, delivery.Match, delivery.Unknown, delivery.Absent, delivery.DifferentToken, delivery.Unasked, delivery.Missing, delivery.Wrong}

const maxRuns = 12

// deliveryNumbers lists deliveries, or events of a stream, by ascending number: "#1–#3, #7".
func deliveryNumbers(on []int) string {
	var runs []string
	for i := 0; i < len(on); {
		j := i
		for j+1 < len(on) && on[j+1] == on[j]+1 {
			j++
		}
		if len(runs) == maxRuns {
			return strings.Join(runs, ", ") + " and " + part.Count(len(on)-i) + " more"
		}
		run := "#" + part.Itoa(on[i])
		if j > i {
			run += "–#" + part.Itoa(on[j])
		}
		runs = append(runs, run)
		i = j + 1
	}
	return strings.Join(runs, ", ")
}

// hookMark returns the class and the text of a verdict's table cell.
func hookMark(v delivery.CredentialResult) (class, text string) {
	switch v {
	case delivery.Match:
		return "ok", "✓ match"
	case delivery.Missing:
		return "failed", "✕ missing"
	case delivery.Wrong:
		return "failed", "✕ wrong"
	case delivery.Unasked:
		return "warn", "! unasked"
	case delivery.DifferentToken:
		return "warn", "! other"
	case delivery.Absent:
		return "warn", "! none"
	case delivery.Unknown:
		return "muted", "? not compared"
	case delivery.Ungiven:
		return "muted", "– none given"
	}
	return "muted", "–"
}

// secretWord describes a credential without showing it.
func secretWord(s delivery.Secret) string {
	if !s.Set {
		return "none"
	}
	var out []string
	if s.Scheme != "" {
		out = append(out, part.Short(s.Scheme, 24))
	}
	if s.Length > 0 {
		out = append(out, part.Bytes(s.Length))
	}
	if s.Fingerprint != "" {
		out = append(out, "fingerprint "+part.Short(s.Fingerprint, 16))
	}
	if s.Detail != "" {
		out = append(out, part.Short(s.Detail, 160))
	}
	return strings.Join(out, " · ")
}

func expectedAuth(a delivery.Expected) string {
	if !a.IsKnown {
		return "not on record"
	}
	if !a.Authorization.Set && len(a.Schemes) > 0 {
		return part.Short(strings.Join(a.Schemes, " or "), 60) + ", no credentials given"
	}
	return secretWord(a.Authorization)
}

func expectedToken(a delivery.Expected) string {
	if !a.IsKnown {
		return "not on record"
	}
	return secretWord(a.Token)
}
