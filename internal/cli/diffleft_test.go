package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDiffSaysWhatIsLeftOut: diff counts the calls from the command line that it does not compare.
func TestDiffSaysWhatIsLeftOut(t *testing.T) {
	const at, body = "2026-01-01T00:00:00Z", `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`
	path := filepath.Join(t.TempDir(), "two.jsonl")
	lines := []string{`{"format":"a2a-console-session","version":2,"session":{"id":"01a22726-97ff-7caf-84f8-05eff7bdb592","name":"two","started":"` + at + `"},"agents":["http://a.test"],"exchanges":2}`}
	for i, origin := range []string{"client", "terminal"} {
		lines = append(lines, fmt.Sprintf(`{"kind":"exchange","id":"01a22726-97ff-7caf-84f8-05eff7bdb60%d","origin":%q,"agent":"http://a.test","method":"POST","url":"http://a.test/","request":{"proto":"HTTP/1.1","header":{"A2a-Version":["1.0"],"Content-Type":["application/json"]}},"response":{"proto":"HTTP/1.1","status":200},"started":%q,"ended":%q,"outcome":"agent","request_bytes":%d}`, i, origin, at, at, len(body)),
			fmt.Sprintf(`{"kind":"chunk","side":"request","offset":0,"at":%q,"text":%q}`, at, body))
	}
	if err := os.WriteFile(path, []byte(strings.Join(append(lines, `{"kind":"end"}`), "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		more []string
		want string
	}{{nil, "note: left out: 2 calls from the command line; --with-terminal takes them, too\n"}, {[]string{"--with-terminal"}, ""}} {
		got := runs(t, 0, append([]string{"diff", path, path}, c.more...)...)
		if said := strings.Contains(got, "left out"); !strings.Contains(got, c.want) || said != (c.want != "") {
			t.Errorf("%v: %s", c.more, got)
		}
	}
}
