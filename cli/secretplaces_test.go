package cli

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/wire"
	"github.com/a2a-console/a2a-console/wire/coding"
)

// hidden is where a secret stands in a secretCase.
const hidden = "HUSHHUSHES"

// secretCase is an exchange that holds a secret somewhere, written as hidden.
type secretCase struct {
	name           string
	url            string
	asked, answer  http.Header
	trailer, early http.Header
	request, reply string
	status         int
}

const secretAgent = "http://agent.test"

// headsWithSecrets are all heads and addresses in which a secret stands.
func headsWithSecrets() (all []secretCase) {
	for name, values := range map[string][]string{
		"Authorization": {"Bearer " + hidden, "Basic " + hidden, hidden}, "Proxy-Authorization": {"Bearer " + hidden}, "Cookie": {"a=" + hidden + "; b=c"},
		"Set-Cookie": {"a=" + hidden + "; Path=/"}, "X-API-Key": {hidden}, "X-A2A-Notification-Token": {hidden}, "X-Vendor-Access-Token": {hidden},
		"Authentication-Info": {`nextnonce="` + hidden + `"`}, "Authorization-Bin": {hidden}, "X-Api-Key-Bin": {hidden}, "DPoP": {hidden}, "X-Odd-Name": {hidden},
		"X-Other": {"Bearer " + hidden}, "Ocp-Apim-Subscription-Key": {hidden},
		"Sec-WebSocket-Protocol": {"bearer, " + hidden, "a2a, bearer." + hidden, "base64url.bearer.authorization.k8s.io." + hidden + ", v1", "access_token," + hidden},
		"Location":               {"/x?access_token=" + hidden, "https://me.test/cb#id_token=" + hidden, "/cb?state=s&code=" + hidden, "//u:" + hidden + "@me.test/"},
		"Referer":                {"https://me.test/?a=b&REFRESH_token=" + hidden}, "Content-Location": {"/x?odd=" + hidden},
		"Link": {"</a?b=c>; rel=x, <https://me.test/?token=" + hidden + ">; rel=next"}, "Refresh": {"5; url=/x?password=" + hidden},
	} {
		for _, v := range values {
			h := http.Header{name: {v}}
			lower, upper := http.Header{strings.ToLower(name): {v}}, http.Header{strings.ToUpper(name): {v}}
			all = append(all, secretCase{name: "asked " + name, asked: h}, secretCase{name: "answer " + name, answer: upper},
				secretCase{name: "trailer " + name, trailer: lower}, secretCase{name: "early " + name, early: h})
		}
	}
	for _, name := range []string{"access_token", "refresh_token", "id_token", "token", "api_key", "key", "odd", "password", "client_secret", "device_code", "assertion", "client_assertion", "ID_Token", "%74oken"} {
		all = append(all, secretCase{name: "query " + name, url: "/x?a=b&" + name + "=" + hidden + "&c=d"}, secretCase{name: "fragment " + name, url: "/x#" + name + "=" + hidden})
	}
	return append(all, secretCase{name: "callback", url: "/cb?code=" + hidden + "&state=x"}, secretCase{name: "callback path", url: "/oauth/x?code=" + hidden},
		secretCase{name: "userinfo", url: "://me:" + hidden + "@agent.test/"})
}

const secretConfig = `{"url":"https://me.test/hook","token":"` + hidden + `","authentication":{"schemes":["Bearer"],"credentials":"` + hidden + `"}}`

// allRelabellings are those, and bodies in other encodings than their heads say.
func allRelabellings() []relabelling {
	list := relabellings()
	for _, x := range []struct {
		claimed string
		names   []string
	}{
		{"", []string{"deflate"}}, {"gzip", []string{"deflate"}}, {"deflate", []string{"gzip"}}, {"br", []string{"gzip"}}, {"br", []string{"deflate"}}, {"zstd", []string{"gzip"}}, {"gzip", []string{"zstd"}},
		{"gzip", []string{"gzip", "gzip"}}, {"gzip", []string{"deflate", "gzip"}}, {"", []string{"deflate", "gzip"}}, {"br", []string{"gzip", "br"}}, {"snappy", []string{"gzip"}}, {"gzip, br", []string{"gzip"}},
	} {
		list = append(list, packedIn(x.claimed, x.names...))
	}
	return list
}

