package webhooks

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/ui/part"
)

// worstCredential is the verdict on tokens and authorization over all deliveries.
func (st *Judged) worstCredential() delivery.CredentialResult {
	worst := delivery.None
	for _, d := range st.Deliveries {
		for _, r := range []delivery.CredentialResult{d.Token.Result, d.Auth.Result} {
			if slices.Index(resultRank, r) > slices.Index(resultRank, worst) {
				worst = r
			}
		}
	}
	return worst
}

// resultRank are verdicts, the worst last.
var resultRank = []delivery.CredentialResult{delivery.None, delivery.Ungiven, delivery.Match, delivery.Unknown, delivery.Other, delivery.Unasked, delivery.Missing, delivery.Wrong}

// worstOf is the latest of the deliveries whose token, or authorization, was judged worst; nil
// where nothing was delivered.
func (st *Judged) worstOf(auth bool) (worst *deliveryView) {
	for i := range st.Deliveries {
		d := &st.Deliveries[i]
		if d.X.Method != "POST" {
			continue
		}
		if worst == nil || slices.Index(resultRank, d.check(auth).Result) >= slices.Index(resultRank, worst.check(auth).Result) {
			worst = d
		}
	}
	return worst
}

// check is how a delivery's token, or its authorization, was judged.
func (d *deliveryView) check(auth bool) delivery.CredentialCheck {
	if auth {
		return d.Auth
	}
	return d.Token
}

// verdicts counts how the tokens, or the authorization, of all deliveries were judged, "" where
// all were judged alike.
func verdicts(st *Judged, auth bool) string {
	var kinds []delivery.CredentialResult
	times := map[delivery.CredentialResult]int{}
	for _, d := range st.Deliveries {
		r := d.check(auth).Result
		if d.X.Method != "POST" {
			continue
		}
		if times[r]++; times[r] == 1 {
			kinds = append(kinds, r)
		}
	}
	if len(kinds) < 2 {
		return ""
	}
	var said []string
	for _, r := range kinds {
		_, mark := hookMark(r)
		said = append(said, part.Count(times[r])+" "+mark)
	}
	return strings.Join(said, " · ")
}

// hookMark is a verdict as a cell shows it.
func hookMark(v delivery.CredentialResult) (class, text string) {
	switch v {
	case delivery.Match:
		return "ok", "✓ match"
	case delivery.Missing:
		return "failed", "✕ missing"
	case delivery.Wrong:
		return "failed", "✕ wrong"
	case delivery.Unasked:
		return "warn", "! not requested"
	case delivery.Other:
		return "warn", "! not its token"
	case delivery.Unknown:
		return "muted", "? not on record"
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

// askedAuth is the authentication that a registration asked for.
func askedAuth(a delivery.Expected) string {
	if !a.Authorization.Set && len(a.Schemes) > 0 {
		return part.Short(strings.Join(a.Schemes, " or "), 60) + ", no credentials given"
	}
	return secretWord(a.Authorization)
}

func askedToken(a delivery.Expected) string {
	if !a.Known {
		return "not on record"
	}
	return secretWord(a.Token)
}
