package console

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

const secretConfig = `{"url":"https://me.test/hook","token":"` + hidden + `","authentication":{"schemes":["Bearer"],"credentials":"` + hidden + `"}}`

// allRelabellings are the relabellings, and bodies in other encodings than their headers say.
func allRelabellings() []relabelling {
	return append(relabellings(), packedIn("br", "gzip"), packedIn("zstd", "gzip"), packedIn("snappy", "gzip"), packedIn("gzip, gzip", "gzip"))
}

// undoneAll is a body with everything that can be decoded in it, one encoding after the other.
func undoneAll(b []byte, depth int) (all [][]byte) {
	all = [][]byte{b}
	for _, name := range []string{"gzip", "deflate", "zstd", "br"} {
		if plain, _ := coding.Decode(http.Header{"Content-Encoding": {name}}, b, coding.NewBudget(1<<20)); depth > 0 && len(plain) > 0 && !bytes.Equal(plain, b) {
			all = append(all, undoneAll(plain, depth-1)...)
		}
	}
	return all
}

// documentsWithSecrets are JSON bodies with a secret, by sender.
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
		"camel":     `{"clientId":"c","clientSecret":"HUSHHUSHES"}`,
		"dashes":    `{"user":"u","x-api-key":"HUSHHUSHES","max_tokens":5}`,
		"envelope":  `{"jsonrpc":"2.0","method":"login","params":{"user":"u","sessionToken":"HUSHHUSHES"}}`,
		"push key":  `{"params":{"taskId":"t","pushNotificationConfig":{"url":"https://me.test","x-api-key":"HUSHHUSHES"}}}`,
		"push auth": `{"params":{"taskId":"t","pushNotificationConfig":{"url":"https://me.test","authentication":{"schemes":["ApiKey"],"apiKey":"HUSHHUSHES"}}}}`,
		"user":      `{"user":{"name":"u","password":"HUSHHUSHES"}}`,
		"code":      `{"grant_type":"authorization_code","code":"HUSHHUSHES"}`,
		"headers":   `{"params":{"taskId":"t","pushNotificationConfig":{"url":"https://me.test","headers":{"x":"HUSHHUSHES"}}}}`,
		"pass":      `{"user":"u","pass":"HUSHHUSHES"}`,
		"count":     `{"user":"u","api.key.2":"HUSHHUSHES"}`,
	}
	answers = map[string]string{
		"0.3 set":     `{"id":1,"result":{"taskId":"t","pushNotificationConfig":CONFIG}}`,
		"0.3 list":    `{"result":[{"taskId":"t","pushNotificationConfig":CONFIG},{"pushNotificationConfig":CONFIG}]}`,
		"1.0 get":     `{"result":{"taskId":"t","token":"HUSHHUSHES"}}`,
		"1.0 list":    `{"result":{"configs":[CONFIG,CONFIG]}}`,
		"0.3 rest":    `{"name":"n","pushNotificationConfig":CONFIG}`,
		"batch":       `[{"result":{"a":[1,2]}},{"result":CONFIG}]`,
		"oauth":       `{"access_token":"HUSHHUSHES","token_type":"Bearer","refresh_token":"HUSHHUSHES","id_token":"HUSHHUSHES"}`,
		"camel":       `{"tokenType":"Bearer","accessToken":"HUSHHUSHES","tokenCount":5}`,
		"envelope":    `{"jsonrpc":"2.0","result":{"Subscription-Key":"HUSHHUSHES"}}`,
		"auth":        `{"auth":{"user":"u","key":"HUSHHUSHES"}}`,
		"session":     `{"session":{"id":"s","accessToken":"HUSHHUSHES"}}`,
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
			if name == "push user" && r.broken {
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
	for _, name := range []string{"client_secret", "password", "code", "code_verifier", "refresh_token", "id_token", "device_code", "assertion", "client_assertion", "access_token", "token", "id_token_hint", "api-key", "ClientSecret", "user[pwd]", "password_confirmation"} {
		for _, media := range []string{"application/x-www-form-urlencoded", "application/json", "", "text/plain", "text/event-stream", "application/octet-stream"} {
			all = append(all, secretCase{name: "form " + name + " as " + media, asked: kind(media), request: "grant_type=x&" + name + "=" + hidden + "&a=b"},
				secretCase{name: "form that begins oddly, " + name + " as " + media, asked: kind(media), request: " " + name + "=" + hidden + "&grant_type=x", reply: ""})
			if name == "code" && media == "text/plain" {
				all = all[:len(all)-1]
				continue // in plain text it may be a code of anything
			}
			all = append(all, secretCase{name: "form answered " + name + " as " + media, answer: kind(media), reply: name + "=" + hidden + "&a=b"},
				secretCase{name: "query answered " + name + " as " + media, answer: kind(media), reply: "?" + name + "=" + hidden + "&a=b"})
		}
		for _, media := range []string{"multipart/form-data; boundary=XX", "application/octet-stream", ""} {
			all = append(all, secretCase{name: "part " + name + " as " + media, asked: kind(media), request: "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--XX\r\ncontent-disposition: form-data; name=\"" + name + "\"\r\n\r\n" + hidden + "\r\n--XX--\r\n"})
		}
	}
	all = append(all, secretCase{name: "members of a form", asked: kind("application/x-www-form-urlencoded"), request: "filter[x]=1&api_key=" + hidden})
	part := "--XX\r\nContent-Disposition: form-data; name=\"doc\"\r\nContent-Type: application/json\r\n\r\n{\"params\":{\"pushNotificationConfig\":" + secretConfig + "}}\r\n--XX--\r\n"
	all = append(all, secretCase{name: "part of JSON", asked: kind("multipart/form-data; boundary=XX"), request: part})
	for _, media := range []string{"application/grpc", "application/grpc+proto"} {
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
	return all
}

// grpcCreate is a request to create a push configuration: token is field 5 of it,
// and its url, which has a token in the query too, field 4.
func grpcCreate() []byte {
	url := "https://me.test/?token=" + hidden
	b := append([]byte{4<<3 | 2, byte(len(url))}, url...)
	return append(append(b, 5<<3|2, byte(len(hidden))), hidden...)
}
