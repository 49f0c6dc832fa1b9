package proxy_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"reflect"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// TestGRPCIsTheSameThroughATap: messages and trailers of real HTTP/2 streams, however they are divided, are
// those of a direct call, and on record.
func TestGRPCIsTheSameThroughATap(t *testing.T) {
	t.Parallel()
	bothWays(t, grpcIsTheSame)
}

func grpcIsTheSame(t *testing.T, change ...func(*proxy.Options)) {
	m := newMemory()
	agent := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		h := w.Header()
		h.Set("Content-Type", "application/grpc+proto")
		if r.Header.Get("Te") != "trailers" || r.Header.Get("A2a-Version") != "1.0" {
			t.Errorf("metadata is lost: %v", r.Header)
		}
		seed := body[5]
		if seed%5 == 0 { // Trailers-Only
			h["Grpc-Status"], h["Grpc-Message"] = []string{"5"}, []string{"no%20such%20task"}
			return
		}
		random := rand.New(rand.NewPCG(uint64(seed), 3))
		var stream []byte
		for range random.IntN(6) {
			p := make([]byte, random.IntN(3000))
			for i := range p {
				p[i] = byte(random.Uint32())
			}
			stream = wire.AppendGRPC(stream, p)
		}
		for len(stream) > 0 {
			n := min(len(stream), 1+random.IntN(2000))
			w.Write(stream[:n])
			http.NewResponseController(w).Flush()
			stream = stream[n:]
		}
		h.Set(http.TrailerPrefix+"Grpc-Status", "13")
		h.Set(http.TrailerPrefix+"Grpc-Message", "100%25")
		h.Set(http.TrailerPrefix+"Grpc-Status-Details-Bin", "CAU")
	})
	tap, up := front(t, m, agent, change...)
	var p http.Protocols
	p.SetUnencryptedHTTP2(true)
	c := &http.Client{Transport: &http.Transport{Protocols: &p, DisableCompression: true}}
	defer c.CloseIdleConnections()
	call := func(base string, seed byte) (head, trailer http.Header, body []byte) {
		req, _ := http.NewRequest("POST", base+"/lf.a2a.v1.A2AService/SendStreamingMessage", bytes.NewReader(wire.AppendGRPC(nil, []byte{seed})))
		req.Header = http.Header{"Content-Type": {"application/grpc"}, "Te": {"trailers"}, "A2a-Version": {"1.0"}}
		resp, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if body, err = io.ReadAll(resp.Body); err != nil {
			t.Fatal(err)
		}
		resp.Header.Del("Date")
		return resp.Header, resp.Trailer, body
	}
	for seed := range byte(40) {
		head, trailer, body := call(up.URL, seed)
		tapHead, tapTrailer, tapBody := call(tap, seed)
		if !bytes.Equal(body, tapBody) || !reflect.DeepEqual(head, tapHead) || !reflect.DeepEqual(trailer, tapTrailer) {
			t.Fatalf("seed %d: direct %v %d bytes %v\nthrough the tap %v %d bytes %v", seed, head, len(body), trailer, tapHead, len(tapBody), tapTrailer)
		}
		x := m.ended(t)
		if !bytes.Equal(x.committed(wire.Response), body) || len(trailer) != len(x.end.Trailer) || x.answer.Proto != "HTTP/2.0" ||
			x.answer.Header.Get("Grpc-Status") != head.Get("Grpc-Status") || x.end.Trailer.Get("Grpc-Message") != trailer.Get("Grpc-Message") {
			t.Fatalf("seed %d: on record %+v %+v", seed, x.answer, x.end)
		}
	}
}

// TestGRPCStatusAloneStaysWhole: a status without a message is one frame of headers with END_STREAM. If it is
// two, clients take the call for one without a status.
func TestGRPCStatusAloneStaysWhole(t *testing.T) {
	t.Parallel()
	tap, up := front(t, newMemory(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"], w.Header()["Grpc-Status"] = []string{"application/grpc"}, []string{"5"}
	}))
	var p http.Protocols
	p.SetUnencryptedHTTP2(true)
	c := &http.Client{Transport: &http.Transport{Protocols: &p}}
	defer c.CloseIdleConnections()
	call := func(base string) reflect.Type {
		resp, err := c.Post(base+"/lf.a2a.v1.A2AService/GetTask", "application/grpc", bytes.NewReader(wire.AppendGRPC(nil, nil)))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if resp.Header.Get("Grpc-Status") != "5" {
			t.Fatalf("no status in %v", resp.Header)
		}
		return reflect.TypeOf(resp.Body) // net/http uses another type for a stream that ended with its head
	}
	direct := call(up.URL)
	for range 200 {
		if got := call(tap); got != direct {
			t.Fatalf("the body is a %v, without the tap a %v", got, direct)
		}
	}
}

// TestGRPCCardKeepsItsTrailer: a body that is rewritten ends as the agent's did.
func TestGRPCCardKeepsItsTrailer(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/grpc")
		io.WriteString(w, "AGENT")
		w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
	}), splicing)
	var p http.Protocols
	p.SetUnencryptedHTTP2(true)
	c := &http.Client{Transport: &http.Transport{Protocols: &p}}
	defer c.CloseIdleConnections()
	resp, err := c.Post(tap+"/card", "application/grpc", bytes.NewReader([]byte("x")))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || string(body) != tap || resp.Trailer.Get("Grpc-Status") != "0" || resp.Header.Get("Trailer") != "" {
		t.Errorf("%q %v %v %v", body, err, resp.Header, resp.Trailer)
	}
}
