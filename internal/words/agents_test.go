package words

import "testing"

func TestAgentHint(t *testing.T) {
	names := map[string]string{"http://127.0.0.1:9000": "Echo", "http://127.0.0.1:9001": "", "http://h:1": "h:1 · Twin"}
	for asked, want := range map[string]string{
		"9000":           "agent: takes a host with its port, or a name. On record are agent:127.0.0.1:9000 (Echo)",
		"nobody":         "agent: takes a host with its port, or a name. On record are agent:127.0.0.1:9000 (Echo), agent:127.0.0.1:9001, agent:h:1 (Twin)",
		"127.0.0.1:9001": "",
		"echo":           "",
		"twin":           "",
	} {
		if got := AgentHint([]string{asked}, names); got != want {
			t.Errorf("%s: %q, want %q", asked, got, want)
		}
	}
	if got := AgentHint(nil, names) + AgentHint([]string{"x"}, nil); got != "" {
		t.Errorf("without a question, or agents: %q", got)
	}
}
