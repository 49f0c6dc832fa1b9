package judge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

const captures = "../../testdata/shared/protocol/captures"

// knownFaults are faults of peers, by recording: RES-15 is a cancellation that does not cancel,
// RES-18 data where the client accepted only text, STM-03 and ERR-10 a2a-go's InvalidParams for a
// finished task, STM-05 a completed task that is cancelled with success, PUSH-13 a token that does
// not come back, CARD-28 a card without an ETag, SSE-09 a stream that breaks off, REST-08 and
// REST-15 a success with 201 or 202.
var knownFaults = map[string]string{
	"a2a-go-v0.3.15-grpc":    "10 RES-18",
	"a2a-go-v0.3.15-jsonrpc": "10 RES-18, 30 SSE-09",
	"a2a-go-v2.4.0-grpc":     "01 CARD-28, 11 RES-18, 14 STM-03, 14 ERR-10",
	"a2a-go-v2.4.0-jsonrpc":  "01 CARD-28, 11 RES-18, 14 STM-03, 14 ERR-10",
	"a2a-go-v2.4.0-rest":     "01 CARD-28, 11 RES-18, 14 STM-03, 14 ERR-10",
	"a2a-js-0.2.5-jsonrpc":   "08 RES-15, 10 RES-18, 22 RES-15",
	"a2a-js-0.3.13-jsonrpc":  "10 RES-18",
	"a2a-js-0.3.13-rest":     "02 REST-15, 03 REST-15, 05 REST-15, 06 REST-15, 08 REST-15, 09 REST-15, 10 REST-15, 10 RES-18, 15 REST-15, 20 REST-15, 24 REST-15, 25 REST-15",
	"a2a-js-1.3.0-grpc":      "10 RES-18",
	"a2a-js-1.3.0-jsonrpc":   "10 RES-18",
	"a2a-js-1.3.0-rest":      "10 RES-18, 22 REST-08",
	"google-a2a-v01-js":      "15 STM-05",
	"trpc-a2a-go-v0.0.3":     "19 PUSH-13, 20 PUSH-13",
}

// TestCaptures judges recordings between third-party programs. The findings across exchanges must be their
// known faults.
func TestCaptures(t *testing.T) {
	sets, _ := filepath.Glob(filepath.Join(captures, "*", "index.jsonl"))
	if len(sets) == 0 {
		t.Skip("the protocol's captures are not here")
	}
	for _, set := range sets {
		name := filepath.Base(filepath.Dir(set))
		t.Run(name, func(t *testing.T) {
			r := captured(t, filepath.Dir(set))
			var got []string
			for _, f := range r.judged(t) {
				if n, _, _ := strings.Cut(f.Exchange, "-"); across[f.Check] {
					got = append(got, n+" "+f.Check)
					t.Log(f.Exchange, f.Check, f.Severity, f.Message)
				}
			}
			if want := knownFaults[name]; strings.Join(got, ", ") != want {
				t.Errorf("found %q, want %q", strings.Join(got, ", "), want)
			}
		})
	}
}

// TestDocumentedFindings: the table in docs/check.md has each check with findings in these recordings, and
// where.
func TestDocumentedFindings(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/check.md")
	if err != nil {
		t.Fatal(err)
	}
	_, doc, _ = bytes.Cut(doc, []byte("### In traffic of others"))
	said := map[string]string{}
	for line := range strings.Lines(string(doc)) {
		if cells := strings.Split(line, " | "); len(cells) == 3 && strings.Contains(cells[0], "-") {
			said[strings.TrimPrefix(cells[0], "| ")] = cells[1]
		}
	}
	delete(said, "---")
	if len(said) == 0 {
		t.Fatal("there is no table")
	}
	sets, _ := filepath.Glob(filepath.Join(captures, "*", "index.jsonl"))
	if len(sets) == 0 {
		t.Skip("the protocol's captures are not here")
	}
	found := map[string][]string{}
	for _, set := range sets {
		dir := filepath.Dir(set)
		for _, f := range captured(t, dir).judged(t) {
			if name := filepath.Base(dir); !slices.Contains(found[f.Check], name) {
				found[f.Check] = append(found[f.Check], name)
			}
		}
	}
	for check, names := range found {
		if said[check] != strings.Join(names, ", ") {
			t.Errorf("%s is found in %q, docs/check.md says %q", check, names, said[check])
		}
		delete(said, check)
	}
	for check, names := range said {
		t.Errorf("%s is found nowhere, docs/check.md says %q", check, names)
	}
}

