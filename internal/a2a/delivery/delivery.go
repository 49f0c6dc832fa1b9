package delivery

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// CredentialResult is the outcome of comparing a credential.
type CredentialResult string

const (
	Match          CredentialResult = "match"
	Missing        CredentialResult = "missing" // expected, but not sent
	Wrong          CredentialResult = "wrong"   // sent, but differs from the expected one
	Unasked        CredentialResult = "unasked" // sent, though none was expected
	None           CredentialResult = "none"    // not sent, and no recorded registration expected one
	Unknown        CredentialResult = "unknown" // sent, but the registration is not recorded or not comparable
	DifferentToken CredentialResult = "other"   // differs from the token made with the webhook's URL; the registration is not recorded
	Absent         CredentialResult = "absent"  // not sent, though a token was made with the webhook's URL; the registration is not recorded
	Ungiven        CredentialResult = "ungiven" // not sent; the registration named a scheme without credentials
)

// Bad reports whether a result violates the registration.
func (v CredentialResult) Bad() bool { return v == Missing || v == Wrong }

// Secret is a credential as recorded.
type Secret struct {
	Set         bool
	Scheme      string // the scheme in an Authorization header or a config: "Bearer"
	Value       string // in the clear, where the recording keeps secrets; else ""
	Fingerprint string // keyed hash; "" if Value is set
	Length      int64  // bytes
	Detail      string // for a JWT, its iss, aud and exp
	Header      string // the header that carried it
}

// Expected is the credentials that a registration asked for.
type Expected struct {
	IsKnown       bool // the registration is recorded, or was made by this run
	Token         Secret
	Authorization Secret
	Schemes       []string // as configured, preferred one first
}

// ExpectedBy returns what a registering exchange asked for. c is the push config in its request.
func ExpectedBy(x *wire.Exchange, c *a2a.PushConfig) Expected {
	a := Expected{IsKnown: true, Schemes: c.Schemes}
	a.Token = filled(x, c.Token, "token")
	a.Authorization = filled(x, c.Credentials, "credentials")
	if len(c.Schemes) > 0 {
		a.Authorization.Scheme = c.Schemes[0]
	}
	return a
}

func filled(x *wire.Exchange, value, name string) Secret {
	if value == "" {
		return Secret{}
	}
	s := Secret{Set: true, Value: value, Length: int64(len(value))}
	for _, r := range x.Redactions {
		if r.Place == "request.body" && strings.HasSuffix("."+r.Name, "."+name) && strings.Trim(value, "*") == "" {
			s.Value, s.Fingerprint, s.Length, s.Detail = "", r.Fingerprint, r.Length, r.Detail
		}
	}
	return s
}

// Received is the credentials that a delivery carried.
type Received struct {
	Tokens        []Secret // one per token header
	Authorization Secret
}

func ReceivedBy(x *wire.Exchange) Received {
	var r Received
	for _, name := range wire.PushTokenHeaders() {
		if s := header(x, name); s.Set {
			r.Tokens = append(r.Tokens, s)
		}
	}
	r.Authorization = header(x, "Authorization")
	return r
}

func header(x *wire.Exchange, name string) Secret {
	values := x.Request.Header[http.CanonicalHeaderKey(name)]
	if len(values) == 0 {
		return Secret{}
	}
	s := Secret{Set: true, Header: name, Value: values[0], Length: int64(len(values[0]))}
	if scheme, rest, ok := strings.Cut(values[0], " "); ok && name == "Authorization" {
		s.Scheme, s.Value = scheme, strings.TrimLeft(rest, " ")
		s.Length = int64(len(s.Value))
	}
	for _, r := range x.Redactions {
		if r.Place == "request.header" && strings.EqualFold(r.Name, name) {
			s.Value, s.Fingerprint, s.Length, s.Detail = "", r.Fingerprint, r.Length, r.Detail
		}
	}
	return s
}

// CredentialCheck is the outcome of one comparison and its explanation.
type CredentialCheck struct {
	Result CredentialResult
	Text   string
}

