package redact_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// spellings returns a name as headers, parameters and members spell it.
func spellings(name string) []string {
	camel := ""
	for i, word := range strings.Split(name, "-") {
		if i > 0 && word != "" {
			word = strings.ToUpper(word[:1]) + word[1:]
		}
		camel += word
	}
	return []string{name, strings.ToUpper(name), strings.ReplaceAll(name, "-", "_"), strings.ReplaceAll(name, "-", ""), camel}
}

// kept reports, for each place where a name may occur, whether its value stays.
func kept(name string) map[string]bool {
	s := redact.Secrets{Heuristics: true, Query: []string{redact.AnySecretName}, Form: []string{redact.AnySecretName}, Response: redact.NewMembers(redact.AnySecretName, "result."+redact.AnySecretName)}
	h, _ := redact.Header(http.Header{name: {"HUSH"}}, s, key, "x")
	url, _ := redact.URL("/x?a=b&"+name+"=HUSH#c", s, key)
	stays := map[string]bool{"header": h[name][0] == "HUSH", "query": strings.Contains(url, "HUSH")}
	for where, body := range map[string]string{"form": "a=b&" + name + "=HUSH&c=d", "JSON": `{"a":1,"` + name + `":"HUSH"}`, "envelope": `{"result":{"` + name + `":["HUSH"]}}`} {
		stays[where] = strings.Contains(string(bodyAs(s, where == "form", body)), "HUSH")
	}
	return stays
}

func bodyAs(s redact.Secrets, form bool, body string) []byte {
	if form {
		return run(redact.NewFormRedactor(s.Form, key, "x"), []byte(body), 5)
	}
	return run(redact.NewRedactor(s.Response, key, "x"), []byte(body), 5)
}

// TestNamesTell: a secret's name is recognized in every place and spelling.
func TestNamesTell(t *testing.T) {
	t.Parallel()
	for _, words := range []string{
		"x-api-key", "subscription-key", "access-token", "client-secret", "private-token", "x-auth-token", "credential", "credentials", "authorization",
		"id-token-hint", "x-auth", "auth", "new-password", "x-vendor-functions-key", "session-token", "aws-secret-access-key", "signing-key", "x-jwt", "csrf-token", "passphrase",
		"api-key-2", "auth-token1", "apikey2", "client-secret-value", "session-key", "x-license-key", "private-key-pem", "password-hash", "access-tokens", "otp", "mfa-code", "xsrf", "cookie",
		"x-apikey-v2", "access-token-v10", "password-confirmation", "new-password-confirm", "password-again", "password-repeat", "api-key-value", "private-key-hash", "pwd", "user-pwd", "pass", "db-pass",
		"user-pass", "x-user-pass", "x-remote-pass", "warehouse-credentials", "casino-password", "climax-secret", "developer-token", "resend-password", "x-admin-token", "terminal-secret", "x-helper-token", "super-token", "x-backend-token", "renew-token", "ipad-token", "x-admin-key", "x-webhook-key", "SAMLResponse",
	} {
		for _, name := range append(spellings(words), strings.ReplaceAll(words, "-", "."), words+"[]", strings.ReplaceAll(words, "-", " ")) {
			for where, stays := range kept(name) {
				if stays {
					t.Errorf("%s: %s stays", where, name)
				}
			}
		}
	}
}

// TestNamesDoNotTell: names that only contain such a word, and tokens that are not secret, are not.
func TestNamesDoNotTell(t *testing.T) {
	t.Parallel()
	for _, words := range []string{
		"token-count", "max-tokens", "tokens", "author", "authority", "next-page-token", "page-token", "continuation-token", "sync-token", "token-type", "token-endpoint", "token-url",
		"time-to-first-token", "eos-token", "secret-name", "password-policy", "credential-type", "needs-auth", "oauth", "key", "public-key", "idempotency-key", "session-id", "context-id",
		"access-control-allow-credentials", "security", "signature", "code", "state", "auth-method", "bearer-methods-supported", "x-author", "x-request-id",
		"max-tokens-2", "oauth2", "token2", "sha256", "key-2", "accept-cookies", "laptop", "top",
		"passed", "passing", "compass", "bypass", "boarding-pass", "pass-rate", "token-value", "token-v2", "confirmation", "value", "hash", "v2", "api-v2", "content-hash", "message-id", "task-id",
		"reference-task-ids", "push-notification-config", "accepted-output-modes", "artifact-id", "last-chunk", "final", "kind", "role", "parts", "text", "history-length", "page-size", "tenant",
		"progress-token", "cancel-token", "x-compass", "x-bypass", "x-boarding-pass", "x-two-pass", "x-requires-auth", "x-no-auth", "x-has-password", "has-password", "x-max-token", "max-token", "x-enable-auth", "x-disable-auth", "x-send-credentials", "x-min-token", "x-use-credentials", "deny-credentials",
		"cache-key", "partition-key", "routing-key", "sort-key", "x-surrogate-key", "keyboard", "admin", "webhook", "saml-request", "relay-state",
	} {
		for _, name := range spellings(words) {
			for where, stays := range kept(name) {
				if !stays {
					t.Errorf("%s: %s is hidden", where, name)
				}
			}
		}
	}
}
