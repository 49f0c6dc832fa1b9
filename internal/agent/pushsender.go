package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/outbound"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const maxAttempts = 3 // for one event

type pushSender struct {
	policy  pushPolicy
	client  *http.Client
	backoff time.Duration
	log     *slog.Logger
	signer  signer

	recorder wire.Recorder // nil records nothing
	agent    func() string // returns the agent's URL, recorded as the sender
}

func newPushSender(o Options) *pushSender {
	r := pushPolicy{anywhere: o.PushAnywhere, refuse: o.PushRefuse}
	return &pushSender{
		policy: r, backoff: o.PushBackoff, log: o.Logger, recorder: o.PushRecorder, agent: o.BaseURL,
		// A redirect would send the token and credentials to a place nobody configured.
		client: outbound.Client(outbound.Transport(outbound.Options{Connect: 5 * time.Second, Direct: true, Idle: 4, May: r.allow}), 10*time.Second),
	}
}

func (s *pushSender) check(url string) error { return s.policy.checkURL(url) }

func (s *pushSender) close() { s.client.CloseIdleConnections() }

// send posts a body, and retries after a pause when the failure may be temporary. It reports whether the
// receiver accepted it.
func (s *pushSender) send(ctx context.Context, h *hook, body []byte) bool {
	pause := s.backoff
	for n := 1; n <= maxAttempts && ctx.Err() == nil; n++ {
		if n > 1 {
			if !sleep(ctx, pause, nil) {
				return false
			}
			pause *= 2
		}
		status, err := s.post(h, body, n)
		s.log.Debug("push", "task", h.config.TaskID, "config", h.config.ID, "url", wire.StripQuery(h.config.URL), "attempt", n, "status", status, "err", err)
		if err == nil && status/100 == 2 {
			return true
		}
		if err == nil && status/100 == 4 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests {
			return false
		}
	}
	return false
}

func (s *pushSender) post(h *hook, body []byte, attempt int) (int, error) {
	var from io.Reader = bytes.NewReader(body)
	sent := body
	if h.mode == pushFailing && h.events == 1 && attempt == 1 {
		sent = body[:len(body)/2]
		from = io.MultiReader(bytes.NewReader(sent), brokenBody{})
	}
	req, err := http.NewRequestWithContext(h.posting, http.MethodPost, h.config.URL, from)
	if err != nil {
		return 0, fmt.Errorf("push to %s: %w", wire.StripQuery(h.config.URL), stripURL(err))
	}
	req.ContentLength = int64(len(body))
	if err := s.setHeaders(req.Header, h, body); err != nil {
		return 0, err
	}
	return s.do(h.posting, req, sent)
}

// stripURL removes the URL from an error, because its query may hold a secret.
func stripURL(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// setHeaders sets the headers of a notification. The token goes in the header that Python and JavaScript
// peers read and, when the version has a version header, also in the one that Go peers read.
func (s *pushSender) setHeaders(h http.Header, k *hook, body []byte) error {
	h.Set("Content-Type", behaviour(k.dialect.Version()).PushType)
	h.Set("User-Agent", "a2a-console-agent")
	for name, value := range k.dialect.Headers() {
		h.Set(name, value)
	}
	t, credentials := k.config.Token, k.config.Credentials
	switch k.mode {
	case pushUnauthenticated:
		return nil
	case pushForged:
		t, credentials = wrongSecret(t), wrongSecret(credentials)
	case pushSigned:
		jwt, err := s.signer.sign(body, time.Now())
		if err != nil {
			return err
		}
		h.Set("Authorization", "Bearer "+jwt)
	}
	if t != "" {
		h.Set("X-A2A-Notification-Token", t)
		if len(k.dialect.Headers()) > 0 {
			h.Set("A2A-Notification-Token", t)
		}
	}
	if len(k.config.Schemes) > 0 && credentials != "" && k.mode != pushSigned {
		h.Set("Authorization", authScheme(k.config.Schemes)+" "+credentials)
	}
	return nil
}

// wrongSecret returns a wrong secret in place of the right one, "" if there is none.
func wrongSecret(secret string) string {
	if secret == "" {
		return ""
	}
	return "another-" + secret
}

type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, errBroken }

var errBroken = errors.New("aborted on request")

// authScheme is the first of Bearer and Basic, in the usual spelling, else the first scheme as
// configured.
func authScheme(schemes []string) string {
	for _, s := range schemes {
		for _, usual := range []string{"Bearer", "Basic"} {
			if strings.EqualFold(s, usual) {
				return usual
			}
		}
	}
	return schemes[0]
}
