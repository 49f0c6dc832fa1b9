package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// pushFields are what a form says of a registration.
type pushFields struct{ To, URL, Token, Scheme, Credentials string }

// pushes adds the draft's push configuration to a call.
func (d *draft) pushes(c *a2a.Call) error {
	p, err := pushFields{d.Push, d.PushURL, d.PushKey, d.PushScheme, d.PushCredentials}.config(d.hook)
	if err == nil && p != nil {
		p.TaskID = c.TaskID
		c.Push = p
	}
	return err
}

// config is the configuration that the fields describe, nil for none. hook is
// the console's own address.
func (f pushFields) config(hook *Hook) (*a2a.PushConfig, error) {
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

// handOut gives a draft that wants one an address of its own, which its
// deliveries are told by. It is kept until the message is sent.
func (s *Server) handOut(d *draft) {
	if d.Push != "console" || s.Webhooks == nil {
		return
	}
	session := s.Desk.Current().ID
	if d.hook == nil || d.hook.Agent != d.Agent || d.hook.Session != session {
		h := s.Webhooks.Make(d.Agent, session)
		d.hook = &h
	}
}

// hooked notes which exchange registers the draft's address.
func (s *Server) hooked(d *draft, exchange string) {
	if d.hook != nil {
		s.hookbook.register(d.hook.URL, exchange)
	}
}

// sendHooked sends a draft with an address of its own, and returns the address.
func (s *Server) sendHooked(ctx context.Context, id string) (url string, err error) {
	s.drafts.with(id, func(d *draft) {
		if s.handOut(d); d.hook != nil {
			url = d.hook.URL
		}
	})
	return url, s.sendDraft(ctx, id)
}

// pushless reports an agent whose card says that it does not push.
func (v *composeView) pushless() bool {
	return v.Agent.Card() != nil && !v.Agent.Card().Capabilities.Push
}
