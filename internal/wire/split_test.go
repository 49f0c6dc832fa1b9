package wire_test

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// cut splits input into frames after reads of the given sizes, used in turn.
func cut(kind wire.FrameKind, max int64, in []byte, sizes ...int) (out []wire.Frame) {
	return cutBy(kind, max, in, sizes, func(s *wire.Splitter, at time.Time, p []byte) { out = append(out, s.Feed(at, p)...) }, &out)
}

// cutEach is cut with frames that share memory.
func cutEach(kind wire.FrameKind, max int64, in []byte, sizes ...int) (out []wire.Frame) {
	return cutBy(kind, max, in, sizes, func(s *wire.Splitter, at time.Time, p []byte) {
		p = bytes.Clone(p)
		s.Each(at, p, func(f wire.Frame) { out = append(out, f) })
		clear(p) // the caller may reuse it
	}, &out)
}

func cutBy(kind wire.FrameKind, max int64, in []byte, sizes []int, feed func(*wire.Splitter, time.Time, []byte), out *[]wire.Frame) []wire.Frame {
	s := wire.NewSplitter(kind, max)
	at := time.Unix(0, 0)
	for i := 0; len(in) > 0; i++ {
		n := len(in)
		if len(sizes) > 0 {
			n = min(larger(sizes[i%len(sizes)], 1), len(in))
		}
		at = at.Add(time.Second)
		feed(s, at, in[:n])
		in = in[n:]
	}
	return append(*out, s.Close(at)...)
}

func larger(a, b int) int { return max(a, b) }

type event struct {
	kind    wire.FrameKind
	raw     string
	data    string
	partial bool
}

func brief(frames []wire.Frame) []event {
	var out []event
	for _, f := range frames {
		out = append(out, event{f.Kind, string(f.Raw), string(f.Data), f.Partial})
	}
	return out
}

func TestSplitEvents(t *testing.T) {
	t.Parallel()
	const c, e = wire.Comment, wire.SSE
	for name, tt := range map[string]struct {
		in   string
		want []event
	}{
		"lf":                 {"data: a\n\ndata:b\n\n", []event{{e, "data: a\n\n", "a", false}, {e, "data:b\n\n", "b", false}}},
		"crlf":               {"data: a\r\n\r\ndata: b\r\n\r\n", []event{{e, "data: a\r\n\r\n", "a", false}, {e, "data: b\r\n\r\n", "b", false}}},
		"cr":                 {"data: a\r\rdata: b\r\r", []event{{e, "data: a\r\r", "a", false}, {e, "data: b\r\r", "b", false}}},
		"lf crlf":            {"data: a\n\r\ndata: b\n\n", []event{{e, "data: a\n\r\n", "a", false}, {e, "data: b\n\n", "b", false}}},
		"lf cr":              {"data: a\n\rdata: b\n\r", []event{{e, "data: a\n\r", "a", false}, {e, "data: b\n\r", "b", false}}},
		"crlf lf":            {"data: a\r\n\ndata: b\n\n", []event{{e, "data: a\r\n\n", "a", false}, {e, "data: b\n\n", "b", false}}},
		"cr crlf":            {"data: a\r\r\ndata: b\r\r\n", []event{{e, "data: a\r\r", "a", false}, {e, "\ndata: b\r\r", "b", false}, {c, "\n", "", false}}},
		"lines":              {"data: a\ndata\ndata:  b\n\n", []event{{e, "data: a\ndata\ndata:  b\n\n", "a\n\n b", false}}},
		"bom":                {"\xef\xbb\xbfdata: a\n\n\xef\xbb\xbfdata: b\n\n", []event{{e, "\xef\xbb\xbfdata: a\n\n", "a", false}, {e, "\xef\xbb\xbfdata: b\n\n", "", false}}},
		"bom and blank":      {"\xef\xbb\xbf\ndata: a\n\n", []event{{e, "\xef\xbb\xbf\ndata: a\n\n", "a", false}}},
		"comment":            {": ping\n\n:\n\n", []event{{c, ": ping\n\n", "", false}, {c, ":\n\n", "", false}}},
		"blank lines before": {"\n\n\ndata: a\n\n\n", []event{{e, "\n\n\ndata: a\n\n", "a", false}, {c, "\n", "", false}}},
		"no blank line":      {"data: a\n\ndata: b\n", []event{{e, "data: a\n\n", "a", false}, {e, "data: b\n", "b", true}}},
		"mid line":           {"data: a\n\ndata: {\"x", []event{{e, "data: a\n\n", "a", false}, {e, "data: {\"x", "{\"x", true}}},
		"empty data":         {"data\n\n", []event{{e, "data\n\n", "", false}}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 2, 3, 5, 1000} {
				if got := brief(cut(wire.SSE, 0, []byte(tt.in), size)); !reflect.DeepEqual(got, tt.want) {
					t.Errorf("reads of %d:\n got %+v\nwant %+v", size, got, tt.want)
				}
			}
		})
	}
}