// Compare checks a delivery's credentials against its registration.
func Compare(a Expected, r Received) (token, authorization CredentialCheck) {
	return compareToken(a, r), compareAuthorization(a, r)
}

func compareToken(a Expected, r Received) CredentialCheck {
	if len(r.Tokens) == 0 {
		switch {
		case a.Token.Set:
			return CredentialCheck{Missing, "the registration gave a token, but the delivery carries none"}
		case !a.IsKnown:
			return CredentialCheck{None, "the delivery carries no token; the registration is not on record"}
		}
		return CredentialCheck{None, "the registration gave no token, and the delivery carries none"}
	}
	var names []string
	equal, known := false, true
	for _, t := range r.Tokens {
		names = append(names, t.Header)
		is, can := equalSecrets(a.Token, t)
		equal, known = equal || is, known && can
	}
	in := " in " + strings.Join(names, " and ")
	switch {
	case !a.IsKnown:
		return CredentialCheck{Unknown, "a token was sent" + in + "; the registration is not on record, so there is nothing to compare the token with"}
	case !a.Token.Set:
		return CredentialCheck{Unasked, "a token was sent" + in + ", which the registration did not ask for"}
	case equal:
		return CredentialCheck{Match, "the token of the registration was sent" + in}
	case !known:
		return CredentialCheck{Unknown, "a token was sent" + in + incomparable}
	}
	return CredentialCheck{Wrong, "a token was sent" + in + ", but the registration gave another one"}
}

func compareAuthorization(a Expected, r Received) CredentialCheck {
	asked := a.Authorization.Set || len(a.Schemes) > 0
	got := r.Authorization
	switch {
	case !a.IsKnown && got.Set:
		return CredentialCheck{Unknown, schemeWord(got) + " was sent; the registration is not on record, so there is nothing to compare it with"}
	case !a.IsKnown:
		return CredentialCheck{None, "the delivery carries no Authorization; the registration is not on record"}
	case !asked && !got.Set:
		return CredentialCheck{None, "the registration asked for no authentication, and the delivery carries none"}
	case !asked:
		return CredentialCheck{Unasked, schemeWord(got) + " was sent, which the registration did not ask for"}
	case !got.Set && !a.Authorization.Set:
		return CredentialCheck{Ungiven, "the registration named " + strings.Join(a.Schemes, " or ") + " but gave no credentials to send, and the delivery carries no Authorization"}
	case !got.Set:
		return CredentialCheck{Missing, "the registration asked for authentication (" + strings.Join(a.Schemes, ", ") + "), but the delivery carries no Authorization"}
	}
	equal, known := equalSecrets(a.Authorization, got)
	fits := len(a.Schemes) == 0 || slices.ContainsFunc(a.Schemes, func(s string) bool { return strings.EqualFold(s, got.Scheme) })
	switch {
	case !fits:
		return CredentialCheck{Wrong, schemeWord(got) + " was sent, but the registration asked for " + strings.Join(a.Schemes, " or ")}
	case !a.Authorization.Set:
		return CredentialCheck{Match, schemeWord(got) + " was sent, as asked for; the registration gave no credentials to compare"}
	case equal:
		return CredentialCheck{Match, schemeWord(got) + " was sent with the credentials that the registration gave"}
	case !known:
		return CredentialCheck{Unknown, schemeWord(got) + " was sent" + incomparable}
	}
	says := schemeWord(got) + " was sent with credentials other than those that the registration gave"
	if strings.EqualFold(got.Scheme, "basic") {
		says += "; some agents encode user:password themselves"
	}
	return CredentialCheck{Wrong, says}
}

func schemeWord(s Secret) string {
	if s.Scheme == "" {
		return "Authorization without a scheme"
	}
	return "Authorization: " + s.Scheme
}

// incomparable ends a sentence about a credential whose registration another run recorded.
const incomparable = "; another run of the console recorded the registration, so the two cannot be compared"

