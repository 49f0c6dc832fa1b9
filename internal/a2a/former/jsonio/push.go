package jsonio

import (
	"errors"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// PushOf is the push config that a call creates, with the call's task where it names
// none.
func PushOf(c *a2a.Call) (*a2a.PushConfig, error) {
	if c.Push == nil {
		return nil, errors.New("the call has no push config")
	}
	push := *c.Push
	if push.TaskID == "" {
		push.TaskID = c.TaskID
	}
	return &push, nil
}

// WritePush writes a push config as versions before 1.0 have it, those of 0.1 without
// an id.
func WritePush(w *Writer, p *a2a.PushConfig) {
	w.Text("url", p.URL)
	w.Opt("token", p.Token)
	if len(p.Schemes) > 0 || p.Credentials != "" {
		w.Object("authentication", func(w *Writer) {
			w.Strings("schemes", p.Schemes)
			w.Opt("credentials", p.Credentials)
		})
	}
}