// across are the checks across exchanges.
var across = func() map[string]bool {
	m := map[string]bool{"PUSH-17": true}
	for _, r := range slices.Concat(callRules, fetchRules, deliveryRules) {
		m[r.check] = true
	}
	return m
}()

// record is a recording in memory.
type record struct {
	list   []*wire.Exchange
	bodies map[string][]wire.Chunk
}

func (r *record) Chunks(_ context.Context, exchange string, s wire.Side, from, _ int64) ([]wire.Chunk, error) {
	var out []wire.Chunk
	for _, c := range r.bodies[exchange+" "+string(s.String())] {
		if c.Offset+int64(len(c.Data)) > from {
			out = append(out, c)
		}
	}
	return out, nil
}

// lacks returns the part of a finding's place that its answer lacks, "" for none: the last member may be the
// missing one.
func (r *record) lacks(f Finding) string {
	var doc any
	chunks := r.bodies[f.Exchange+" "+wire.Response.String()]
	if f.Side != wire.Response || max(f.Frame, 0) >= len(chunks) || json.Unmarshal(bytes.TrimPrefix(chunks[max(f.Frame, 0)].Data, []byte("data: ")), &doc) != nil {
		return ""
	}
	names := strings.Split(f.Path, ".")
	for _, name := range names[min(1, len(names)):max(1, len(names)-1)] {
		name, _, _ = strings.Cut(name, "[")
		members, _ := doc.(map[string]any)
		if doc = members[name]; doc == nil {
			return name
		}
		if list, ok := doc.([]any); ok && len(list) > 0 {
			doc = list[0]
		}
	}
	return ""
}

