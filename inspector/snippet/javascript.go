package snippet

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// javascript writes a request for fetch, or over gRPC for Node's http2.
func (w *writer) javascript() string {
	var b strings.Builder
	address := w.expression(w.url(), jsText)
	if w.isGRPC() {
		fmt.Fprintf(&b, "const url = new URL(%s);\nconst headers = {\n  ':method': 'POST',\n  ':path': url.pathname,\n", address)
		for _, h := range w.headers() {
			if n := strings.ToLower(h.name); n != "user-agent" && n != "te" {
				fmt.Fprintf(&b, "  %s: %s,\n", jsText(n), w.expression(h.value, jsText))
			}
		}
		fmt.Fprintf(&b, "  'te': 'trailers',\n};\nconst body = Buffer.from(%s, 'base64');\n%s", jsText(base64Of(w.r.Body)), jsGRPC)
		return w.jsHead() + "import http2 from 'node:http2';\n\n" + w.jsEnv() + b.String()
	}
	fmt.Fprintf(&b, "const response = await fetch(%s, {\n  method: %s,\n  headers: [\n", address, jsText(w.r.Exchange.Method))
	for _, h := range w.headers() {
		if !strings.EqualFold(h.name, "Keep-Alive") && !strings.EqualFold(h.name, "Upgrade") { // fetch refuses them
			fmt.Fprintf(&b, "    [%s, %s],\n", jsText(h.name), w.expression(h.value, jsText))
		}
	}
	b.WriteString("  ],\n")
	switch {
	case len(w.r.Body) == 0:
	case isBinary(w.r.Body):
		fmt.Fprintf(&b, "  body: Buffer.from(%s, 'base64'),\n", jsText(base64Of(w.r.Body)))
	default:
		fmt.Fprintf(&b, "  body: %s,\n", w.expression(w.body(), jsText))
	}
	b.WriteString("});\n" + jsHTTP)
	return w.jsHead() + w.jsEnv() + b.String()
}

func (w *writer) jsHead() string {
	return w.variableComment("//") + "// Save as call.mjs, run: node call.mjs\n"
}

// jsEnv returns a function that reads a variable, if the code needs one.
func (w *writer) jsEnv() string {
	if len(w.used) == 0 {
		return ""
	}
	return "const env = (name) => {\n  if (!process.env[name]) throw new Error(`set ${name}`);\n  return process.env[name];\n};\n"
}

// jsCall is an SDK's method for an operation, with the type of its parameters and whether it yields events.
type jsCall struct {
	method, params string
	events         bool
}

func jsCalls() map[a2a.Operation]jsCall {
	return map[a2a.Operation]jsCall{
		a2a.SendMessage:          {"sendMessage", "SendMessageRequest", false},
		a2a.SendStreamingMessage: {"sendMessageStream", "SendMessageRequest", true},
		a2a.GetTask:              {"getTask", "GetTaskRequest", false},
		a2a.ListTasks:            {"listTasks", "ListTasksRequest", false},
		a2a.CancelTask:           {"cancelTask", "CancelTaskRequest", false},
		a2a.SubscribeToTask:      {"resubscribeTask", "SubscribeToTaskRequest", true},
	}
}

func (w *writer) javascriptSDK(s sdk) string {
	c := jsCalls()[s.op]
	factory := map[a2a.Binding]string{a2a.JSONRPC: "JsonRpcTransportFactory", a2a.REST: "RestTransportFactory", a2a.GRPC: "GrpcTransportFactory"}[s.binding]
	var imports, b strings.Builder
	fmt.Fprintf(&imports, "import { %s } from '@a2a-js/sdk'; // npm install @a2a-js/sdk\n", c.params)
	if s.binding == a2a.GRPC {
		imports.WriteString("import { ClientFactory } from '@a2a-js/sdk/client';\nimport { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc'; // npm install @grpc/grpc-js @bufbuild/protobuf\n")
	} else {
		fmt.Fprintf(&imports, "import { ClientFactory, %s } from '@a2a-js/sdk/client';\n", factory)
	}
	endpoint := s.endpoint
	if s.binding == a2a.GRPC {
		_, endpoint, _ = strings.Cut(endpoint, "://")
	}
	version, _, _ := strings.Cut(w.r.Exchange.Labels.Dialect, "|")
	fmt.Fprintf(&b, jsClient, factory, jsText(endpoint), jsText(s.binding.CardName()), jsText(version))
	fmt.Fprintf(&b, "const params = %s.fromJSON(JSON.parse(%s));\nconst options = {\n  serviceParameters: {\n", c.params, jsText(s.params))
	for _, h := range s.headers {
		fmt.Fprintf(&b, "    %s: %s,\n", jsText(h.name), w.expression(h.value, jsText))
	}
	b.WriteString("  },\n};\n")
	if c.events {
		fmt.Fprintf(&b, "for await (const event of client.%s(params, options)) console.log(JSON.stringify(event));\n", c.method)
	} else {
		fmt.Fprintf(&b, "console.log(JSON.stringify(await client.%s(params, options), null, 2));\n", c.method)
	}
	if s.binding == a2a.GRPC {
		b.WriteString("process.exit(); // the connection would stay open\n")
	}
	return w.jsHead() + imports.String() + "\n" + w.jsEnv() + b.String()
}

const jsClient = `const client = await new ClientFactory({ transports: [new %s()] }).createFromAgentCard({
  name: 'agent',
  supportedInterfaces: [{ url: %s, protocolBinding: %s, protocolVersion: %s, tenant: '' }],
  capabilities: { streaming: true, extensions: [] },
});
`

const jsHTTP = `console.error(response.status, response.statusText);
for await (const chunk of response.body ?? []) process.stdout.write(chunk); // a stream is printed as it comes
`

const jsGRPC = `
const session = http2.connect(url.origin);
const call = session.request(headers);
call.on('response', (head) => console.error(head[':status'], head['grpc-status'] ?? ''));
call.on('trailers', (end) => console.error('grpc-status', end['grpc-status'], end['grpc-message'] ?? ''));
call.on('data', (chunk) => process.stdout.write(chunk)); // protobuf messages, with five bytes before each
call.on('close', () => session.close());
call.end(body);
`
