package quirk

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

func setsPush(c *a2a.Call) bool { return c.Op == a2a.CreatePushConfig }

// flatten copies the members of the body's config into the body.
func flatten(c *a2a.Call, h *dialect.HTTP) {
	var body struct {
		Config json.RawMessage `json:"config"`
	}
	if !setsPush(c) || json.Unmarshal(h.Body, &body) != nil || len(body.Config) < 3 {
		return
	}
	out := bytes.TrimSuffix(bytes.TrimSpace(h.Body), []byte("}"))
	out = append(bytes.Clone(out), ',')
	h.Body = append(out, bytes.TrimPrefix(bytes.TrimSpace(body.Config), []byte("{"))...)
}

// missesConfig reports whether an error asks for the config.
func missesConfig(_ *a2a.Call, answer a2a.Reading) bool {
	return answer.Error != nil && strings.Contains(answer.Error.Message+string(answer.Error.Data), "pushNotificationConfig")
}
