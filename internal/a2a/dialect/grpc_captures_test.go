package dialect

import (
	"encoding/base64"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// grpcCaptures are recordings over gRPC, with the checks that peers fail.
func grpcCaptures() []captureSet {
	return []captureSet{
		{dir: "a2a-go-v0.3.15-grpc", version: a2a.V03},
		{dir: "a2a-go-v2.4.0-grpc", version: a2a.V10},
		{dir: "a2a-js-0.3.13-grpc", version: a2a.V03},
		{dir: "a2a-js-1.3.0-grpc", version: a2a.V10},
	}
}

// h2 reads a capture of one HTTP/2 stream.
func h2(t *testing.T, path string) (req, resp Message) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	req.Header, resp.Header = http.Header{}, http.Header{}
	head, pseudo := http.Header{}, map[string]string{}
	for line := range strings.SplitSeq(string(b), "\n") {
		switch {
		case strings.HasPrefix(line, "---"):
			return req, resp
		case strings.HasPrefix(line, "> HEADERS"):
			head = req.Header
		case strings.HasPrefix(line, "< HEADERS") && pseudo[":status"] == "":
			head = resp.Header
		case strings.HasPrefix(line, "< HEADERS"):
			resp.Trailer = http.Header{}
			head = resp.Trailer
		case strings.Contains(line, "DATA +"):
			_, text, _ := strings.Cut(line, "base64=")
			data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
			if err != nil {
				t.Fatal(err)
			}
			if line[0] == '>' {
				req.Body = append(req.Body, data...)
			} else {
				resp.Body = append(resp.Body, data...)
			}
		case strings.HasPrefix(line, "  "):
			name, value, _ := strings.Cut(line[3:], ":")
			name = strings.TrimSpace(line[2:3] + name)
			if name[0] == ':' {
				pseudo[name] = strings.TrimSpace(value)
			} else {
				head.Add(name, strings.TrimSpace(value))
			}
		}
		if s := pseudo[":status"]; s == "200" {
			resp.Status = 200
		}
	}
	return req, resp
}

// TestGRPCCaptures reads every call of the captures and compares it with its file name.
func TestGRPCCaptures(t *testing.T) {
	for _, set := range grpcCaptures() {
		paths, _ := filepath.Glob(filepath.Join(shared, "captures", set.dir, "*.h2.txt"))
		for _, path := range paths {
			name := strings.TrimSuffix(filepath.Base(path), ".h2.txt")
			t.Run(set.dir+"/"+name, func(t *testing.T) { readGRPC(t, path, set) })
		}
	}
}

func readGRPC(t *testing.T, path string, set captureSet) {
	req, resp := h2(t, path)
	first, _, _ := strings.Cut(mustRead(t, path), "\n")
	fields := strings.Fields(first)
	req.Method, req.URL = "POST", "http://127.0.0.1:1"+fields[len(fields)-1]
	s, _ := registry.ServiceOf(set.version)
	method := req.URL[strings.LastIndexByte(req.URL, '/')+1:]
	want, _ := s.Operation(method)
	r := NewReader(req, Hint{})
	id := r.Identity()
	if id.Binding != a2a.GRPC || !id.Certain() || id.Versions[0] != set.version || id.Op != want || want == "" {
		t.Fatalf("identified as %q %s over %s", id.Label(), id.Op, id.Binding)
	}
	all := []a2a.Reading{r.Request(), r.Response(Message{Status: resp.Status, Header: resp.Header})}
	var joined []byte
	for _, f := range framesOf(resp, document.MaxFrames) {
		if f.Kind != wire.GRPC {
			t.Fatalf("a frame of kind %s", f.Kind)
		}
		joined = append(joined, f.Raw...)
		event := r.Event(f)
		if event.Kind == a2a.KindNone || event.Repaired == nil {
			t.Errorf("not read: %x", f.Data)
		}
		all = append(all, event)
	}
	if string(joined) != string(resp.Body) {
		t.Error("frames put together are not the body")
	}
	failed := resp.Header.Get("Grpc-Status") + resp.Trailer.Get("Grpc-Status")
	outcome := wire.ByAgent
	if failed == "" { // the client left the stream
		outcome = wire.Cancelled
	}
	if outcome == wire.ByAgent {
		all = append(all, r.Trailer(resp.Trailer))
	}
	all = append(all, a2a.Reading{Problems: r.End(outcome)})
	if got := r.Labels(); (got.Error != "") != (failed > "0") || got.Binding != "grpc" || got.Op != string(want) {
		t.Errorf("labels %+v with grpc-status %q", got, failed)
	}
	var quirks []string
	for _, x := range all {
		for _, p := range x.Problems {
			if p.Severity == a2a.SeverityError || p.Check == "" {
				quirks = append(quirks, p.Check+" "+p.Path+" "+p.Message)
			}
			if p.Offset >= 0 && int(p.Offset) > len(x.Raw) {
				t.Errorf("%+v lies outside of %d bytes", p, len(x.Raw))
			}
		}
	}
	known := set.quirks[strings.TrimSuffix(filepath.Base(path), ".h2.txt")]
	slices.Sort(quirks)
	if got := strings.Join(slices.Compact(quirks), "\n"); got != known && (known == "" || !strings.Contains(got, known)) {
		t.Errorf("faults:\n%s\nwant %q", got, known)
	}
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
