package compose

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// versionRefusal is an answer saying that the agent does not support the requested version.
type versionRefusal struct {
	Protocol string // the protocol of the request
	Error    *a2a.Error
	Offers   []agents.Protocol // protocols of the card, without the one that was tried
}

// lastVersionRefusal reads the last answer; it returns nil unless that is a refusal of the version.
func (v *View) lastVersionRefusal() *versionRefusal {
	if v.Last == nil || v.Last.Fold == nil || v.Last.Call.Call == nil || v.Busy {
		return nil
	}
	e := lastError(v.Last.Fold)
	// Agents before 1.0 have no error for this, and report an unknown method.
	if e == nil || e.Name != a2a.VersionNotSupported && e.Name != a2a.MethodNotFound {
		return nil
	}
	x := v.Last.X
	tried := agents.Protocol{Version: a2a.Version(x.Labels.Dialect), Binding: a2a.Binding(x.Labels.Binding)}
	out := &versionRefusal{Protocol: agents.ProtocolWords(x.Labels.Dialect, x.Labels.Binding), Error: e}
	said := x.Request.Header.Get("A2A-Version")
	if said != "" {
		out.Protocol = strings.Trim(out.Protocol+", with A2A-Version "+part.Short(said, 32), ", ")
	}
	for _, w := range agents.Protocols(v.Agent) {
		if w != tried || said != "" && said != string(w.Version) {
			out.Offers = append(out.Offers, w)
		}
	}
	return out
}

func lastError(f *stream.Fold) *a2a.Error {
	for i := len(f.Blocks) - 1; i >= 0; i-- {
		if b := f.Blocks[i]; b.Kind == stream.ErrorBlock {
			return b.Error
		}
	}
	return nil
}

// resend sends the last message again in the protocol as, and allows for quirk unless it is "". It
// drops an A2A-Version written among the headers by hand.
func (s *Screen) resend(ctx context.Context, id string, as agents.Protocol, quirk string) error {
	v, err := s.readConversation(ctx, s.Drafts.Get(id))
	if err != nil {
		return err
	}
	link, c, kept := v.lastSent()
	v.Release()
	if c == nil {
		return errors.New("there is no message to send again yet")
	}
	s.Drafts.Update(id, func(d *draft.Draft) {
		d.Version, d.Binding, d.Headers = as.Version, as.Binding, withoutVersion(d.Headers)
		d.SetQuirk(quirk, true)
		d.Shape++
		v.Draft.Quirks = d.Quirks
	})
	t, err := v.Agent.Target(as.Version, as.Binding)
	if err != nil {
		return err
	}
	t.Quirks = v.Draft.Quirks
	if t.Header, err = s.resendHeaders(&v.Draft, t.Endpoint); err != nil {
		return err
	}
	if c.TaskID == "" && registry.NamesTask(as.Version) {
		c.TaskID = v.Draft.NewTask
	}
	p, err := s.Caller.Prepare(t, c)
	if err != nil {
		return fmt.Errorf("in %s: %w", as.Word(), err)
	}
	exchange, err := s.Calls.SendAs(wire.CallOptions{Origin: wire.Compose, Caller: "Compose", Link: link}, v.Draft.Agent, p, nil)
	if err == nil {
		s.noteResend(id, kept, exchange, p.Body)
	}
	return err
}

// resendHeaders returns the headers of a message that is sent again, without A2A-Version.
func (s *Screen) resendHeaders(d *draft.Draft, endpoint string) (http.Header, error) {
	full, err := s.fillVariables(d, true, endpoint)
	if err != nil {
		return nil, err
	}
	return web.Headers(withoutVersion(full.Headers))
}

// lastSent returns the last exchange, its call (nil for none), and what the draft kept of it
// outside the record (nil for nothing).
func (v *conversation) lastSent() (exchange string, c *a2a.Call, kept *draft.Sent) {
	if v.Last == nil || v.Last.Call.Call == nil {
		return "", nil, nil
	}
	call := *v.Last.Call.Call
	if kept = v.Draft.LastSent(v.Last.X.ID); kept != nil {
		if said := kept.Call(v.Last.X, v.Agent.Card()); said != nil {
			call = *said
		}
	}
	return v.Last.X.ID, &call, kept
}

func withoutVersion(headers string) string {
	var kept []string
	for line := range strings.SplitSeq(headers, "\n") {
		if name, _, _ := strings.Cut(line, ":"); !strings.EqualFold(strings.TrimSpace(name), "A2A-Version") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}
