package schema_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	official "google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
)

const (
	newMessage = `{"messageId":"m","contextId":"c","taskId":"t","role":"ROLE_AGENT","parts":[{"url":"http://f.test/","mediaType":"text/plain"}],"referenceTaskIds":["r"]}`
	newTask    = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","message":` + newMessage + `},"artifacts":[{"artifactId":"a","parts":[{"text":"x"}]}]}`
	newConfig  = `{"taskId":"t","id":"p","url":"https://h.test/","authentication":{"scheme":"Bearer","credentials":"s"}}`
	oldMessage = `{"messageId":"m","contextId":"c","taskId":"t","role":"ROLE_AGENT","content":[{"file":{"fileWithUri":"http://f.test/","mimeType":"text/plain"}},{"data":{"data":{"a_b":1}}}]}`
	oldTask    = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","update":` + oldMessage + `},"artifacts":[{"artifactId":"a","parts":[{"text":"x"}]}]}`
	oldConfig  = `{"name":"tasks/t/pushNotificationConfigs/p","pushNotificationConfig":{"id":"p","url":"https://h.test/"}}`
	schemes    = `"securitySchemes":{"my_key":{"apiKeySecurityScheme":{"location":"header","name":"X"}},"o":{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":"https://t.test/","scopes":{"a_b":"c"}}}}}}`
	about      = `"name":"a","description":"d","version":"1","documentationUrl":"https://d.test/","iconUrl":"https://i.test/","defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"capabilities":{"pushNotifications":true,"extensions":[{"uri":"u","params":{"a_b":1}}]},"skills":[{"id":"s","name":"n","description":"d","tags":["t"],"inputModes":["text/plain"]}],` + schemes
)

// document is a document of a version with its proto message.
type document struct {
	op      a2a.Operation
	message string
	answer  bool
	json    string
}

func newDocuments() []document {
	return []document{
		{a2a.SendMessage, "SendMessageRequest", false, `{"message":` + newMessage + `,"configuration":{"acceptedOutputModes":["text/plain"],"taskPushNotificationConfig":` + newConfig + `,"historyLength":2,"returnImmediately":true}}`},
		{a2a.GetTask, "GetTaskRequest", false, `{"id":"t","historyLength":2}`},
		{a2a.ListTasks, "ListTasksRequest", false, `{"contextId":"c","pageSize":5,"pageToken":"n","statusTimestampAfter":"2025-01-01T00:00:00Z","includeArtifacts":true}`},
		{a2a.CreatePushConfig, "TaskPushNotificationConfig", false, newConfig},
		{a2a.GetPushConfig, "GetTaskPushNotificationConfigRequest", false, `{"taskId":"t","id":"p"}`},
		{a2a.ListPushConfigs, "ListTaskPushNotificationConfigsRequest", false, `{"taskId":"t","pageSize":5,"pageToken":"n"}`},
		{a2a.SendMessage, "SendMessageResponse", true, `{"message":` + newMessage + `}`},
		{a2a.GetTask, "Task", true, newTask},
		{a2a.ListTasks, "ListTasksResponse", true, `{"tasks":[` + newTask + `],"nextPageToken":"n","pageSize":1,"totalSize":2}`},
		{a2a.SendStreamingMessage, "StreamResponse", true, `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`},
		{a2a.SendStreamingMessage, "StreamResponse", true, `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"data":{"a_b":1}}]},"append":true,"lastChunk":true}}`},
		{a2a.GetPushConfig, "TaskPushNotificationConfig", true, newConfig},
		{a2a.ListPushConfigs, "ListTaskPushNotificationConfigsResponse", true, `{"configs":[` + newConfig + `],"nextPageToken":"n"}`},
		{a2a.GetExtendedCard, "AgentCard", true, `{` + about + `,"supportedInterfaces":[{"url":"https://a.test/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"securityRequirements":[{"schemes":{"my_key":{}}}]}`},
	}
}

