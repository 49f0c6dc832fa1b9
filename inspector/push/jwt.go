package push

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/internal/outbound"
)

// Proof is what a signed delivery proves.
type Proof struct {
	Valid bool   // one of the keys made the signature, and no claim contradicts the delivery
	Text  string // what the signature proves, or why it proves nothing, for people
	Alg   string
	Key   string // kid
	// Body says whether the signature covers this body, by the claim request_body_sha256 that agents of 0.1 send:
	// Match, Wrong, or None without the claim.
	Body   delivery.CredentialResult
	Issued time.Time // iat, zero if missing
}

// Sums are the SHA-256 of a delivery's body as received, and as compact JSON.
type Sums struct{ Raw, Compact string }

// maxTokenAge is the maximum age on delivery of a token without an expiry.
const maxTokenAge = 5 * time.Minute

// Verify checks the JWT in a delivery's Authorization value: its signature, its times against the arrival, and the body
// that it signs.
func Verify(set jws.Keys, authorization string, body Sums, at time.Time) Proof {
	scheme, token, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "bearer") || strings.Count(token, ".") != 2 {
		return Proof{Body: delivery.None, Text: "Authorization carries no JWT"}
	}
	signed, err := jws.Parse(strings.TrimSpace(token))
	if err != nil {
		return Proof{Body: delivery.None, Text: "the JWT cannot be read: " + err.Error()}
	}
	p := Proof{Alg: signed.Alg, Key: signed.Kid, Body: delivery.None}
	payload, why := verifySignature(signed, set)
	if why != "" {
		p.Text = why
		return p
	}
	p.judge(payload, body, at)
	return p
}

func verifySignature(token *jws.Token, set jws.Keys) (payload []byte, why string) {
	payload, err := token.Verify(set)
	var none *jws.NoKeyError
	switch {
	case err == nil:
		return payload, ""
	case errors.As(err, &none) && none.Kid != "" && !none.HasNamedKey:
		return nil, fmt.Sprintf("the key set does not have the key %.80q, which the token names; the agent may have changed its keys", none.Kid)
	}
	return nil, "none of the given keys made the signature"
}

func (p *Proof) judge(payload []byte, body Sums, at time.Time) {
	var c struct {
		Iat, Exp, Nbf json.Number
		Sum           *string `json:"request_body_sha256"`
	}
	d := json.NewDecoder(strings.NewReader(string(payload)))
	d.UseNumber()
	if err := d.Decode(&c); err != nil {
		p.Text = "the signature is valid, but it does not sign a set of claims"
		return
	}
	p.Issued = unixTime(c.Iat)
	exp, nbf := unixTime(c.Exp), unixTime(c.Nbf)
	if c.Sum != nil {
		if p.Body = delivery.Wrong; strings.EqualFold(*c.Sum, body.Raw) || body.Compact != "" && strings.EqualFold(*c.Sum, body.Compact) {
			p.Body = delivery.Match
		}
	}
	const slack = time.Minute // tolerated clock skew
	switch {
	case p.Body == delivery.Wrong:
		p.Text = "the signature is valid, but for another body than the one delivered (request_body_sha256): the body was changed on its way, or the token is replayed"
	case !exp.IsZero() && at.After(exp.Add(slack)):
		p.Text = "the signature is valid, but the token had expired when it arrived"
	case !nbf.IsZero() && at.Before(nbf.Add(-slack)):
		p.Text = "the signature is valid, but the token was not valid yet when it arrived"
	case exp.IsZero() && !p.Issued.IsZero() && at.Sub(p.Issued) > maxTokenAge:
		p.Text = "the signature is valid, but the token is older than five minutes: it may be replayed"
	case p.Body == delivery.Match:
		p.Valid, p.Text = true, "the signature is valid, for this very body"
	default:
		p.Valid, p.Text = true, "the signature is valid; it does not cover the body (no request_body_sha256)"
	}
}

func unixTime(n json.Number) time.Time {
	f, err := n.Float64()
	if err != nil || f <= 0 || f > 1e11 {
		return time.Time{}
	}
	return time.Unix(int64(f), 0).UTC()
}

// FetchKeys fetches a key set from a URL that a person asked for. It sends no credentials, follows no redirects, and
// connects to no forbidden address, whatever the name resolves to.
func FetchKeys(ctx context.Context, url string) ([]byte, error) {
	if err := inspector.CheckURL(url); err != nil {
		return nil, err
	}
	way := outbound.Transport(outbound.Options{Connect: 5 * time.Second, NoReuse: true})
	return inspector.FetchDocument(ctx, outbound.Client(way, 10*time.Second), "keys", url)
}
