package console

import (
	"context"
	"net"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/webhook"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// WebhookPort is the default port of the webhook receiver.
const WebhookPort = 7440

// Webhooks is the webhook receiver with its listener.
type Webhooks struct {
	WebhookOptions
	*webhook.Receiver
	listener net.Listener
	server   *Server
}

// WebhookOptions configure the webhook receiver.
type WebhookOptions struct {
	Address Address
	Host    string   // host given to listen on, "" if none was given
	Base    *url.URL // URL by which agents reach the receiver, nil for its own
}

// Listen opens the listener. Connections wait there until Serve.
func (o WebhookOptions) Listen(ctx context.Context, p Env) (*Webhooks, error) {
	l, err := o.Address.OpenAndWarn(ctx, p, "the webhook receiver")
	if err != nil {
		return nil, err
	}
	return &Webhooks{WebhookOptions: o, listener: l}, nil
}

// Serve receives deliveries at the listener and records them into rec. by decides what happens to
// deliveries; it may be nil. taken is called for each delivery.
func (r *Webhooks) Serve(p Env, rec wire.Recorder, by wire.Intervener, allow []string, taken func(webhook.Delivery)) {
	o := webhook.Options{Recorder: rec, URL: Origin(r.listener), AllowHosts: allow, OnDelivery: taken, Intervene: by, Logger: p.Logger()}
	if r.Host != "" {
		o.AllowHosts = append(o.AllowHosts, r.Host)
	}
	if u := r.Base; u != nil {
		o.URL = strings.TrimSuffix(u.String(), "/")
		o.AllowHosts = append(o.AllowHosts, u.Hostname())
	}
	r.Receiver = webhook.New(o)
	r.server = NewServer(p, r.Receiver)
	r.server.Serve(r.listener)
}

// Listeners returns the listener, to which no tap may connect. It is empty on nil.
func (r *Webhooks) Listeners() []net.Listener {
	if r == nil {
		return nil
	}
	return []net.Listener{r.listener}
}

// Close stops the receiver. It does nothing on nil.
func (r *Webhooks) Close() error {
	switch {
	case r == nil:
		return nil
	case r.server == nil:
		return r.listener.Close()
	}
	return r.server.Shutdown()
}

// pageWebhooks implements host.Webhooks for the pages.
type pageWebhooks struct{ *Webhooks }

func (w pageWebhooks) Make(agent, session string) host.Hook {
	return host.Hook(w.Receiver.NewHook(agent, session))
}

func (w pageWebhooks) Hooks() []host.Hook {
	var out []host.Hook
	for _, h := range w.Receiver.Hooks() {
		out = append(out, host.Hook(h))
	}
	return out
}

// Proof checks a delivery's signature with keys. ok is false if no proof of the exchange is kept.
func (w pageWebhooks) Proof(exchange string, keys jws.Keys) (push.Proof, bool) {
	s, ok := w.DeliveryProof(exchange)
	if !ok {
		return push.Proof{}, false
	}
	value := ""
	if len(s.Authorization) > 0 {
		value = s.Authorization[0]
	}
	return push.Verify(keys, value, push.Sums{Raw: s.Sum, Compact: s.Compact}, s.At), true
}

func (w pageWebhooks) OwnToken(exchange string) (own, known bool) {
	p, known := w.DeliveryProof(exchange)
	return p.OwnToken, known
}

// replayWebhooks receives an agent's push notifications during a replay, into the session of the replay.
type replayWebhooks struct {
	*Webhooks
	session string
}

func (w replayWebhooks) Make(endpoint string) (url, token string) {
	h := w.Receiver.NewHook(wire.OriginOf(endpoint), w.session)
	return h.URL, h.Token
}

func (pageWebhooks) FetchKeys(ctx context.Context, url string) ([]byte, error) {
	return push.FetchKeys(ctx, url)
}
