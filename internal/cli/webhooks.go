package cli

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/webhook"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

const webhookPort = 7440

// webhookFlags are those of the commands that receive push notifications.
type webhookFlags struct {
	WebhookListen string `placeholder:"HOST:PORT" help:"Where push notifications are received. Default: 127.0.0.1:7440."`
	WebhookURL    string `name:"webhook-url" placeholder:"URL" help:"How agents reach that, when it is not as this machine does: http://host.docker.internal:7440."`
}

// receiving is the webhook receiver with its listener.
type receiving struct {
	*webhook.Receiver
	listener net.Listener
	server   *server
}

// listen opens the receiver's listener. Nothing is received before serve. flag is the
// one that says where to listen.
func (f *webhookFlags) listen(ctx context.Context, p *program, flag string) (*receiving, error) {
	at, err := parseListen(flag, f.WebhookListen, webhookPort)
	if err != nil {
		return nil, err
	}
	if _, err := f.base(); err != nil {
		return nil, err
	}
	l, err := at.take(ctx, p, "the webhook receiver")
	if err != nil {
		return nil, err
	}
	return &receiving{listener: l}, nil
}

// base is the URL that agents reach the receiver by, nil when that is its own.
func (f *webhookFlags) base() (*url.URL, error) {
	if f.WebhookURL == "" {
		return nil, nil
	}
	u, err := url.Parse(f.WebhookURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" {
		return nil, fmt.Errorf("cannot use --webhook-url %q: give a plain http or https URL, such as http://host.docker.internal:7440", f.WebhookURL)
	}
	return u, nil
}

// serve receives on the listener and records into rec.
func (r *receiving) serve(p *program, f *webhookFlags, rec wire.Recorder, allow []string, taken func(webhook.Delivery)) {
	o := webhook.Options{Recorder: rec, URL: origin(r.listener), AllowHosts: allow, Taken: taken, Logger: p.log}
	if host, _, err := net.SplitHostPort(f.WebhookListen); err == nil && host != "" {
		o.AllowHosts = append(o.AllowHosts, host)
	}
	if u, _ := f.base(); u != nil { // listen has checked it
		o.URL = strings.TrimSuffix(u.String(), "/")
		o.AllowHosts = append(o.AllowHosts, u.Hostname())
	}
	r.Receiver = webhook.New(o)
	r.server = newServer(p, r.Receiver)
	r.server.serve(r.listener)
}

// ours is the listener that no tap may connect to, none without a receiver.
func (r *receiving) ours() []net.Listener {
	if r == nil {
		return nil
	}
	return []net.Listener{r.listener}
}

func (r *receiving) close() error {
	switch {
	case r == nil:
		return nil
	case r.server == nil:
		return r.listener.Close()
	}
	return r.server.shutdown()
}

// pageWebhooks shows the receiver to the pages, in their words.
type pageWebhooks struct{ *receiving }

// Make hands out an address.
func (w pageWebhooks) Make(agent, session string) host.Hook {
	return host.Hook(w.Receiver.Make(agent, session))
}

// Hooks lists the addresses handed out.
func (w pageWebhooks) Hooks() []host.Hook {
	var out []host.Hook
	for _, h := range w.Receiver.Hooks() {
		out = append(out, host.Hook(h))
	}
	return out
}

// Proof checks a delivery's signature.
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

// FetchKeys gets a key set.
func (pageWebhooks) FetchKeys(ctx context.Context, url string) ([]byte, error) {
	return push.FetchKeys(ctx, url)
}