func TestSplitEventFields(t *testing.T) {
	t.Parallel()
	in := "event: up\nid: 7\nretry: 250\ndata: x\n\nid: a\x00b\nretry: soon\n{\"jsonrpc\":\"2.0\"}\ndata: \xff\n\nevent: lonely\n\n"
	f := cut(wire.SSE, 0, []byte(in))
	if len(f) != 3 || f[0].Event != "up" || f[0].ID != "7" || f[0].Retry != "250" || f[0].Problems != nil {
		t.Fatalf("%+v", f)
	}
	if f[1].Offset != f[0].Length || f[1].ID != "" || f[1].Retry != "" || len(f[1].Problems) != 4 {
		t.Errorf("second: %+v", f[1])
	}
	if at := f[1].Problems[2].Offset; !strings.HasPrefix(in[at:], `{"jsonrpc"`) {
		t.Errorf("the stray line is said to be at %q", in[at:])
	}
	if f[2].Kind != wire.Comment || len(f[2].Problems) != 1 {
		t.Errorf("event without data: %+v", f[2])
	}
}

// An event must be returned as soon as its last byte is read, whatever its line ends.
func TestEventIsNotDelayed(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"data: a\n\n", "data: a\r\n\r\n", "data: a\r\r", "data: a\n\r\n", "data: a\r\n\n"} {
		s := wire.NewSplitter(wire.SSE, 0)
		if f := s.Feed(time.Now(), []byte(in)); len(f) != 1 || s.Pending() != 0 {
			t.Errorf("%q: %d frames, %d bytes pending", in, len(f), s.Pending())
		}
	}
}

func TestFrameTimes(t *testing.T) {
	t.Parallel()
	s := wire.NewSplitter(wire.SSE, 0)
	one, two, three := time.Unix(1, 0), time.Unix(2, 0), time.Unix(3, 0)
	s.Feed(one, []byte("data: "))
	f := s.Feed(two, []byte("a\n\ndata: b\n\nda"))
	f = append(f, s.Feed(three, []byte("ta: c\n\n"))...)
	if len(f) != 3 || f[0].At != one || f[0].Complete != two || f[1].At != two || f[2].At != two || f[2].Complete != three || f[2].Index != 2 {
		t.Errorf("%+v", f)
	}
}

func TestFrameLimit(t *testing.T) {
	t.Parallel()
	in := "data: " + strings.Repeat("x", 50) + "\n\ndata: b\n\n"
	f := cut(wire.SSE, 20, []byte(in), 7)
	var last wire.Frame
	for _, x := range f {
		if x.Length > 21 {
			t.Errorf("a frame of %d bytes", x.Length)
		}
		last = x
	}
	if len(f) != 4 || !f[0].Partial || !f[2].Partial || last.Partial || string(last.Data) != "b" {
		t.Errorf("%+v", brief(f))
	}
	if b := cut(wire.Body, 20, []byte(in), 7); len(b) != 4 || !b[3].Partial {
		t.Errorf("body: %+v", brief(b))
	}
}

