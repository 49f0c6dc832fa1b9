package dialect

import (
	"encoding/base64"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/jsonrpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	v10 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
)

// anyValue returns the official library's encoding of an Any with a google.protobuf.Value.
func anyValue(t *testing.T, v any) []byte {
	t.Helper()
	value, err := structpb.NewValue(v)
	if err != nil {
		t.Fatal(err)
	}
	sorted := proto.MarshalOptions{Deterministic: true}
	packed := &anypb.Any{}
	if err := anypb.MarshalFrom(packed, value, sorted); err != nil {
		t.Fatal(err)
	}
	b, err := sorted.Marshal(packed)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestErrorDetailsInBytes: the details of any error data over gRPC equal the official library's encoding, and
// nothing is lost.
func TestErrorDetailsInBytes(t *testing.T) {
	const odd = `{"@type":"example.com/own.Thing","answer":"no"}`
	for _, c := range []struct {
		name string
		err  a2a.Error
		want [][]byte
	}{
		{"an object", a2a.Error{Name: a2a.InternalError, Message: "m", Data: []byte(`{"why":"because"}`)}, [][]byte{anyValue(t, map[string]any{"why": "because"})}},
		{"a string", a2a.Error{Name: a2a.InternalError, Message: "m", Data: []byte(`"because"`)}, [][]byte{anyValue(t, "because")}},
		{"a type that is not known", a2a.Error{Name: a2a.InternalError, Message: "m", Data: []byte("[" + odd + "]")}, [][]byte{anyValue(t, map[string]any{"@type": "example.com/own.Thing", "answer": "no"})}},
	} {
		want := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), 13)
		want = protowire.AppendString(protowire.AppendTag(want, 2, protowire.BytesType), "m")
		for _, detail := range c.want {
			want = protowire.AppendBytes(protowire.AppendTag(want, 3, protowire.BytesType), detail)
		}
		got, err := base64.RawStdEncoding.DecodeString(grpc.Trailer(v10.Dialect(), &c.err).Get("Grpc-Status-Details-Bin"))
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: %q, %v\nwant %q", c.name, got, err, want)
		}
	}
}

// TestErrorDataIsOfTheVersion: data that does not have the version's form is converted to it (1.0 §9.5), over
// JSON-RPC and HTTP+JSON.
func TestErrorDataIsOfTheVersion(t *testing.T) {
	const info = `{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"`
	for data, want := range map[string]string{
		`{"taskId":"t"}`: `[` + info + `,"metadata":{"taskId":"t"}}]`,
		`"t"`:            `[` + info + `},{"@type":"type.googleapis.com/google.protobuf.Value","value":"t"}]`,
		`[1]`:            `[` + info + `},{"@type":"type.googleapis.com/google.protobuf.Value","value":[1]}]`,
		`null`:           `[` + info + `}]`,
	} {
		e := &a2a.Error{Name: a2a.TaskNotFound, Data: []byte(data)}
		if got := string(jsonrpc.Failure(v10.Dialect(), nil, e)); !strings.Contains(got, `"data":`+want+`}`) {
			t.Errorf("%s: %s\nwant %s", data, got, want)
		}
		if _, got := rest.Failure(v10.Version(), e, 0); !strings.Contains(string(got), `"details":`+want+`}`) {
			t.Errorf("%s: %s\nwant %s", data, got, want)
		}
	}
}