func oldDocuments() []document {
	return []document{
		{a2a.SendMessage, "SendMessageRequest", false, `{"request":` + oldMessage + `,"configuration":{"acceptedOutputModes":["text/plain"],"pushNotification":{"url":"https://h.test/"},"historyLength":2}}`},
		{a2a.CreatePushConfig, "CreateTaskPushNotificationConfigRequest", false, `{"parent":"tasks/t","configId":"p","config":` + oldConfig + `}`},
		{a2a.ListPushConfigs, "ListTaskPushNotificationConfigRequest", false, `{"parent":"tasks/t","pageSize":5,"pageToken":"n"}`},
		{a2a.SendMessage, "SendMessageResponse", true, `{"msg":` + oldMessage + `}`},
		{a2a.GetTask, "Task", true, oldTask},
		{a2a.SendStreamingMessage, "StreamResponse", true, `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"},"final":true}}`},
		{a2a.SendStreamingMessage, "StreamResponse", true, `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"x"}]},"lastChunk":true}}`},
		{a2a.GetPushConfig, "TaskPushNotificationConfig", true, oldConfig},
		{a2a.ListPushConfigs, "ListTaskPushNotificationConfigResponse", true, `{"configs":[` + oldConfig + `],"nextPageToken":"n"}`},
		{a2a.GetExtendedCard, "AgentCard", true, `{` + about + `,"url":"https://a.test/","protocolVersion":"0.3.0","preferredTransport":"GRPC","additionalInterfaces":[{"url":"https://b.test/","transport":"GRPC"}],"security":[{"schemes":{"my_key":{}}}]}`},
	}
}

// TestBothNames: a document with proto names, as written by the official library, is read like the one with
// JSON names, and only the names are reported.
func TestBothNames(t *testing.T) {
	for _, c := range []struct {
		d         a2a.Dialect
		pkg, file string
		documents []document
		finding   string
	}{
		{v10.Dialect(), "lf.a2a.v1", "../v10/lf.a2a.v1.binpb", newDocuments(), "REQ-21 warning"},
		{v03p.Dialect(), "a2a.v1", "../v03p/a2a.v1.binpb", oldDocuments(), "REST-12 warning"},
	} {
		files := registry(t, c.file)
		for _, doc := range c.documents {
			camel, snake := spellings(t, files, c.pkg+"."+doc.message, doc.json)
			want, before := read(c.d, doc, camel)
			got, after := read(c.d, doc, snake)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s is read as\n%v\n%s as\n%v", snake, got, camel, want)
			}
			named := 0
			for _, p := range after {
				if strings.Contains(p.Message, "has its proto name") && p.Check+" "+string(p.Severity) == c.finding {
					named++
				}
			}
			if named == 0 && camel != snake || len(after)-named != len(before) {
				t.Errorf("%s: %d names in %+v\nbefore %+v", snake, named, after, before)
			}
		}
	}
}

// TestSchemesKeepTheirFlows: security schemes with proto names are written completely.
func TestSchemesKeepTheirFlows(t *testing.T) {
	const schemes = `"security_schemes":{"o":{"oauth2_security_scheme":{"flows":{"client_credentials":{"token_url":"https://t.test/","scopes":{"a_b":"c"}}}}}}`
	for _, d := range []a2a.Dialect{v10.Dialect(), v03p.Dialect()} {
		card, _ := d.ReadCard([]byte(`{"name":"a","url":"https://a.test/",` + schemes + `}`))
		card.Interfaces = []a2a.Interface{{URL: "https://a.test/", Binding: a2a.REST, Version: d.Version()}}
		if b, _, err := d.EncodeCard(card); err != nil || !strings.Contains(string(b), `"https://t.test/"`) || !strings.Contains(string(b), `"a_b"`) {
			t.Errorf("%s: %s, %v", d.Version(), b, err)
		}
	}
}

func registry(t *testing.T, file string) *protoregistry.Files {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(b, &set); err != nil {
		t.Fatal(err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// spellings returns a document with JSON names, and with proto names.
func spellings(t *testing.T, files *protoregistry.Files, message, doc string) (camel, snake string) {
	t.Helper()
	d, err := files.FindDescriptorByName(protoreflect.FullName(message))
	if err != nil {
		t.Fatal(err)
	}
	m := dynamicpb.NewMessage(d.(protoreflect.MessageDescriptor))
	if err := official.Unmarshal([]byte(doc), m); err != nil {
		t.Fatalf("%s %s: %v", message, doc, err)
	}
	a, err := official.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	b, err := official.MarshalOptions{UseProtoNames: true}.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(a), string(b)
}

// read returns the reading of a document without its raw JSON.
func read(d a2a.Dialect, doc document, text string) (any, []a2a.Problem) {
	var said any
	var ps []a2a.Problem
	if doc.answer {
		said, ps = d.ReadResult(doc.op, []byte(text))
	} else {
		said, ps = d.ReadParams(doc.op, []byte(text))
	}
	b, err := json.Marshal(said)
	if err != nil {
		return err, ps
	}
	var tree any
	if err := json.Unmarshal(b, &tree); err != nil {
		return err, ps
	}
	return withoutRaw(tree), ps
}

func withoutRaw(v any) any {
	switch x := v.(type) {
	case map[string]any:
		delete(x, "Raw")
		for name := range x {
			x[name] = withoutRaw(x[name])
		}
	case []any:
		for i := range x {
			x[i] = withoutRaw(x[i])
		}
	}
	return v
}
