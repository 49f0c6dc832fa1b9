package draft

import (
	"errors"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/host"
)

// PushFields are the form values of a push registration.
type PushFields struct{ To, URL, Token, Scheme, Credentials string }

func (d *Draft) pushes(c *a2a.Call) error {
	p, err := PushFields{d.Push, d.PushURL, d.PushKey, d.PushScheme, d.PushCredentials}.Config(d.Hook)
	if err == nil && p != nil {
		p.TaskID = c.TaskID
		c.Push = p
	}
	return err
}

// Config returns the configuration that the fields describe, nil for none. hook is the console's
// webhook for this message, nil if it has none.
func (f PushFields) Config(hook *host.Hook) (*a2a.PushConfig, error) {
	p := &a2a.PushConfig{Credentials: f.Credentials}
	if s := strings.TrimSpace(f.Scheme); s != "" {
		p.Schemes = []string{s}
	}
	switch f.To {
	case "console":
		if hook == nil {
			return nil, errors.New("push: this console does not receive push notifications; give a URL instead")
		}
		p.URL, p.Token = hook.URL, hook.Token
	case "url":
		p.URL, p.Token = strings.TrimSpace(f.URL), f.Token
		if err := inspector.CheckURL(p.URL); err != nil {
			return nil, fmt.Errorf("push URL: %w", err)
		}
	default:
		return nil, nil
	}
	return p, nil
}
