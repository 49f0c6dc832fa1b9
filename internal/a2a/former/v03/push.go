package v03

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// readTaskConfig reads {taskId, pushNotificationConfig} (0.3 §6.10). The forms
// of 0.1 and 1.0 are read with a problem.
func (c Codec) readTaskConfig(n jsonio.Node) *a2a.PushConfig {
	o, ok := n.Object(c.fault("PUSH-02", "§6.10"))
	if !ok {
		if !n.Exists() {
			n.Report(c.fault("PUSH-02", "§6.10"), "A push configuration is expected; here is nothing.")
		}
		return &a2a.PushConfig{}
	}
	o.Require(c.fault("PUSH-02", "§6.10"), "taskId")
	config := &a2a.PushConfig{}
	switch inner := o.Get("pushNotificationConfig"); {
	case inner.Exists():
		if read := c.readConfig(inner); read != nil {
			config = read
		}
	case o.Has("url"):
		o.Report(c.fault("PUSH-02", "§6.10"), "The push configuration is flat, as in 1.0; here it is in pushNotificationConfig.")
		config = c.readConfig(n)
	default:
		o.Require(c.fault("PUSH-02", "§6.10"), "pushNotificationConfig")
	}
	config.TaskID = o.String("taskId", c.form("§6.10"))
	if config.TaskID == "" && o.Has("id") && !o.Has("url") {
		o.Foreign(c.warn("RES-21", "§6.10"), "it is of 0.1, and is read as taskId", "id")
		config.TaskID = o.String("id", c.form("§6.10"))
	}
	return config
}

// readConfig reads a PushNotificationConfig (0.3 §6.8).
func (c Codec) readConfig(n jsonio.Node) *a2a.PushConfig {
	o, ok := n.Object(c.fault("PUSH-02", "§6.8"))
	if !ok {
		return nil
	}
	o.Require(c.fault("PUSH-02", "§6.8"), "url")
	p := &a2a.PushConfig{
		ID:    o.String("id", c.form("§6.8")),
		URL:   o.String("url", c.form("§6.8")),
		Token: o.String("token", c.form("§6.8")),
	}
	jsonio.Address(o.Get("url"), c.warn("PUSH-09", "§6.8"), c.warn("PUSH-09", "§6.8"))
	if a, ok := o.Get("authentication").Object(c.form("§6.9")); ok {
		p.Credentials = a.String("credentials", c.form("§6.9"))
		if a.Has("scheme") && !a.Has("schemes") {
			a.Foreign(c.fault("RES-21", "§6.9"), "it is of 1.0, and is read as schemes", "scheme")
			p.Schemes = []string{a.String("scheme", c.form("§6.9"))}
			return p
		}
		a.Require(c.fault("PUSH-20", "§6.9"), "schemes")
		p.Schemes = a.Strings("schemes", c.warn("PUSH-20", "§6.9"))
	}
	return p
}

// readConfigs reads a list of push configurations (0.3 §7.7).
func (c Codec) readConfigs(n jsonio.Node) *a2a.Result {
	r := &a2a.Result{Pushes: []a2a.PushConfig{}}
	list := n
	if n.Is('{') {
		o, _ := n.Object(c.form("§7.7"))
		if o.Has("configs") {
			n.Report(c.fault("PUSH-05", "§7.7"), "The list is an object with configs, as in 1.0; an array is expected.")
			list, r.Next = o.Get("configs"), o.String("nextPageToken", c.form("§7.7"))
		}
	}
	if !n.Exists() {
		n.Report(c.warn("PUSH-05", "§7.7"), "The list is null; it is read as empty.")
	}
	for _, e := range list.Elements(c.fault("PUSH-05", "§7.7")) {
		r.Pushes = append(r.Pushes, *c.readTaskConfig(e))
	}
	return r
}

func writeTaskConfig(w *jsonio.Writer, p *a2a.PushConfig) {
	w.Text("taskId", p.TaskID)
	w.Object("pushNotificationConfig", func(w *jsonio.Writer) { writeConfig(w, p) })
}

func writeConfig(w *jsonio.Writer, p *a2a.PushConfig) {
	w.Opt("id", p.ID)
	jsonio.WritePush(w, p)
}

// EncodePush makes the body of a push notification: the whole task (0.3 §9.5),
// or where only an event is at hand, that event.
func (c Codec) EncodePush(r *a2a.Result) (json.RawMessage, error) {
	b, _, err := jsonio.Encode("push notification", func(w *jsonio.Writer, l jsonio.Losses) error { return c.writeEvent(w, r, l) })
	return b, err
}

// ReadPush reads the body of a push notification: a task, or an event as the
// official JavaScript SDK sends it to 0.3's webhooks.
func (c Codec) ReadPush(raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	root, sink := jsonio.Open(raw, c.rules()+" §9.5")
	r := c.readAny(root, "PUSH-21", "§9.5")
	if r.Task == nil && (r.Message != nil || r.Status != nil || r.Artifact != nil) {
		root.Report(c.warn("PUSH-10", "§9.5"), "The notification is an event; the whole task is expected.")
	}
	return r, sink.Problems()
}