// undoneAll is a body and all that can be undone in it, one encoding after the other.
func undoneAll(b []byte, depth int) (all [][]byte) {
	all = [][]byte{b}
	for _, name := range []string{"gzip", "deflate", "zstd", "br"} {
		if plain, _ := coding.Decode(http.Header{"Content-Encoding": {name}}, b, coding.NewBudget(1<<20)); depth > 0 && len(plain) > 0 && !bytes.Equal(plain, b) {
			all = append(all, undoneAll(plain, depth-1)...)
		}
	}
	return all
}

// documentsWithSecrets are bodies of JSON with a secret, by who sends them.
func documentsWithSecrets() (asks, answers map[string]string) {
	asks = map[string]string{
		"0.1 send":  `{"jsonrpc":"2.0","method":"tasks/send","params":{"id":"t","message":{"parts":[{"text":"hi"}]},"pushNotification":CONFIG}}`,
		"0.2 set":   `{"method":"tasks/pushNotificationConfig/set","params":{"taskId":"t","pushNotificationConfig":CONFIG}}`,
		"0.3 send":  `{"method":"message/send","params":{"message":{"parts":[{"kind":"text","text":"hi"}]},"configuration":{"pushNotificationConfig":CONFIG}}}`,
		"1.0 send":  `{"method":"SendMessage","params":{"configuration":{"taskPushNotificationConfig":CONFIG}}}`,
		"1.0 rest":  `{"message":{"parts":[]},"configuration":{"taskPushNotificationConfig":CONFIG}}`,
		"1.0 set":   `{"taskId":"t","url":"https://me.test","token":"HUSHHUSHES"}`,
		"push url":  `{"params":{"taskId":"t","pushNotificationConfig":{"url":"https://me.test/hook?a=b&token=HUSHHUSHES","id":"x"}}}`,
		"push user": `{"params":{"taskId":"t","pushNotificationConfig":{"url":"https://me:HUSHHUSHES@me.test/hook","id":"x"}}}`,
		"push amp":  `{"params":{"taskId":"t","pushNotificationConfig":{"url":"https://me.test/hook?a=b\u0026token=HUSHHUSHES\u0026c=d","id":"x"}}}`,
		"grant":     `{"grant_type":"refresh_token","refresh_token":"HUSHHUSHES"}`,
		"device":    `{"grant_type":"x","device_code":"HUSHHUSHES"}`,
	}
	answers = map[string]string{
		"0.3 set":     `{"id":1,"result":{"taskId":"t","pushNotificationConfig":CONFIG}}`,
		"0.3 list":    `{"result":[{"taskId":"t","pushNotificationConfig":CONFIG},{"pushNotificationConfig":CONFIG}]}`,
		"1.0 get":     `{"result":{"taskId":"t","token":"HUSHHUSHES"}}`,
		"1.0 list":    `{"result":{"configs":[CONFIG,CONFIG]}}`,
		"0.3 rest":    `{"name":"n","pushNotificationConfig":CONFIG}`,
		"batch":       `[{"result":{"a":[1,2]}},{"result":CONFIG}]`,
		"oauth":       `{"access_token":"HUSHHUSHES","token_type":"Bearer","refresh_token":"HUSHHUSHES","id_token":"HUSHHUSHES"}`,
		"client":      `{"client_id":"c","client_secret":"HUSHHUSHES"}`,
		"device code": `{"user_code":"ABC","device_code":"HUSHHUSHES"}`,
		"push url":    `{"result":{"taskId":"t","pushNotificationConfig":{"url":"https://me.test/hook?a=b&token=HUSHHUSHES"}}}`,
	}
	for _, m := range []map[string]string{asks, answers} {
		for k, v := range m {
			m[k] = strings.ReplaceAll(v, "CONFIG", secretConfig)
		}
	}
	return asks, answers
}

