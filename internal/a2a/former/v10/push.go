package v10

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// readConfig reads a push config (1.0 §4.3.1). The nested shape of the release
// candidate and of 0.3 is read with a problem.
func readConfig(n jsonio.Node, r jsonio.Rule, required ...string) *a2a.PushConfig {
	o, ok := n.Object(r)
	if !ok {
		return nil
	}
	c := &a2a.PushConfig{ID: o.String("id", form("§4.3.1")), TaskID: o.String("taskId", form("§4.3.1"))}
	inner := o
	for _, name := range [...]string{"pushNotificationConfig", "config"} {
		if nested, ok := o.Get(name).Object(form("§4.3.1")); ok {
			nested.Report(r, "The push config is nested, as in an earlier version; in 1.0 it is flat.")
			inner = nested
			if c.ID == "" {
				c.ID = nested.String("id", form("§4.3.1"))
			}
		}
	}
	o.Require(r, required...)
	inner.Require(r, "url")
	c.URL = inner.String("url", form("§4.3.1"))
	c.Token = inner.String("token", form("§4.3.1"))
	jsonio.Address(inner.Get("url"), warn("PUSH-09", "§13.2"), info("PUSH-09", "§13.2"))
	if a, ok := inner.Get("authentication").Object(form("§4.3.2")); ok {
		readAuth(a, c)
	}
	return c
}

// ReadConfig reads a push config in a message's configuration.
func (own) ReadConfig(n jsonio.Node) *a2a.PushConfig {
	return readConfig(n, fault("PUSH-04", "§4.3.1"))
}

// ReadTaskConfig reads a push config as it is answered.
func (own) ReadTaskConfig(n jsonio.Node, listed bool) *a2a.PushConfig {
	if listed {
		return readConfig(n, fault("PUSH-04", "§4.3.1"))
	}
	return readConfig(n, fault("PUSH-04", "§4.3.1"), "taskId", "id")
}

// WriteConfig writes a push config, which is the same everywhere.
func (own) WriteConfig(w *jsonio.Writer, c *a2a.PushConfig, l jsonio.Losses) { writeConfig(w, c, l) }

// WriteTaskConfig writes a push config as it is answered.
func (own) WriteTaskConfig(w *jsonio.Writer, c *a2a.PushConfig, l jsonio.Losses) {
	writeConfig(w, c, l)
}

func readAuth(a jsonio.Object, c *a2a.PushConfig) {
	c.Credentials = a.String("credentials", form("§4.3.2"))
	if a.Has("schemes") && !a.Has("scheme") {
		c.Schemes = a.Strings("schemes", form("§4.3.2"))
		a.Get("schemes").Report(fault("RES-21", "§4.3.2"), "1.0 has one scheme; the list of earlier versions is read.")
		return
	}
	a.Require(fault("PUSH-20", "§4.3.2"), "scheme")
	if s := a.String("scheme", form("§4.3.2")); s != "" {
		c.Schemes = []string{s}
	}
}

func writeConfig(w *jsonio.Writer, c *a2a.PushConfig, l jsonio.Losses) {
	w.Opt("taskId", c.TaskID)
	w.Opt("id", c.ID)
	w.Text("url", c.URL)
	w.Opt("token", c.Token)
	scheme := ""
	if len(c.Schemes) > 0 {
		scheme = c.Schemes[0]
	}
	if scheme != "" || c.Credentials != "" {
		w.Object("authentication", func(w *jsonio.Writer) {
			w.Text("scheme", scheme)
			w.Opt("credentials", c.Credentials)
		})
	}
	l.Lose(len(c.Schemes) > 1, "schemes", "1.0 has one authentication scheme; the first is kept")
}
