package v03p

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/former/protojson"
)

// readCreate reads a CreateTaskPushNotificationConfigRequest in the three shapes
// that are about: whole, as gRPC and most HTTP servers have it, without the
// outer message, as the proto's HTTP rule has it, and bare.
func readCreate(o jsonio.Object, c *a2a.Call) {
	const name = "CreateTaskPushNotificationConfigRequest"
	switch config := o.Get("config"); {
	case config.Exists():
		c.Push = readTaskConfig(config)
	case o.Has("pushNotificationConfig"):
		o.Report(info("PUSH-02", name), "Got only the config, as the proto's HTTP rule has it; most servers want {parent, configId, config}.")
		c.Push = readTaskConfig(o.Node)
	case o.Has("url"):
		o.Report(fault("PUSH-02", name), "Expected {parent, configId, config}, got a bare push config.")
		c.Push = readConfig(o.Node)
	default:
		o.Require(fault("PUSH-02", name), "config")
		c.Push = &a2a.PushConfig{}
	}
	if c.Push == nil {
		return
	}
	if parent, _ := splitName(o.Get("parent"), form(name)); parent != "" {
		c.Push.TaskID = parent
	}
	if id := o.String("configId", form(name)); id != "" && c.Push.ID == "" {
		c.Push.ID = id
	}
	c.TaskID = c.Push.TaskID
}

// readTaskConfig reads a TaskPushNotificationConfig: {name,
// pushNotificationConfig}, with the members it must have: an answer has a name, a
// create call says it in parent and configId. The forms of JSON-RPC are read with
// a problem.
func readTaskConfig(n jsonio.Node, must ...string) *a2a.PushConfig {
	const message = "TaskPushNotificationConfig"
	o, ok := codec.Object(n, fault("PUSH-02", message), protojson.TypeTaskPushNotificationConfig)
	if !ok {
		if !n.Exists() {
			n.Report(fault("PUSH-02", message), "Expected a push config, got nothing.")
		}
		return &a2a.PushConfig{}
	}
	inner := o.Get("pushNotificationConfig")
	if !inner.Exists() && o.Has("url") {
		o.Report(fault("PUSH-02", message), "Expected the push config in pushNotificationConfig, got a flat one as in 1.0.")
		inner = n
	}
	o.Require(warn("PUSH-02", message), must...)
	c := readConfig(inner)
	if c == nil {
		o.Require(fault("PUSH-02", message), "pushNotificationConfig")
		c = &a2a.PushConfig{}
	}
	task, id := splitName(o.Get("name"), form(message))
	c.TaskID = task
	if c.TaskID == "" && o.Has("taskId") {
		o.Foreign(warn("RES-21", message), "it is of 0.3 over JSON-RPC", "taskId")
		c.TaskID = o.String("taskId", form(message))
	}
	if c.ID == "" {
		c.ID = id
	}
	return c
}

// ReadTaskConfig reads a TaskPushNotificationConfig as it is answered.
func (own) ReadTaskConfig(n jsonio.Node, _ bool) *a2a.PushConfig { return readTaskConfig(n, "name") }

// ReadConfig reads a PushNotificationConfig.
func (own) ReadConfig(n jsonio.Node) *a2a.PushConfig { return readConfig(n) }

func readConfig(n jsonio.Node) *a2a.PushConfig {
	const message = "PushNotificationConfig"
	o, ok := codec.Object(n, fault("PUSH-02", message), protojson.TypePushNotificationConfig)
	if !ok {
		return nil
	}
	o.Require(fault("PUSH-02", message), "url")
	c := &a2a.PushConfig{
		ID:    o.String("id", form(message)),
		URL:   o.String("url", form(message)),
		Token: o.String("token", form(message)),
	}
	jsonio.Address(o.Get("url"), warn("PUSH-09", message), info("PUSH-09", message))
	a, ok := codec.Object(o.Get("authentication"), form("AuthenticationInfo"), protojson.TypeAuthenticationInfo)
	if !ok {
		return c
	}
	c.Credentials = a.String("credentials", form("AuthenticationInfo"))
	c.Schemes = a.Strings("schemes", form("AuthenticationInfo"))
	if a.Has("scheme") && len(c.Schemes) == 0 {
		a.Foreign(fault("RES-21", "AuthenticationInfo"), "it is of 1.0, and is read as schemes", "scheme")
		c.Schemes = []string{a.String("scheme", form("AuthenticationInfo"))}
	}
	return c
}

// WriteTaskConfig writes a TaskPushNotificationConfig.
func (own) WriteTaskConfig(w *jsonio.Writer, c *a2a.PushConfig, l jsonio.Losses) {
	w.Text("name", configName(c.TaskID, c.ID))
	w.Object("pushNotificationConfig", func(w *jsonio.Writer) { own{}.WriteConfig(w, c, l) })
}

// WriteConfig writes a PushNotificationConfig.
func (own) WriteConfig(w *jsonio.Writer, c *a2a.PushConfig, _ jsonio.Losses) {
	w.Opt("id", c.ID)
	jsonio.WritePush(w, c)
}
