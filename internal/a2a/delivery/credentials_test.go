package delivery

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// redacted returns an exchange as recorded, with its secrets replaced.
func redacted(header map[string]string, body map[string]string) *wire.Exchange {
	return redactedBy("key", header, body)
}

func redactedBy(run string, header map[string]string, body map[string]string) *wire.Exchange {
	x := &wire.Exchange{Request: wire.Head{Header: http.Header{}}}
	key := []byte(run)
	for k, v := range header {
		x.Request.Header.Set(k, v)
	}
	x.Request.Header, x.Redactions = redact.Header(x.Request.Header, redact.Secrets{Headers: []string{"X-A2A-Notification-Token", "A2A-Notification-Token", "Authorization"}}, key, "request.header")
	for name, v := range body {
		doc := []byte(`{"params":{"pushNotificationConfig":{"` + name + `":"` + v + `"}}}`)
		secrets := redact.Secrets{Request: redact.NewMembers("params.pushNotificationConfig." + name)}
		r := secrets.Redactor(wire.Request, redact.BodyKind{}, doc, key)
		r.Body(doc)
		r.Close()
		x.Redactions = append(x.Redactions, r.Take()...)
	}
	return x
}

func TestCompare(t *testing.T) {
	asked := func(token string, scheme string, credentials string) Expected {
		body := map[string]string{}
		c := &a2a.PushConfig{}
		if token != "" {
			body["token"], c.Token = token, strings.Repeat("*", len(token))
		}
		if credentials != "" {
			body["credentials"], c.Credentials = credentials, strings.Repeat("*", len(credentials))
		}
		if scheme != "" {
			c.Schemes = strings.Split(scheme, ",")
		}
		return ExpectedBy(redacted(nil, body), c)
	}
	got := func(header map[string]string) Received { return ReceivedBy(redacted(header, nil)) }
	later := func(header map[string]string) Received { return ReceivedBy(redactedBy("another", header, nil)) }
	for _, tt := range []struct {
		name        string
		asked       Expected
		got         Received
		token, auth CredentialResult
	}{
		{"all as asked", asked("tok-1", "Bearer", "s3cret"), got(map[string]string{"X-A2A-Notification-Token": "tok-1", "Authorization": "Bearer s3cret"}), Match, Match},
		{"Go's spelling", asked("tok-1", "", ""), got(map[string]string{"A2a-Notification-Token": "tok-1"}), Match, None},
		{"either of both", asked("tok-1", "", ""), got(map[string]string{"A2a-Notification-Token": "tok-1", "X-A2A-Notification-Token": "other"}), Match, None},
		{"nothing came", asked("tok-1", "Bearer", "s3cret"), got(nil), Missing, Missing},
		{"others came", asked("tok-1", "Bearer", "s3cret"), got(map[string]string{"X-A2A-Notification-Token": "tok-2", "Authorization": "Bearer other"}), Wrong, Wrong},
		{"another scheme", asked("", "Basic", "s3cret"), got(map[string]string{"Authorization": "Bearer s3cret"}), None, Wrong},
		{"a scheme in another case", asked("", "bearer", "s3cret"), got(map[string]string{"Authorization": "BEARER s3cret"}), None, Match},
		{"one of several schemes", asked("", "Basic,Bearer", ""), got(map[string]string{"Authorization": "Bearer x"}), None, Match},
		{"a scheme without credentials", asked("tok-1", "Bearer", ""), got(map[string]string{"X-A2A-Notification-Token": "tok-1"}), Match, Ungiven},
		{"a scheme without credentials, another came", asked("", "Bearer", ""), got(map[string]string{"Authorization": "Basic x"}), None, Wrong},
		{"not asked for", asked("", "", ""), got(map[string]string{"X-A2A-Notification-Token": "x", "Authorization": "Bearer x"}), Unasked, Unasked},
		{"neither", asked("", "", ""), got(nil), None, None},
		{"not on record", Expected{}, got(map[string]string{"X-A2A-Notification-Token": "x", "Authorization": "Bearer x"}), Unknown, Unknown},
		{"by another run", asked("tok-1", "Bearer", "s3cret"), later(map[string]string{"X-A2A-Notification-Token": "tok-1", "Authorization": "Bearer s3cret"}), Unknown, Unknown},
		{"another scheme, by another run", asked("", "Basic", "s3cret"), later(map[string]string{"Authorization": "Bearer s3cret"}), None, Wrong},
		{"nothing came, by another run", asked("tok-1", "Bearer", "s3cret"), later(nil), Missing, Missing},
		{"by a run that keeps secrets", asked("tok-1", "", ""), ReceivedBy(&wire.Exchange{Request: wire.Head{Header: http.Header{"X-A2a-Notification-Token": {"tok-1"}}}}), Unknown, None},
		{"nothing came, not on record", Expected{}, got(nil), None, None},
	} {
		t.Run(tt.name, func(t *testing.T) {
			token, auth := Compare(tt.asked, tt.got)
			if token.Result != tt.token || auth.Result != tt.auth {
				t.Errorf("token %+v, want %s; authorization %+v, want %s", token, tt.token, auth, tt.auth)
			}
			for _, s := range []string{"tok-1", "s3cret"} {
				if strings.Contains(token.Text+auth.Text, s) {
					t.Errorf("a secret is shown: %s %s", token.Text, auth.Text)
				}
			}
		})
	}
}

// TestCompareInTheClear: secrets that a recording keeps are compared directly.
func TestCompareInTheClear(t *testing.T) {
	asked := ExpectedBy(&wire.Exchange{}, &a2a.PushConfig{Token: "tok"})
	for value, want := range map[string]CredentialResult{"tok": Match, "tic": Wrong} {
		x := &wire.Exchange{Request: wire.Head{Header: http.Header{"X-A2a-Notification-Token": {value}}}}
		if got, _ := Compare(asked, ReceivedBy(x)); got.Result != want {
			t.Errorf("%s: %s, want %s", value, got.Result, want)
		}
	}
}