// judged returns all findings in the recording.
func (r *record) judged(t testing.TB) []Finding {
	t.Helper()
	var out []Finding
	err := Recording(t.Context(), func(yield func(*wire.Exchange, error) bool) {
		for _, x := range r.list {
			if !yield(x, nil) {
				return
			}
		}
	}, r, Options{}, func(f Finding) { out = append(out, f) })
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// add adds an exchange to the recording, its response in the given chunks.
func (r *record) add(x *wire.Exchange, request []byte, pieces []wire.Chunk) {
	x.Seq = int64(len(r.list) + 1)
	if r.bodies == nil {
		r.bodies = map[string][]wire.Chunk{}
	}
	if len(request) > 0 {
		r.bodies[x.ID+" "+wire.Request.String()] = []wire.Chunk{{At: x.RequestDone, Data: request}}
	}
	x.RequestBytes, x.RequestKept = int64(len(request)), int64(len(request))
	n := int64(0)
	for i := range pieces {
		pieces[i].Offset = n
		n += int64(len(pieces[i].Data))
	}
	x.ResponseBytes, x.ResponseKept = n, n
	r.bodies[x.ID+" "+wire.Response.String()] = pieces
	r.list = append(r.list, x)
}

// captured reads a folder of captures.
func captured(t *testing.T, dir string) *record {
	t.Helper()
	index, err := os.ReadFile(filepath.Join(dir, "index.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	r := &record{}
	for line := range strings.Lines(string(index)) {
		var e struct {
			At     time.Time
			File   string
			Side   string
			Status int
			Writes [][3]int64 `json:"resp_writes_ms_off_len"`
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, e.File)
		x := &wire.Exchange{ID: e.File, Agent: "http://agent.test", Origin: wire.Client, Started: e.At, RequestDone: e.At, Ended: e.At, Outcome: wire.ByAgent}
		if strings.Contains(e.File, "webhook") {
			x.Origin = wire.Push
		}
		last := int64(0)
		if len(e.Writes) > 0 {
			last = e.Writes[len(e.Writes)-1][0]
		}
		x.Ended = e.At.Add(time.Duration(last) * time.Millisecond)
		x.Answered, x.LastByte = x.Ended, x.Ended
		if _, err := os.Stat(path + ".h2.txt"); err == nil {
			h2(t, path, x, r)
		} else {
			http1(t, path, x, r)
		}
	}
	return r
}

func http1(t *testing.T, path string, x *wire.Exchange, r *record) {
	raw, err := os.ReadFile(path + ".req.http")
	if err != nil {
		return
	}
	hr, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw)))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(hr.Body)
	x.Method, x.URL = hr.Method, "http://"+hr.Host+hr.URL.String()
	if x.Origin != wire.Push {
		x.Agent = "http://" + hr.Host
	}
	x.Request.Header = hr.Header
	raw, err = os.ReadFile(path + ".resp.http")
	if err != nil || len(raw) == 0 {
		x.Outcome = wire.Cancelled
		r.add(x, body, nil)
		return
	}
	ans, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(raw)), hr)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(ans.Body)
	if err != nil {
		x.Outcome = wire.Cancelled
	}
	x.Response.Status, x.Response.Header = ans.StatusCode, ans.Header
	r.add(x, body, []wire.Chunk{{At: x.Ended, Data: answer}})
}

func h2(t *testing.T, path string, x *wire.Exchange, r *record) {
	raw, err := os.ReadFile(path + ".h2.txt")
	if err != nil {
		t.Fatal(err)
	}
	x.Request.Header, x.Response.Header = http.Header{}, http.Header{}
	var head http.Header
	var body []byte
	var pieces []wire.Chunk
	pseudo := map[string]string{}
	for line := range strings.SplitSeq(string(raw), "\n") {
		var ms int64
		if _, after, ok := strings.Cut(line, " +"); ok {
			fmt.Sscanf(after, "%dms", &ms)
		}
		at := x.Started.Add(time.Duration(ms) * time.Millisecond)
		switch {
		case strings.HasPrefix(line, "---"):
			goto done
		case strings.HasPrefix(line, "> HEADERS"):
			head = x.Request.Header
		case strings.HasPrefix(line, "< HEADERS") && pseudo[":status"] == "":
			head, x.Answered = x.Response.Header, at
		case strings.HasPrefix(line, "< HEADERS"):
			x.Response.Trailer = http.Header{}
			head, x.Ended = x.Response.Trailer, at
		case strings.Contains(line, "DATA +"):
			_, text, _ := strings.Cut(line, "base64=")
			data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
			if err != nil {
				t.Fatal(err)
			}
			if line[0] == '>' {
				body = append(body, data...)
			} else {
				pieces = append(pieces, wire.Chunk{At: at, Data: data})
			}
		case strings.HasPrefix(line, "  ") && head != nil:
			name, value, _ := strings.Cut(line[3:], ":")
			name = strings.TrimSpace(line[2:3] + name)
			if name[0] == ':' {
				pseudo[name] = strings.TrimSpace(value)
			} else {
				head.Add(name, strings.TrimSpace(value))
			}
		}
	}
done:
	x.Method, x.URL = "POST", "http://"+pseudo[":authority"]+pseudo[":path"]
	x.Agent = "http://" + pseudo[":authority"]
	x.Response.Status = 200
	if x.Response.Trailer == nil && x.Response.Header.Get("Grpc-Status") == "" {
		x.Outcome = wire.Cancelled
	}
	r.add(x, body, pieces)
}
