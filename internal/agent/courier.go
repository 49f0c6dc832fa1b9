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
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/outbound"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Delivery is one attempt to push.
type Delivery struct {
	Task, Config string // ids
	URL          string
	Attempt      int // from 1
	Status       int // HTTP status; 0 when there was no answer
	Err          string
}

const (
	attempts   = 3    // for one event
	deliveries = 1000 // kept in the log of attempts
)

// courier posts push notifications and remembers the latest attempts.
type courier struct {
	reach   reach
	client  *http.Client
	backoff time.Duration
	log     *slog.Logger
	signer  signer

	mu   sync.Mutex
	done []Delivery
}

func newCourier(o Options) *courier {
	r := reach{anywhere: o.PushAnywhere, refuse: o.PushRefuse}
	return &courier{
		reach: r, backoff: o.PushBackoff, log: o.Logger,
		// A redirect would carry the token and credentials to a place nobody configured.
		client: outbound.Client(outbound.Transport(outbound.Options{Connect: 5 * time.Second, Direct: true, Idle: 4, May: r.may}), 10*time.Second),
	}
}

func (c *courier) check(url string) error { return c.reach.checkURL(url) }

func (c *courier) close() { c.client.CloseIdleConnections() }

// Deliveries returns the latest attempts to push, oldest first.
func (a *Agent) Deliveries() []Delivery {
	a.courier.mu.Lock()
	defer a.courier.mu.Unlock()
	return append([]Delivery(nil), a.courier.done...)
}

func (c *courier) remember(d Delivery) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.done) == deliveries {
		c.done = append(c.done[:0], c.done[1:]...)
	}
	c.done = append(c.done, d)
}

// send posts a body, again after a pause when the receiver fails in a way that
// may pass. It reports whether the receiver took it.
func (c *courier) send(ctx context.Context, h *hook, body []byte) bool {
	pause := c.backoff
	for n := 1; n <= attempts && ctx.Err() == nil; n++ {
		if n > 1 {
			timer := time.NewTimer(pause)
			select {
			case <-timer.C:
			case <-ctx.Done():
				timer.Stop()
				return false
			}
			pause *= 2
		}
		status, err := c.post(ctx, h, body, n)
		d := Delivery{Task: h.config.TaskID, Config: h.config.ID, URL: h.config.URL, Attempt: n, Status: status}
		if err != nil {
			d.Err = err.Error()
		}
		c.remember(d)
		c.log.Debug("push", "task", d.Task, "url", wire.WithoutQuery(d.URL), "attempt", n, "status", status, "err", d.Err)
		if err == nil && status/100 == 2 {
			return true
		}
		if err == nil && status/100 == 4 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests {
			return false
		}
	}
	return false
}

func (c *courier) post(ctx context.Context, h *hook, body []byte, attempt int) (int, error) {
	var from io.Reader = bytes.NewReader(body)
	if h.manner == failing && h.passed == 1 && attempt == 1 {
		from = io.MultiReader(bytes.NewReader(body[:len(body)/2]), breaks{})
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.config.URL, from)
	if err != nil {
		return 0, fmt.Errorf("push to %s: %w", wire.WithoutQuery(h.config.URL), plain(err))
	}
	req.ContentLength = int64(len(body))
	if err := c.address(req.Header, h, body); err != nil {
		return 0, err
	}
	res, err := c.client.Do(req)
	if err != nil {
		return 0, plain(err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // only so that the connection can be used again
	return res.StatusCode, nil
}

// plain is an error of a request without the URL, whose query may hold a secret.
func plain(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// address sets the headers of a notification. The token goes in the header that
// Python and JavaScript peers read, and where the version has a version header,
// also in the one that Go peers read.
func (c *courier) address(h http.Header, k *hook, body []byte) error {
	h.Set("Content-Type", mannersOf(k.dialect.Version()).PushType)
	h.Set("User-Agent", "a2a-console-agent")
	for name, value := range k.dialect.Headers() {
		h.Set(name, value)
	}
	t, credentials := k.config.Token, k.config.Credentials
	switch k.manner {
	case bare:
		return nil
	case forged:
		t, credentials = another(t), another(credentials)
	case signed:
		jwt, err := c.signer.sign(body, time.Now())
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
	if len(k.config.Schemes) > 0 && credentials != "" && k.manner != signed {
		h.Set("Authorization", scheme(k.config.Schemes)+" "+credentials)
	}
	return nil
}

// another secret than the right one.
func another(secret string) string {
	if secret == "" {
		return ""
	}
	return "another-" + secret
}

// breaks is a body that ends too early.
type breaks struct{}

// Read fails.
func (breaks) Read([]byte) (int, error) { return 0, errBroken }

var errBroken = errors.New("broken off on demand")

// scheme is the first of Bearer and Basic, in their usual spelling, else the
// first one as configured.
func scheme(schemes []string) string {
	for _, s := range schemes {
		switch strings.ToLower(s) {
		case "bearer":
			return "Bearer"
		case "basic":
			return "Basic"
		}
	}
	return schemes[0]
}