// ws is a WebSocket protocol frame.
func ws(fin bool, op byte, mask []byte, payload string) []byte {
	b := []byte{op, 0}
	if fin {
		b[0] |= 0x80
	}
	switch n := len(payload); {
	case n < 126:
		b[1] = byte(n)
	case n < 1<<16:
		b[1] = 126
		b = binary.BigEndian.AppendUint16(b, uint16(n))
	default:
		b[1] = 127
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	p := []byte(payload)
	if mask != nil {
		b[1] |= 0x80
		b = append(b, mask...)
		for i := range p {
			p[i] ^= mask[i&3]
		}
	}
	return append(b, p...)
}

func TestSplitWebSocket(t *testing.T) {
	t.Parallel()
	mask := []byte{1, 2, 3, 4}
	long := strings.Repeat("é", 40000)
	in := bytes.Join([][]byte{
		ws(true, 1, mask, "hello"), ws(false, 2, nil, "ab"), ws(true, 9, nil, "p"), ws(true, 0, nil, "cd"),
		ws(true, 10, mask, "pong"), ws(true, 1, nil, long), ws(true, 1, nil, ""), ws(false, 1, nil, "never"), ws(true, 8, mask, "\x03\xe8bye"),
	}, nil)
	for _, size := range []int{1, 3, 4096, 1 << 20} {
		f := cut(wire.WebSocket, 0, in, size)
		var got []string
		for _, x := range f {
			got = append(got, string(x.Kind)+" "+string(x.Data))
		}
		want := []string{"text hello", "binary abcd", "pong pong", "text " + long, "text ", "text never", "close \x03\xe8bye"}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("reads of %d: %.300q", size, got)
		}
		if !f[5].Partial || f[6].Partial || f[1].Problems != nil {
			t.Errorf("%+v", f[5:])
		}
	}
}

func FuzzSplitter(f *testing.F) {
	f.Add([]byte("\xef\xbb\xbfdata: a\r\n\r\ndata: b\n\r\n: c\r\rdata: d\r\r\nid: 1\n\ndata: e"), uint8(0), []byte{1, 2, 7}, uint16(0))
	f.Add([]byte("data: "+strings.Repeat("x", 40)+"\r\n\r\n\r\n\ndata: y\r\n\r\n"), uint8(0), []byte{3}, uint16(9))
	f.Add(bytes.Join([][]byte{ws(false, 1, []byte{9, 8, 7, 6}, "ab"), ws(true, 9, nil, "p"), ws(true, 0, nil, "cd"), ws(true, 8, nil, "")}, nil), uint8(1), []byte{1}, uint16(5))
	f.Add([]byte(`{"a":1}`), uint8(2), []byte{2}, uint16(3))
	f.Add([]byte("\x00\x00\x00\x00\x03abc\x01\x00\x00\x00\x00\x00\xff"), uint8(3), []byte{2}, uint16(6))
	f.Fuzz(func(t *testing.T, in []byte, k uint8, sizes []byte, limit uint16) {
		kind := []wire.FrameKind{wire.SSE, wire.WebSocket, wire.Body, wire.GRPC}[k%4]
		whole := cut(kind, int64(limit), in)
		var n []int
		for _, b := range sizes {
			n = append(n, int(b))
		}
		if len(n) == 0 {
			n = []int{1}
		}
		pieces := cut(kind, int64(limit), in, n...)
		if each := cutEach(kind, int64(limit), in, n...); !reflect.DeepEqual(each, pieces) {
			t.Fatalf("each: %+v\nall at once: %+v", each, pieces)
		}
		var raw []byte
		for i := range whole {
			raw = append(raw, whole[i].Raw...)
			if whole[i].Length == 0 || whole[i].Index != i {
				t.Fatalf("frame %d: %+v", i, whole[i])
			}
			whole[i].At, whole[i].Complete = time.Time{}, time.Time{}
		}
		for i := range pieces {
			pieces[i].At, pieces[i].Complete = time.Time{}, time.Time{}
		}
		if !bytes.Equal(raw, in) {
			t.Fatalf("the frames hold %q, the input is %q", raw, in)
		}
		if !reflect.DeepEqual(whole, pieces) {
			t.Fatalf("one read: %+v\nmany: %+v", whole, pieces)
		}
		i := 0
		agree(t, kind, int64(limit), in, func() int { i++; return n[i%len(n)] })
	})
}

func BenchmarkSplitter(b *testing.B) {
	one := "data: " + strings.Repeat("x", 270) + "\n\n"
	chunk := []byte(strings.Repeat(one, 32<<10/len(one)))
	b.SetBytes(int64(len(chunk)))
	s := wire.NewSplitter(wire.SSE, 1<<20)
	for b.Loop() {
		s.Feed(time.Time{}, chunk)
	}
}