// bodiesWithSecrets are all bodies in all relabellings.
func bodiesWithSecrets() (all []secretCase) {
	asks, answers := documentsWithSecrets()
	for _, r := range allRelabellings() {
		h := http.Header{"X-Relabelled": {r.name}}
		if r.media != "" {
			h.Set("Content-Type", r.media)
		}
		if r.codes != "" {
			h.Set("Content-Encoding", r.codes)
		}
		for name, doc := range asks {
			if name == "push user" && r.name == "quotes not escaped" {
				continue // a password has no name
			}
			all = append(all, secretCase{name: name + " asked " + r.name, url: "/", asked: h, request: doc, reply: ""})
		}
		for name, doc := range answers {
			all = append(all, secretCase{name: name + " answered " + r.name, url: "/", answer: h, reply: doc})
		}
	}
	return all
}

// othersWithSecrets are bodies of other kinds.
func othersWithSecrets() (all []secretCase) {
	kind := func(media string) http.Header { return http.Header{"Content-Type": {media}} }
	for _, name := range []string{"client_secret", "password", "code", "code_verifier", "refresh_token", "id_token", "device_code", "assertion", "client_assertion", "access_token", "token"} {
		for _, media := range []string{"application/x-www-form-urlencoded", "application/json", "", "text/plain", "text/event-stream", "application/octet-stream"} {
			all = append(all, secretCase{name: "form " + name + " as " + media, asked: kind(media), request: "grant_type=x&" + name + "=" + hidden + "&a=b"},
				secretCase{name: "form that begins oddly, " + name + " as " + media, asked: kind(media), request: " " + name + "=" + hidden + "&grant_type=x", reply: ""})
			if name == "code" && media == "text/plain" {
				all = all[:len(all)-1]
				continue // of anything
			}
			all = append(all, secretCase{name: "form answered " + name + " as " + media, answer: kind(media), reply: name + "=" + hidden + "&a=b"},
				secretCase{name: "query answered " + name + " as " + media, answer: kind(media), reply: "?" + name + "=" + hidden + "&a=b"})
		}
		for _, media := range []string{"multipart/form-data; boundary=XX", "application/octet-stream", ""} {
			all = append(all, secretCase{name: "part " + name + " as " + media, asked: kind(media), request: "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--XX\r\ncontent-disposition: form-data; name=\"" + name + "\"\r\n\r\n" + hidden + "\r\n--XX--\r\n"})
		}
	}
	part := "--XX\r\nContent-Disposition: form-data; name=\"doc\"\r\nContent-Type: application/json\r\n\r\n{\"params\":{\"pushNotificationConfig\":" + secretConfig + "}}\r\n--XX--\r\n"
	all = append(all, secretCase{name: "part of JSON", asked: kind("multipart/form-data; boundary=XX"), request: part})
	for _, media := range []string{"application/grpc", "application/grpc+proto", "application/grpc-web+proto", "application/json", "application/octet-stream", ""} {
		message := grpcCreate()
		c := secretCase{name: "gRPC as " + media, url: "/lf.a2a.v1.A2AService/CreateTaskPushNotificationConfig", asked: kind(media), request: string(wire.AppendGRPC(nil, message))}
		all = append(all, c)
		c.name, c.asked = "gRPC in gzip as "+media, kind(media)
		c.asked.Set("Grpc-Encoding", "gzip")
		c.request = "GZIPPED" + string(message)
		all = append(all, c)
	}
	for _, way := range []string{"TEXT", "BINARY", "FRAGMENTS", "MASKED", "DEFLATED", "DEFLATEDFRAGMENTS"} {
		c := secretCase{name: "socket " + way, status: 101, answer: http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}}
		c.request, c.reply = way+`{"params":{"pushNotificationConfig":`+secretConfig+`}}`, way+`{"id":1,"result":`+secretConfig+`}`
		all = append(all, c)
	}
	return append(all,
		secretCase{name: "gRPC with JSON", url: "/lf.a2a.v1.A2AService/CreateTaskPushNotificationConfig", asked: kind("application/grpc+json"), request: string(wire.AppendGRPC(nil, []byte(`{"taskId":"t","token":"`+hidden+`"}`)))},
		secretCase{name: "connect", url: "/lf.a2a.v1.A2AService/CreateTaskPushNotificationConfig", asked: kind("application/proto"), request: string(grpcCreate())},
	)
}

