package auth

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func TestChallenges(t *testing.T) {
	for in, want := range map[string]string{
		`Bearer`:                                    `[{bearer  map[]}]`,
		`Basic realm="a, \"b\""`:                    `[{basic  map[realm:a, "b"]}]`,
		`Bearer realm=x, error="y" , scope=z`:       `[{bearer  map[error:y realm:x scope:z]}]`,
		`Basic realm="a", Bearer error="e", Digest`: `[{basic  map[realm:a]} {bearer  map[error:e]} {digest  map[]}]`,
		`Negotiate YWJj==, Basic`:                   `[{negotiate YWJj== map[]} {basic  map[]}]`,
		`Bearer realm = "a"`:                        `[{bearer  map[realm:a]}]`,
		`, ,Basic`:                                  `[{basic  map[]}]`,
		`Bearer realm="open`:                        `[{bearer  map[realm:open]}]`,
		`"nonsense"`:                                `[]`,
		``:                                          `[]`,
	} {
		if got := fmt.Sprint(parseChallenges(http.Header{"Www-Authenticate": {in}})); got != want {
			t.Errorf("%s:\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestExplain(t *testing.T) {
	h := http.Header{"Www-Authenticate": {`Bearer realm="r", error="insufficient_scope", scope="a b"`}}
	if got := ExplainRefusal(403, h, nil); !strings.Contains(got, "may not do this") || !strings.Contains(got, "a b") {
		t.Error(got)
	}
	if got := ExplainRefusal(401, http.Header{}, nil); !strings.Contains(got, "no WWW-Authenticate") {
		t.Error(got)
	}
	if got := ExplainRefusal(401, http.Header{"Www-Authenticate": {`ApiKey realm="orders"`, "Hoba"}}, nil); !strings.Contains(got, `It asks for an API key (realm "orders").`) || !strings.Contains(got, "It asks for credentials of its scheme hoba.") {
		t.Error(got)
	}
	if got := ExplainRefusal(401, http.Header{"Www-Authenticate": {`Bearer realm="r"`, `Basic realm="r", charset="UTF-8"`, `Basic realm="s"`}}, nil); !strings.Contains(got, `It asks for a bearer token, or a user name and password (realm "r"). It asks for a user name and password (realm "s").`) {
		t.Error(got)
	}
	if got := ExplainRefusal(200, h, nil); got != "" {
		t.Error(got)
	}
}

func FuzzChallenges(f *testing.F) {
	f.Add(`Basic realm="a", Bearer error="e", Negotiate YWJj==`)
	f.Fuzz(func(t *testing.T, in string) {
		list := parseChallenges(http.Header{"Www-Authenticate": {in}})
		if len(list) > maxChallenges {
			t.Errorf("%d challenges", len(list))
		}
		for _, c := range list {
			if c.Scheme == "" {
				t.Error("a challenge without a scheme")
			}
		}
	})
}

// TestExplainByTheCard: only the card says which schemes belong together.
func TestExplainByTheCard(t *testing.T) {
	card := &a2a.Card{Security: []a2a.Requirement{{"bearer": nil}, {"basic": nil, "apikey": nil}, {"oauth2": nil}}}
	h := http.Header{"Www-Authenticate": {"Bearer", `Basic realm="r"`, "ApiKey"}}
	if got := ExplainRefusal(401, h, card); got != "401: the agent requires authentication. Its card requires bearer, or apikey and basic, or oauth2." {
		t.Error(got)
	}
	h.Set("WWW-Authenticate", `Bearer error="invalid_token"`)
	if got := ExplainRefusal(401, h, card); !strings.Contains(got, "or oauth2. It asks for a bearer token; it says that the token is missing, expired, revoked") {
		t.Error(got)
	}
	card.Security = append(card.Security, a2a.Requirement{})
	if got := card.Requirements(); got != "" {
		t.Errorf("a card that lets everybody in wants %q", got)
	}
}
