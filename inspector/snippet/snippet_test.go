package snippet

import (
	"bytes"
	"encoding/json"
	"go/parser"
	"go/token"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// hostile are texts that try to break out of a literal in each language.
func hostile() []string {
	return []string{
		"", "plain", `it's "so"`, `'+require('child_process').execSync('touch pwned')+'`, `\`, `\'`, `'''`, `"""`, "`+os.Getenv(`HOME`)+`", "${process.exit()}", "%s %d {x}",
		"a\nb\r\nc\td", "\x00\x01\x1b[31m\x7f", "\u2028\u2029\u202egnp.exe\ufeff", "é € 日本 😀 \U0010ffff", "</script><!-- -->", "*/ panic() /*", "# \\\n import os", "\u0085\u00a0",
	}
}

// A literal evaluates to the text, whatever that contains.
func TestLiterals(t *testing.T) {
	for _, s := range hostile() {
		if got, err := strconv.Unquote(goText(s)); err != nil || got != s {
			t.Errorf("Go: %s says %q, want %q (%v)", goText(s), got, s, err)
		}
	}
	evaluate(t, "node", "call.mjs", func() string { return "console.log(JSON.stringify([" + literals(jsText) + "]))" })
	evaluate(t, "python3", "call.py", func() string { return "import json\nprint(json.dumps([" + literals(pythonText) + "]))" })
}

func literals(quote func(string) string) string {
	var all []string
	for _, s := range hostile() {
		all = append(all, quote(s))
	}
	return strings.Join(all, ", ")
}

func evaluate(t *testing.T, program, name string, code func() string) {
	t.Helper()
	out := run(t, program, name, code())
	var got []string
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%s: %v: %s", program, err, out)
	}
	for i, s := range hostile() {
		if got[i] != s {
			t.Errorf("%s: %q, want %q", program, got[i], s)
		}
	}
}

// run runs code in an empty folder and checks that it creates no files there.
func run(t *testing.T, program, name, code string, args ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("no " + program)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append(args, name)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s\n%s", program, err, out, code)
	}
	if left, _ := os.ReadDir(dir); len(left) > 1 && left[0].Name() != "__pycache__" {
		t.Errorf("%s made %v", program, left)
	}
	return out
}

// strange is a request in which everything tries to be code.
func strange(text string) Request {
	x := wire.Exchange{Method: "POST", URL: "http://127.0.0.1:1/a'b\"`?q=" + strings.NewReplacer("\n", "", "\r", "", "\x00", "").Replace(text), Labels: wire.Labels{Dialect: text, Binding: text, Op: text}}
	x.Request.Header = http.Header{"X-Odd": {text}, "Content-Type": {"application/json"}, "X-Secret": {"***"}}
	x.Redactions = []wire.Redaction{{Place: "request.header", Name: "X-Secret", Kind: text, Length: 3}}
	body := `{"text":"` + text + `"}`
	x.RequestBytes = int64(len(body))
	return Request{Exchange: x, Body: []byte(body)}
}

// Nothing in a request runs as code: the output is a program with the texts in literals, and secrets come from the
// environment.
func TestCodeIsInert(t *testing.T) {
	for _, s := range hostile() {
		r := strange(s)
		code := Write(Go, r)
		if _, err := parser.ParseFile(token.NewFileSet(), "main.go", code, parser.AllErrors); err != nil {
			t.Errorf("%q: %v\n%s", s, err, code)
		}
		if strings.Contains(code, "***") || !strings.Contains(code, `env("A2A_X_SECRET")`) {
			t.Errorf("%q: the secret is not taken from the environment:\n%s", s, code)
		}
	}
	all := func(l Language) (out []string) {
		for _, s := range hostile() {
			out = append(out, Write(l, strange(s)))
		}
		return out
	}
	parse(t, "node", all(JavaScript), `import { readFileSync } from 'node:fs';
import { SourceTextModule } from 'node:vm';
for (const code of JSON.parse(readFileSync(0))) new SourceTextModule(code);`, "--experimental-vm-modules", "--input-type=module", "-e")
	parse(t, "python3", all(Python), `import json, sys
for code in json.load(sys.stdin): compile(code, "call.py", "exec")`, "-c")
}

// parse lets one process of a program parse all snippets without running any.
func parse(t *testing.T, program string, codes []string, parser string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("no " + program)
	}
	list, err := json.Marshal(codes)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append(args, parser)...)
	cmd.Stdin = bytes.NewReader(list)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", program, err, out)
	}
}

// A request that cannot be repeated becomes a comment in the language.
func TestWhyNot(t *testing.T) {
	r := Request{Exchange: wire.Exchange{Method: "POST", URL: "http://127.0.0.1:7430/", RequestBytes: 10}, Body: []byte("short")}
	for l, mark := range map[Language]string{Curl: "# ", Python: "# ", JavaScript: "// ", Go: "// "} {
		if got := Write(l, r); got != mark+"only 5 of 10 bytes of its body are on record\n" {
			t.Errorf("%s: %q", l, got)
		}
	}
}

// Parameters with a secret in them are not rebuilt for an SDK: plain HTTP keeps the rest unchanged.
func TestSecretsInBodiesArePlainHTTP(t *testing.T) {
	r := strange("x")
	r.Exchange.Labels = wire.Labels{Dialect: "1.0", Binding: "jsonrpc", Op: "GetTask"}
	r.Call = a2a.Reading{Call: &a2a.Call{Op: a2a.GetTask, TaskID: "t"}}
	if code := Write(Go, r); !strings.Contains(code, "a2a-go") {
		t.Errorf("not by the SDK:\n%s", code)
	}
	r.Body = []byte(`{"token":"****"}`)
	r.Exchange.RequestBytes = int64(len(r.Body))
	r.Exchange.Redactions = append(r.Exchange.Redactions, wire.Redaction{Place: "request.body", Name: "params.token", Kind: "token", Offset: 10, Length: 4})
	for l, want := range map[Language]string{Go: "`{\"token\":\"` + env(\"A2A_TOKEN\") + `\"}`", JavaScript: `'{"token":"' + env("A2A_TOKEN") + '"}'`, Python: `'{"token":"' + env("A2A_TOKEN") + '"}'`} {
		if code := Write(l, r); strings.Contains(code, "a2a-go") || strings.Contains(code, "@a2a-js") || !strings.Contains(code, want) {
			t.Errorf("%s lacks %s:\n%s", l, want, code)
		}
	}
}