// grpcCreate is a request to create a push configuration: token is field 5 of it,
// and its url, which has a token in the query too, field 4.
func grpcCreate() []byte {
	url := "https://me.test/?token=" + hidden
	b := append([]byte{4<<3 | 2, byte(len(url))}, url...)
	return append(append(b, 5<<3|2, byte(len(hidden))), hidden...)
}

// record writes a case, whole or byte by byte, with a secret of its own.
func (c secretCase) record(t *testing.T, s *recorder.Store, secret string, size int) string {
	t.Helper()
	fill := func(s string) string { return strings.ReplaceAll(s, hidden, secret) }
	head := func(h http.Header) http.Header {
		out := http.Header{}
		for k, v := range h {
			for _, x := range v {
				out[k] = append(out[k], fill(x))
			}
		}
		return out
	}
	write := func(text string, h http.Header) []byte {
		text = fill(text)
		if rest, ok := strings.CutPrefix(text, "GZIPPED"); ok {
			b := wire.AppendGRPC(nil, []byte(packed("gzip", rest)))
			b[0] = 1
			return b
		}
		if frames, ok := socketFrames(text); ok {
			return frames
		}
		for _, r := range allRelabellings() {
			if r.name == h.Get("X-Relabelled") {
				text = r.write(text)
			}
		}
		return []byte(text)
	}
	url := secretAgent + fill(c.url)
	if strings.HasPrefix(c.url, ":") {
		url = "http" + fill(c.url)
	}
	tape := s.Begin(wire.Exchange{Method: "POST", URL: url, Agent: secretAgent, Origin: wire.Client, Request: wire.Head{Header: head(c.asked)}})
	pieces := func(side wire.Side, b []byte) {
		for len(b) > 0 {
			n := min(size, len(b))
			piece := bytes.Clone(b[:n])
			tape.Write(side, time.Now(), piece, false)
			clear(piece) // its memory is the reader's again
			b = b[n:]
		}
	}
	socket := c.status == http.StatusSwitchingProtocols
	if !socket {
		pieces(wire.Request, write(c.request, c.asked))
	}
	if size > 1 && !socket {
		pieces(wire.RequestSent, write(c.request, c.asked))
	}
	tape.RequestDone(time.Now(), head(c.trailer))
	if c.early != nil {
		tape.Interim(wire.Interim{Status: 103, At: time.Now(), Header: head(c.early)})
	}
	status := c.status
	if status == 0 {
		status = 200
	}
	tape.Answer(time.Now(), wire.Head{Status: status, Header: head(c.answer)})
	tape.Sent(wire.ResponseSent, wire.Head{Status: status, Header: head(c.answer)})
	if socket {
		pieces(wire.Request, write(c.request, c.asked))
	}
	pieces(wire.Response, write(c.reply, c.answer))
	if size > 1 {
		pieces(wire.ResponseSent, write(c.reply, c.answer))
	}
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent, Trailer: head(c.trailer)})
	if err := tape.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return tape.ID()
}

// secretsFound are the numbers of secrets that stand in some bytes, as they are or
// undone.
func secretsFound(b []byte) map[string]bool {
	found := map[string]bool{}
	re := regexp.MustCompile(`(?i)q7z(\d{5})wq`)
	for _, form := range [][]byte{b, bytes.ReplaceAll(b, []byte{0}, nil)} {
		for _, m := range re.FindAllSubmatch(form, -1) {
			found[string(m[1])] = true
		}
	}
	return found
}

