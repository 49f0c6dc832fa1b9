package v02

import (
	"encoding/json"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestMethods: 0.2 has the methods of 0.3 except the one for the extended card.
func TestMethods(t *testing.T) {
	d := Dialect()
	ops := d.Operations()
	if len(ops) != 9 {
		t.Errorf("operations %v", ops)
	}
	for _, op := range ops {
		method, ok := d.Method(op)
		back, known := d.Operation(method)
		if !ok || !known || back != op {
			t.Errorf("%s is %q, which is %s", op, method, back)
		}
	}
	for _, method := range []string{"agent/getAuthenticatedExtendedCard", "tasks/send", "SendMessage"} {
		if op, ok := d.Operation(method); ok {
			t.Errorf("%s is %s", method, op)
		}
	}
}

func TestExtendedCard(t *testing.T) {
	for endpoint, want := range map[string]string{
		"https://a.test":              "https://a.test/agent/authenticatedExtendedCard",
		"https://a.test/":             "https://a.test/agent/authenticatedExtendedCard",
		"https://a.test/rpc":          "https://a.test/agent/authenticatedExtendedCard",
		"https://a.test/agents/x?q=1": "https://a.test/agents/agent/authenticatedExtendedCard",
		"https://a.test/agents/x/":    "https://a.test/agents/agent/authenticatedExtendedCard",
	} {
		if got, err := extendedCard(endpoint); got != want || err != nil {
			t.Errorf("%s: %s, %v", endpoint, got, err)
		}
	}
	if _, err := extendedCard("http://a b"); err == nil {
		t.Error("an address that is none")
	}
}

func TestErrors(t *testing.T) {
	d := Dialect()
	if d.ErrorName(-32006) != a2a.InvalidAgentResponse || d.ErrorName(-32007) != a2a.OtherError {
		t.Errorf("%s, %s", d.ErrorName(-32006), d.ErrorName(-32007))
	}
	if d.ErrorCode(a2a.ExtendedCardNotConfigured) != -32004 || d.ErrorCode(a2a.InvalidAgentResponse) != -32006 {
		t.Error("codes")
	}
}

// TestConfiguration: a configuration has the list that 0.2.0 to 0.2.5 require.
func TestConfiguration(t *testing.T) {
	c := &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{ID: "m", Role: a2a.User}, ReturnImmediately: true}
	got, _, err := Dialect().EncodeParams(c)
	if err != nil || string(got) != `{"message":{"kind":"message","messageId":"m","role":"user","parts":[]},"configuration":{"acceptedOutputModes":[],"blocking":false}}` {
		t.Errorf("%s, %v", got, err)
	}
}

func TestProblemsNameTheVersion(t *testing.T) {
	_, problems := Dialect().ReadCard(json.RawMessage(`{"name":"a"}`))
	for _, p := range problems {
		if p.Spec[:4] != "0.2 " {
			t.Errorf("%+v", p)
		}
	}
	if len(problems) == 0 {
		t.Error("no problems")
	}
}
