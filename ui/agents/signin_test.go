package agents

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// The scheme that the latest answer asks for comes first; if it names no known scheme,
// they are not split.
func TestAskedFor(t *testing.T) {
	head := func(challenge string) wire.Head {
		return wire.Head{Status: http.StatusUnauthorized, Header: http.Header{"Www-Authenticate": {challenge}}}
	}
	for challenge, want := range map[string]string{
		`Bearer realm="x"`: "bearer|basic api-key", `Basic realm="x"`: "basic|bearer api-key", `Basic, Bearer`: "bearer basic|api-key",
		`Hoba`: "bearer basic api-key|",
	} {
		v := &SignIn{Latest: &wire.Exchange{Response: head(challenge)}}
		asked, others := v.splitSchemes()
		if got := names(asked) + "|" + names(others); got != want {
			t.Errorf("%s: %s, want %s", challenge, got, want)
		}
		if !strings.Contains(v.Challenge(), "401") {
			t.Errorf("%s is told as %q", challenge, v.Challenge())
		}
	}
	v := &SignIn{Latest: &wire.Exchange{Response: wire.Head{Status: http.StatusOK, Header: http.Header{"Www-Authenticate": {"Basic"}}}}}
	if _, others := v.splitSchemes(); others != nil || v.Challenge() != "" {
		t.Errorf("an answer that went well asks for %v, %q", others, v.Challenge())
	}
}

// A stored credential is always in sight, whatever the latest answer asks for.
func TestKeptIsInSight(t *testing.T) {
	v := &SignIn{Places: []string{"http://a.example"}, Latest: &wire.Exchange{Response: wire.Head{Status: http.StatusUnauthorized, Header: http.Header{"Www-Authenticate": {"Basic"}}}}}
	for kept, want := range map[string]string{"": "basic|bearer api-key", "api-key": "basic api-key|bearer"} {
		v.Accounts = []auth.Account{{States: []auth.CredentialState{{Scheme: kept}}}}
		first, others := v.splitSchemes()
		if got := names(first) + "|" + names(others); got != want {
			t.Errorf("with %q kept: %s, want %s", kept, got, want)
		}
	}
}

// A typed credential counts as tried once a call was made with it.
func TestTried(t *testing.T) {
	at := time.Unix(1700000000, 0)
	s := ActiveCredential{CredentialState: auth.CredentialState{Scheme: "bearer", Since: at}, Place: "http://a.example"}
	for started, want := range map[time.Time]bool{at.Add(-time.Second): false, at.Add(time.Second): true} {
		v := &SignIn{Latest: &wire.Exchange{URL: "http://a.example/rpc", Started: started}}
		if v.wasUsed(s) != want {
			t.Errorf("a call at %v: tried is %v", started, !want)
		}
	}
	for name, s := range map[string]ActiveCredential{"a token": s, "a password": {CredentialState: auth.CredentialState{Kind: auth.Basic, Identity: "demo", Since: at}}} {
		if (&SignIn{}).wasUsed(s) {
			t.Errorf("%s is tried without any call", name)
		}
	}
	if !(&SignIn{}).wasUsed(ActiveCredential{CredentialState: auth.CredentialState{Kind: auth.OAuth2, Flow: auth.ClientCredentials, Identity: "demo", Since: at}}) {
		t.Error("what an authorization server issued counts as untried")
	}
}

func names(list []auth.Scheme) string {
	var all []string
	for _, s := range list {
		all = append(all, s.Name)
	}
	return strings.Join(all, " ")
}

// The form of a credential that the agent refused is open. The form of one given after the refusal
// is not.
func TestRefusedIsToReplace(t *testing.T) {
	at := time.Unix(1700000000, 0)
	bearer, basic := ownSchemes()[0], ownSchemes()[1]
	for given, want := range map[time.Time]bool{at.Add(-time.Second): true, at.Add(time.Second): false} {
		v := &SignIn{Places: []string{"http://a.example"}, Latest: &wire.Exchange{URL: "http://a.example/rpc", Started: at, Response: wire.Head{Status: http.StatusUnauthorized}}}
		v.Accounts = []auth.Account{{States: []auth.CredentialState{{Scheme: bearer.Name, Since: given}}}}
		if got := v.mustReplace(bearer); got != want || v.mustReplace(basic) {
			t.Errorf("given at %v: to replace is bearer %v, basic %v", given, got, v.mustReplace(basic))
		}
	}
}

// A gRPC response that demands authentication is explained like one over HTTP.
func TestAsks(t *testing.T) {
	for code, want := range map[string]string{"16": "UNAUTHENTICATED", "7": "PERMISSION_DENIED", "0": ""} {
		h := wire.Head{Status: http.StatusOK, Trailer: http.Header{"Grpc-Status": {code}}}
		if got := DescribeChallenge(h, nil); (got != "") != (want != "") || !strings.Contains(got, want) {
			t.Errorf("status %s: %q", code, got)
		}
	}
	v := &SignIn{Latest: &wire.Exchange{Response: wire.Head{Status: http.StatusOK, Trailer: http.Header{"Grpc-Status": {"16"}}}}}
	if v.Challenge() == "" {
		t.Error("the agent's page does not say what the agent asks for")
	}
}
