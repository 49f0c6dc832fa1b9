package archive_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// TestClaimOfRedactionIsChecked: a file that claims to be redacted is searched like any other. If the claim is
// true, it is imported unchanged.
func TestClaimOfRedactionIsChecked(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *recorder.Options) { o.Raw = true })
	sample(t, s, 5, 40)
	lying := export(t, s, s.Current().ID)
	if !bytes.Contains(lying, []byte(`"secrets":"redacted"`)) || !bytes.Contains(lying, []byte("hush")) {
		t.Fatal("the file holds no secrets, or does not say that it is redacted")
	}
	for name, file := range map[string][]byte{"as written": lying, "edited": bytes.Replace(lying, []byte("test/1"), []byte("test/2"), 1)} {
		to, sum := readMemory(t, file, archive.ReadOptions{Secrets: secrets})
		var notes string
		for _, n := range sum.Notes {
			notes += n + "\n"
		}
		if out := to.jsonl(t); bytes.Contains(out, []byte("hush")) || len(sum.Removed) == 0 || !strings.Contains(notes, "are redacted now") {
			t.Errorf("%s: %d kinds removed, notes %s", name, len(sum.Removed), notes)
		}
		if strings.Contains(notes, "checksum") != (name == "edited") {
			t.Errorf("%s: notes %s", name, notes)
		}
	}
	clean := open(t, func(o *recorder.Options) { o.Secrets = secrets })
	sample(t, clean, 5, 40)
	file := export(t, clean, clean.Current().ID)
	to, sum := readMemory(t, file, archive.ReadOptions{Secrets: secrets})
	if out := to.jsonl(t); !bytes.Equal(out, file) || len(sum.Removed) > 0 || len(sum.Notes) > 0 {
		t.Errorf("a redacted file: %+v, %q; %s", sum.Removed, sum.Notes, firstDifference(out, file))
	}
}

// TestSecretsBesideHeadersOfFiles: a file that another program wrote may hold what the console leaves out of
// received heads and redacts in URLs.
func TestSecretsBesideHeadersOfFiles(t *testing.T) {
	t.Parallel()
	const head = `"received":"HTTP/1.1 200 OK\r\nAuthorization: Bearer hush\r\nset-cookie :a=hush\r\n b=hush\r\nX-Api-Key=hush\r\nConnection: close\r\nContent-Type: \u0000\r\n\r\n"`
	const request = `"received":"POST /a?key=hush HTTP/1.1\r\nauthorization:\r\n\tBearer hush\r\n\r\n"`
	call := strings.NewReplacer(
		`"agent":"http://127`, `"tap":"http://a:hush@h/?key=hush","interim":[{"at":"2026-11-21T10:00:00Z","status":103,`+head+`}],"response":{"status":200,`+head+
			`},"request_sent":{`+request+`},"response_sent":{"status":200,`+head+`},"agent":"http://u:hush@127`,
		`"request":{}`, `"request":{`+request+`}`).Replace(callOK)
	to, _ := readMemory(t, []byte(headOK+call+chunkOK+endOK), archive.ReadOptions{Secrets: secrets})
	out := string(to.jsonl(t))
	if strings.Contains(out, "hush") {
		t.Errorf("the record holds a secret: %s", out)
	}
	for _, kept := range []string{`"received":"HTTP/1.1 200 OK\r\nAuthorization: \u0000\r\nset-cookie :\u0000\r\nX-Api-Key=\u0000\r\nConnection: close\r\nContent-Type: \u0000\r\n\r\n"`, `POST /a?key=**** HTTP/1.1\r\nauthorization:\r\n\r\n`} {
		if !strings.Contains(out, kept) {
			t.Errorf("no %s in %s", kept, out)
		}
	}
}