// TestNoSecretAnywhere records each place a secret can stand in each way that it
// can be written, and looks for it in all files and exports.
func TestNoSecretAnywhere(t *testing.T) {
	cases := append(append(headsWithSecrets(), bodiesWithSecrets()...), othersWithSecrets()...)
	slices.SortFunc(cases, func(a, b secretCase) int { return strings.Compare(a.name, b.name) })
	known := newKnownCards()
	known.remember(secretAgent, &a2a.Card{SecuritySchemes: []a2a.SecurityScheme{{Type: "apiKey", In: "header", Param: "X-Odd-Name"}, {Type: "apiKey", In: "query", Param: "odd"}}})
	for _, raw := range []bool{false, true} {
		db := filepath.Join(t.TempDir(), "record.db")
		store, err := recorder.Open(recorder.Options{Path: db, Raw: raw, Secrets: known.secrets, Label: known.label})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		names, ids := map[string]string{}, map[string]string{}
		for i, c := range cases {
			for _, size := range []int{1 << 20, 1} {
				if size == 1 && (raw || c.request+c.reply == "" || i%4 > 0) {
					continue
				}
				n := fmt.Sprintf("%05d", len(names))
				names[n] = fmt.Sprintf("%s by %d", c.name, size)
				ids[n] = c.record(t, store, "Q7z"+n+"Wq", size)
			}
		}
		check := func(where string, b []byte) {
			t.Helper()
			for n := range secretsFound(b) {
				t.Errorf("%s holds the secret of %s", where, names[n])
			}
		}
		live := filesOf(t, db) // the journal, too
		session := store.Current().ID
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		rest := filesOf(t, db)
		if store, err = recorder.Open(recorder.Options{Path: db, ReadOnly: true}); err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		if raw {
			if got := len(secretsFound(rest)); got < len(names)*2/3 {
				t.Errorf("with secrets kept, the record shows %d of %d", got, len(names))
			}
		} else {
			check("a file of a program that records", live)
			check("the file at rest", rest)
			for n, id := range ids {
				for _, b := range bodiesOf(t, store, id) {
					check("a body", b)
				}
				if len(names[n]) == 0 {
					t.Error("a case without a name")
				}
			}
		}
		for _, format := range []string{"jsonl", "har", "md", "curl"} {
			var out bytes.Buffer
			if err := (pageFiles{store, known}).Export(t.Context(), session, format, nil, &out); err != nil {
				t.Fatal(err)
			}
			check(format, out.Bytes())
			check(format, inBase64(out.Bytes()))
		}
	}
}

// bodiesOf are the bodies of an exchange, as they are and as they can be undone.
func bodiesOf(t *testing.T, store *recorder.Store, id string) (all [][]byte) {
	t.Helper()
	x, err := store.Exchange(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for side := wire.Request; side <= wire.ResponseSent; side++ {
		h := x.Response.Header
		if side.Asks() {
			h = x.Request.Header
		}
		body, err := wire.Whole(t.Context(), store, id, side)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, body)
		if x.Response.Status == http.StatusSwitchingProtocols {
			all = append(all, unframed(body))
		}
		plain, _ := coding.Decode(h, body, coding.NewBudget(1<<20))
		all = append(append(all, plain), undoneAll(body, 3)...)
	}
	return all
}

// filesOf is what all files of a record hold.
func filesOf(t *testing.T, db string) (all []byte) {
	t.Helper()
	files, err := filepath.Glob(db + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, raw...)
	}
	return all
}

// inBase64 undoes what stands in base64.
func inBase64(b []byte) (out []byte) {
	for _, m := range regexp.MustCompile(`[A-Za-z0-9+/]{24,}={0,2}`).FindAll(b, -1) {
		raw, _ := base64.StdEncoding.DecodeString(string(m))
		out = append(append(out, raw...), '\n')
		for _, name := range []string{"gzip", "zstd", "br", "deflate"} {
			plain, _ := coding.Decode(http.Header{"Content-Encoding": {name}}, raw, coding.NewBudget(1<<20))
			out = append(append(out, plain...), '\n')
		}
	}
	return out
}
