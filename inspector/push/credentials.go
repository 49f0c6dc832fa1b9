package push

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Verdict is what a comparison found.
type Verdict string

const (
	Match   Verdict = "match"
	Missing Verdict = "missing" // asked for, and did not come
	Wrong   Verdict = "wrong"   // came, but another one than asked for
	Unasked Verdict = "unasked" // came, though nothing was asked for
	None    Verdict = "none"    // neither asked for nor sent
	Unknown Verdict = "unknown" // came, but what was asked for is not on record
)

// Bad reports a verdict that breaks what the registration asked for.
func (v Verdict) Bad() bool { return v == Missing || v == Wrong }

// Secret is a credential as the record shows it.
type Secret struct {
	Set         bool
	Scheme      string // of an Authorization header or a config: "Bearer"
	Value       string // in the clear, where the record keeps secrets; else ""
	Fingerprint string // keyed hash, "" with Value
	Length      int64  // bytes
	Detail      string // of a JWT: iss, aud, exp
	Header      string // that it came in
}

// Asked is what a registration asked for.
type Asked struct {
	Known         bool // the registration is on record, or was made by this run
	Token         Secret
	Authorization Secret
	Schemes       []string // as configured, first preferred
}

// AskedBy reads what a registering exchange asked for. call is its request as
// read.
func AskedBy(x *wire.Exchange, c *a2a.PushConfig) Asked {
	a := Asked{Known: true, Schemes: c.Schemes}
	a.Token = filled(x, c.Token, "token")
	a.Authorization = filled(x, c.Credentials, "credentials")
	if len(c.Schemes) > 0 {
		a.Authorization.Scheme = c.Schemes[0]
	}
	return a
}

// filled is a secret member of a request's body.
func filled(x *wire.Exchange, value, name string) Secret {
	if value == "" {
		return Secret{}
	}
	s := Secret{Set: true, Value: value, Length: int64(len(value))}
	for _, r := range x.Redactions {
		if r.Where == "request.body" && last(r.Name) == name && strings.Trim(value, "*") == "" {
			s.Value, s.Fingerprint, s.Length, s.Detail = "", r.Fingerprint, r.Length, r.Detail
		}
	}
	return s
}

// last is the last name of a redaction's path.
func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// tokenHeaders are the headers that agents send a token in: the one of 0.1 to
// 0.3, and the one of Go agents.
func tokenHeaders() []string { return []string{"X-A2A-Notification-Token", "A2A-Notification-Token"} }

// Received is what a delivery carried.
type Received struct {
	Tokens        []Secret // one for each token header that came
	Authorization Secret
}

// ReceivedBy reads the credentials of a delivery.
func ReceivedBy(x *wire.Exchange) Received {
	var r Received
	for _, name := range tokenHeaders() {
		if s := header(x, name); s.Set {
			r.Tokens = append(r.Tokens, s)
		}
	}
	r.Authorization = header(x, "Authorization")
	return r
}

func header(x *wire.Exchange, name string) Secret {
	name = http.CanonicalHeaderKey(name)
	values := x.Request.Header[name]
	if len(values) == 0 {
		return Secret{}
	}
	s := Secret{Set: true, Header: name, Value: values[0], Length: int64(len(values[0]))}
	if name == "Authorization" {
		if scheme, rest, ok := strings.Cut(values[0], " "); ok {
			s.Scheme, s.Value = scheme, strings.TrimLeft(rest, " ")
			s.Length = int64(len(s.Value))
		}
	}
	for _, r := range x.Redactions {
		if r.Where == "request.header" && strings.EqualFold(r.Name, name) {
			s.Value, s.Fingerprint, s.Length, s.Detail = "", r.Fingerprint, r.Length, r.Detail
		}
	}
	return s
}

// Check is one comparison, with what it found in words.
type Check struct {
	Verdict Verdict
	Says    string
}

// Compare judges a delivery's credentials.
func Compare(a Asked, r Received) (token, authorization Check) {
	return compareToken(a, r), compareAuthorization(a, r)
}

func compareToken(a Asked, r Received) Check {
	if len(r.Tokens) == 0 {
		switch {
		case a.Token.Set:
			return Check{Missing, "the registration gave a token, and the delivery carries none: anybody who knows the address could have sent it"}
		case !a.Known:
			return Check{Unknown, "no token came; the registration is not on record"}
		}
		return Check{None, "no token was asked for, none came"}
	}
	var names []string
	equal := false
	for _, t := range r.Tokens {
		names = append(names, t.Header)
		equal = equal || same(a.Token, t)
	}
	in := " in " + strings.Join(names, " and ")
	switch {
	case !a.Known:
		return Check{Unknown, "a token came" + in + "; the registration is not on record, so there is nothing to compare it with"}
	case !a.Token.Set:
		return Check{Unasked, "a token came" + in + " that was not asked for"}
	case equal:
		return Check{Match, "the token came back" + in}
	}
	return Check{Wrong, "another token came" + in + " than the registration gave"}
}

func compareAuthorization(a Asked, r Received) Check {
	asked := a.Authorization.Set || len(a.Schemes) > 0
	got := r.Authorization
	switch {
	case !a.Known && got.Set:
		return Check{Unknown, schemeWord(got) + " came; the registration is not on record, so there is nothing to compare it with"}
	case !a.Known:
		return Check{Unknown, "no Authorization came; the registration is not on record"}
	case !asked && !got.Set:
		return Check{None, "no authentication was asked for, none came"}
	case !asked:
		return Check{Unasked, schemeWord(got) + " came that was not asked for"}
	case !got.Set:
		return Check{Missing, "the registration asked for authentication (" + strings.Join(a.Schemes, ", ") + "), and the delivery carries no Authorization"}
	}
	fits := len(a.Schemes) == 0 || slices.ContainsFunc(a.Schemes, func(s string) bool { return strings.EqualFold(s, got.Scheme) })
	switch {
	case !fits:
		return Check{Wrong, schemeWord(got) + " came where the registration asked for " + strings.Join(a.Schemes, " or ")}
	case !a.Authorization.Set:
		return Check{Match, schemeWord(got) + " came, as asked for; the registration gave no credentials to compare"}
	case same(a.Authorization, got):
		return Check{Match, schemeWord(got) + " came with the credentials that the registration gave"}
	}
	says := schemeWord(got) + " came with other credentials than the registration gave"
	if strings.EqualFold(got.Scheme, "basic") {
		says += "; some agents encode user:password themselves"
	}
	return Check{Wrong, says}
}

func schemeWord(s Secret) string {
	if s.Scheme == "" {
		return "Authorization without a scheme"
	}
	return "Authorization: " + s.Scheme
}

// same compares two secrets without showing them.
func same(a, b Secret) bool {
	if !a.Set || !b.Set {
		return false
	}
	if a.Fingerprint != "" || b.Fingerprint != "" {
		return a.Fingerprint == b.Fingerprint
	}
	return a.Value == b.Value
}
