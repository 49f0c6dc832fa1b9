package snippet

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// golang writes a request for net/http.
func (w *writer) golang() string {
	var b strings.Builder
	imports := []string{"fmt", "io", "log", "net/http", "os"}
	body := "nil"
	switch {
	case len(w.r.Body) == 0:
	case isBinary(w.r.Body):
		imports = append(imports, "bytes", "encoding/base64")
		fmt.Fprintf(&b, "\tbody, err := base64.StdEncoding.DecodeString(%s)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n", goText(base64Of(w.r.Body)))
		body = "bytes.NewReader(body)"
	default:
		imports = append(imports, "strings")
		fmt.Fprintf(&b, "\tbody := %s\n", w.expression(w.body(), goText))
		body = "strings.NewReader(body)"
	}
	fmt.Fprintf(&b, "\treq, err := http.NewRequest(%s, %s, %s)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n", goText(w.r.Exchange.Method), w.expression(w.url(), goText), body)
	for _, h := range w.headers() {
		fmt.Fprintf(&b, "\treq.Header.Add(%s, %s)\n", goText(h.name), w.expression(h.value, goText))
	}
	client := "http.DefaultClient"
	if w.isGRPC() {
		client = "client"
		b.WriteString("\tprotocols := new(http.Protocols)\n\tprotocols.SetHTTP2(true)\n\tprotocols.SetUnencryptedHTTP2(true)\n\tclient := &http.Client{Transport: &http.Transport{Protocols: protocols}}\n")
	}
	fmt.Fprintf(&b, goHTTP, client)
	if w.isGRPC() {
		b.WriteString("\tfmt.Fprintln(os.Stderr, \"grpc-status\", resp.Trailer.Get(\"Grpc-Status\"), resp.Trailer.Get(\"Grpc-Message\"))\n")
	}
	return w.goFile(imports, b.String())
}

// goFile returns a program with body as its main function, and with a function that reads variables if there
// are any.
func (w *writer) goFile(imports []string, body string) string {
	var b strings.Builder
	b.WriteString(w.variableComment("//") + "package main\n\nimport (\n")
	if len(w.used) > 0 && !strings.Contains(strings.Join(imports, " ")+" ", "os ") {
		imports = append(imports, "os")
	}
	std, other := map[string]string{}, map[string]string{}
	for _, i := range imports {
		if strings.Contains(i, ".") {
			other[i] = ""
		} else {
			std[i] = ""
		}
	}
	for _, i := range sortedNames(std) {
		fmt.Fprintf(&b, "\t%q\n", i)
	}
	if len(other) > 0 {
		b.WriteString("\n")
	}
	for _, i := range sortedNames(other) {
		name, path, named := strings.Cut(i, " ")
		if named {
			fmt.Fprintf(&b, "\t%s %q\n", name, path)
		} else {
			fmt.Fprintf(&b, "\t%q\n", i)
		}
	}
	b.WriteString(")\n\nfunc main() {\n" + body + "}\n")
	if len(w.used) > 0 {
		b.WriteString("\nfunc env(name string) string {\n\tv := os.Getenv(name)\n\tif v == \"\" {\n\t\tlog.Fatal(\"set \" + name)\n\t}\n\treturn v\n}\n")
	}
	return b.String()
}

// goCalls returns the SDK's method and parameter type for each operation.
func goCalls() map[a2a.Operation]jsCall {
	return map[a2a.Operation]jsCall{
		a2a.SendMessage:          {"SendMessage", "SendMessageRequest", false},
		a2a.SendStreamingMessage: {"SendStreamingMessage", "SendMessageRequest", true},
		a2a.GetTask:              {"GetTask", "GetTaskRequest", false},
		a2a.ListTasks:            {"ListTasks", "ListTasksRequest", false},
		a2a.CancelTask:           {"CancelTask", "CancelTaskRequest", false},
		a2a.SubscribeToTask:      {"SubscribeToTask", "SubscribeToTaskRequest", true},
	}
}

func (w *writer) goSDK(s sdk) string {
	const module = "github.com/a2aproject/a2a-go/v2/"
	c := goCalls()[s.op]
	imports := []string{"context", "encoding/json", "log", "os", module + "a2a", module + "a2aclient"}
	endpoint, option := s.endpoint, ""
	if s.binding == a2a.GRPC {
		var scheme string
		scheme, endpoint, _ = strings.Cut(endpoint, "://")
		imports = append(imports, "a2agrpc "+module+"a2agrpc/v1", "google.golang.org/grpc")
		how := "insecure.NewCredentials()"
		if scheme == "https" {
			how = "credentials.NewTLS(nil)"
			imports = append(imports, "google.golang.org/grpc/credentials")
		} else {
			imports = append(imports, "google.golang.org/grpc/credentials/insecure")
		}
		option = ", a2agrpc.WithGRPCTransport(grpc.WithTransportCredentials(" + how + "))"
	}
	protocol := map[a2a.Binding]string{a2a.JSONRPC: "JSONRPC", a2a.REST: "HTTPJSON", a2a.GRPC: "GRPC"}[s.binding]
	var b strings.Builder
	b.WriteString("\tctx := context.Background()\n")
	if len(s.headers) > 0 {
		b.WriteString("\tctx = a2aclient.AttachServiceParams(ctx, a2aclient.ServiceParams{\n")
		for _, h := range s.headers {
			fmt.Fprintf(&b, "\t\t%s: {%s},\n", goText(h.name), w.expression(h.value, goText))
		}
		b.WriteString("\t})\n")
	}
	fmt.Fprintf(&b, goClient, goText(endpoint), protocol, option, c.params, goText(s.params))
	if c.events {
		fmt.Fprintf(&b, "\tfor event, err := range client.%s(ctx, &req) {\n\t\tif err != nil {\n\t\t\tlog.Fatal(err)\n\t\t}\n\t\tjson.NewEncoder(os.Stdout).Encode(event)\n\t}\n", c.method)
	} else {
		fmt.Fprintf(&b, "\tanswer, err := client.%s(ctx, &req)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tjson.NewEncoder(os.Stdout).Encode(answer)\n", c.method)
	}
	return "// go mod init call && go get " + strings.TrimSuffix(module, "/") + " && go run .\n" + w.goFile(imports, b.String())
}

const goClient = `	client, err := a2aclient.NewFromEndpoints(ctx, []*a2a.AgentInterface{
		a2a.NewAgentInterface(%s, a2a.TransportProtocol%s),
	}%s)
	if err != nil {
		log.Fatal(err)
	}
	var req a2a.%s
	if err := json.Unmarshal([]byte(%s), &req); err != nil {
		log.Fatal(err)
	}
`

const goHTTP = `	resp, err := %s.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	fmt.Fprintln(os.Stderr, resp.Status)
	if _, err := io.Copy(os.Stdout, resp.Body); err != nil { // a stream is printed as it comes
		log.Fatal(err)
	}
`
