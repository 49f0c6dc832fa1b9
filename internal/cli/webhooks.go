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
	"github.com/a2a-console/a2a-console/ui"
)

const webhookPort = 7440

// webhookFlags are those of the commands that receive push notifications.
type webhookFlags struct {
	WebhookListen string `placeholder:"HOST:PORT" help:"Where push notifications are received. Default: 127.0.0.1:7440."`
	WebhookURL    string `name:"webhook-url" placeholder:"URL" help:"How agents reach that, when it is not as this machine does: http://host.docker.internal:7440."`
}

// receiving is the webhook receiver with its listener.
type receiving struct {
	hookOptions
	*webhook.Receiver
	listener net.Listener
	server   *server
}

// options reads the flags. flag is the name of the one that says where to listen.
func (f *webhookFlags) options(flag string) (o hookOptions, err error) {
	if o.at, err = parseListen(flag, f.WebhookListen, webhookPort); err != nil {
		return o, err
	}
	if o.base, err = f.base(); err != nil {
		return o, err
	}
	if host, _, err := net.SplitHostPort(f.WebhookListen); err == nil {
		o.host = host
	}
	return o, nil
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

// hookOptions say where push notifications are received.
type hookOptions struct {
	at   address
	host string   // that was given to listen on, "" for none
	base *url.URL // that agents reach the receiver by, nil when that is its own
}

// listen opens the receiver's listener. Nothing is received before serve.
func (o hookOptions) listen(ctx context.Context, p env) (*receiving, error) {
	l, err := o.at.take(ctx, p, "the webhook receiver")
	if err != nil {
		return nil, err
	}
	return &receiving{hookOptions: o, listener: l}, nil
}

// serve receives on the listener and records into rec.
func (r *receiving) serve(p env, rec wire.Recorder, allow []string, taken func(webhook.Delivery)) {
	o := webhook.Options{Recorder: rec, URL: origin(r.listener), AllowHosts: allow, Taken: taken, Logger: p.logger()}
	if r.host != "" {
		o.AllowHosts = append(o.AllowHosts, r.host)
	}
	if u := r.base; u != nil {
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
func (w pageWebhooks) Make(agent, session string) ui.Hook {
	return ui.Hook(w.Receiver.Make(agent, session))
}

// Hooks lists the addresses handed out.
func (w pageWebhooks) Hooks() []ui.Hook {
	var out []ui.Hook
	for _, h := range w.Receiver.Hooks() {
		out = append(out, ui.Hook(h))
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
