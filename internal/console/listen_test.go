package console

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func sendCall(text string) *a2a.Call {
	return &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}
}

func TestParseListen(t *testing.T) {
	for in, want := range map[string]string{
		"": "127.0.0.1:7420", "127.0.0.1:9": "127.0.0.1:9!", ":9": "127.0.0.1:9!", "9": "127.0.0.1:9!",
		"0.0.0.0": "0.0.0.0:7420", "::1": "[::1]:7420", "[::1]:0": "[::1]:0!", "myhost": "myhost:7420",
	} {
		a, err := ParseListen("--listen", in, UIPort)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		got := a.withPort(a.port)
		if a.isPortFixed {
			got += "!"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	for _, in := range []string{"x:http", "1:99999", "1:-1"} {
		if _, err := ParseListen("--listen", in, UIPort); err == nil {
			t.Errorf("%q: accepted", in)
		}
	}
	for host, want := range map[string]bool{"127.0.0.1": false, "localhost": false, "::1": false, "0.0.0.0": true, "192.168.0.1": true, "box": true} {
		if got := (Address{Host: host}).isExposed(); got != want {
			t.Errorf("%s exposed: %v", host, got)
		}
	}
}
