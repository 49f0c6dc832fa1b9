package cli

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/console"
)

type webhookFlags struct {
	WebhookListen string `placeholder:"HOST:PORT" help:"Address that receives push notifications. Default: 127.0.0.1:7440."`
	WebhookURL    string `name:"webhook-url" placeholder:"URL" help:"Public URL of the receiver, if agents reach it at another address, such as http://host.docker.internal:7440."`
}

// options converts the flags to options. The parameter flag is the name of the listen flag, for
// errors.
func (f *webhookFlags) options(flag string) (o console.WebhookOptions, err error) {
	if o.Address, err = console.ParseListen(flag, f.WebhookListen, console.WebhookPort); err != nil {
		return o, err
	}
	if o.Base, err = f.base(); err != nil {
		return o, err
	}
	if host, _, err := net.SplitHostPort(f.WebhookListen); err == nil {
		o.Host = host
	}
	return o, nil
}

// base returns the URL at which agents reach the receiver, nil for its own address.
func (f *webhookFlags) base() (*url.URL, error) {
	if f.WebhookURL == "" {
		return nil, nil
	}
	u, err := url.Parse(f.WebhookURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || strings.Contains(f.WebhookURL, "#") {
		return nil, fmt.Errorf("cannot use --webhook-url %q; give an http or https URL without user, query and fragment, such as http://host.docker.internal:7440", f.WebhookURL)
	}
	return u, nil
}