// equalSecrets compares secrets. known is false where they are not comparable.
func equalSecrets(a, b Secret) (equal, known bool) {
	switch {
	case !a.Set || !b.Set:
		return false, true
	case a.Fingerprint != "" && b.Fingerprint != "":
		return wire.CompareFingerprints(a.Fingerprint, b.Fingerprint)
	case a.Fingerprint+b.Fingerprint != "" && a.Value+b.Value != "": // only one run kept secrets
		return false, false
	}
	return a.Fingerprint == b.Fingerprint && a.Value == b.Value, true
}

// EventKey identifies an event independent of version and spelling: equal events have equal keys.
// It returns "" for anything but a task, an event of a task, or a message.
func EventKey(r *a2a.Result) string {
	b := AppendEvent(nil, r, true)
	if b == nil {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(b))
}

// AppendEvent appends a text that distinguishes an event from others, independent of version and spelling.
// exact adds what an agent may write differently each time it reports the event.
func AppendEvent(b []byte, r *a2a.Result, exact bool) []byte {
	t := text{b, exact}
	switch {
	case r == nil:
	case r.Status != nil:
		t.write("status", r.Status.TaskID)
		t.status(&r.Status.Status)
	case r.Artifact != nil:
		t.write("artifact", r.Artifact.TaskID, strconv.FormatBool(r.Artifact.Append))
		t.add(strconv.FormatBool(r.Artifact.LastChunk))
		t.artifact(&r.Artifact.Artifact)
	case r.Task != nil:
		t.write("task", r.Task.ID)
		t.status(&r.Task.Status)
		for i := range r.Task.Artifacts {
			t.artifact(&r.Task.Artifacts[i])
		}
	default:
		t.message(r.Message)
	}
	return t.b
}

// text accumulates what distinguishes an event from others.
type text struct {
	b     []byte
	exact bool
}

func (t *text) write(words ...string) {
	for _, w := range words {
		t.b = append(append(t.b, w...), 0)
	}
}

// add writes what only an exact comparison includes.
func (t *text) add(word string) {
	if t.exact {
		t.write(word)
	}
}

func (t *text) status(s *a2a.Status) {
	t.write(string(s.State))
	t.add(Moment(s.Timestamp))
	t.message(s.Message)
}

func (t *text) message(m *a2a.Message) {
	if m != nil {
		t.write("message", m.ID)
		t.parts(m.Parts)
	}
}

func (t *text) artifact(a *a2a.Artifact) {
	t.write(a.ID)
	t.add(a.Name)
	t.parts(a.Parts)
}

func (t *text) parts(list []a2a.Part) {
	for i := range list {
		t.write(string(list[i].Kind))
		if longer, whole := AppendPart(t.b, &list[i]); whole || t.exact {
			t.b = longer
		}
		t.b = append(t.b, 0)
	}
}

// mostData bounds the bytes of a data part that are compared by meaning.
const mostData = 64 << 10

// longNumber matches data with more digits than a Go number keeps, such as ids.
var longNumber = regexp.MustCompile(`\d{16}`)

// AppendPart appends a part's content, with JSON members sorted. Adjacent texts join. It returns
// false for data that it hashes instead: long data, data that is not JSON, and numbers that Go
// would round.
func AppendPart(b []byte, p *a2a.Part) ([]byte, bool) {
	switch p.Kind {
	case a2a.TextPart:
		return append(b, p.Text...), true
	case a2a.DataPart:
		var v any
		if len(p.Data) > mostData || longNumber.Match(p.Data) || json.Unmarshal(p.Data, &v) != nil {
			return fmt.Appendf(b, "%x", sha256.Sum256(p.Data)), false
		}
		data, err := json.Marshal(v)
		return fmt.Appendf(b, "\x00data %s\x00", data), err == nil
	}
	return fmt.Appendf(b, "\x00file %x %q %q\x00", sha256.Sum256(p.Bytes), p.Encoded, p.URL), true
}

// Moment normalises the spelling of a time stamp. Anything else is returned unchanged.
func Moment(stamp string) string {
	if t, _, ok := a2a.ParseTime(stamp); ok {
		return t.Format(time.RFC3339Nano)
	}
	return stamp
}
