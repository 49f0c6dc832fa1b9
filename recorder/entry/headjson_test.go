package entry

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// FuzzHeadJSON compares AppendHead with json.Marshal.
func FuzzHeadJSON(f *testing.F) {
	f.Add("HTTP/1.1", 200, "Content-Type", "application/json", "a\x00b\r\n\t\b\f\x1f\x7f", []byte{1, 2, 255})
	f.Add("", 0, "", "", "", []byte(nil))
	f.Add("<", 0, ">", "&", "\u2028", []byte(nil))
	f.Add("<&>", -1, "\"\\/", "ü\xff\xe2\x80\xa8", "\r\n\x00", []byte(nil))
	f.Fuzz(func(t *testing.T, proto string, status int, name, value, received string, surplus []byte) {
		for _, header := range []http.Header{
			nil, {}, {name: nil}, {name: {}}, {name: {value}}, {"Z": {value, proto}, name: {received}, "B": {""}, "": {}},
		} {
			h := wire.Head{Proto: proto, Status: status, Header: header, Trailer: header, Received: received, Surplus: surplus}
			want, err := json.Marshal(&h)
			if err != nil {
				t.Fatal(err)
			}
			if got := AppendHead([]byte("x"), &h); string(got) != "x"+string(want) {
				t.Fatalf("got  %s\nwant %s", got[1:], want)
			}
		}
	})
}
