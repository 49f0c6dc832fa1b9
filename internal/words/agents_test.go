package words

import "testing"

func TestAgentHint(t *testing.T) {
	names := map[string]string{"http://127.0.0.1:9000": "Echo", "http://127.0.0.1:9001": "", "http://h:1": "h:1 · Twin"}
	for asked, want := range map[string]string{
		"9000":           "agent: expects a host with its port, or a name. Recorded values: agent:127.0.0.1:9000 (Echo)",
		"nobody":         "agent: expects a host with its port, or a name. Recorded values: agent:127.0.0.1:9000 (Echo), agent:127.0.0.1:9001, agent:h:1 (Twin)",
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

func TestHint(t *testing.T) {
	known := []string{"curl/8.5", "order client", "python-httpx/0.27", "a", "b", "c"}
	for asked, want := range map[string]string{
		"": "", "CURL": "", "ord*": "", "*/8.5": "",
		"nobody": `Recorded values: caller:curl/8.5, caller:"order client", caller:python-httpx/0.27, caller:a, caller:b and others`,
		"*url":   `Recorded values: caller:curl/8.5, caller:"order client", caller:python-httpx/0.27, caller:a, caller:b and others`,
	} {
		var all []string
		if asked != "" {
			all = []string{asked}
		}
		if got := Hint("caller", all, known); got != want {
			t.Errorf("%s: %q", asked, got)
		}
	}
	if got := Hint("tag", []string{"x"}, nil); got != "" {
		t.Errorf("nothing is on record: %q", got)
	}
}
