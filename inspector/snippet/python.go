package snippet

import (
	"fmt"
	"strings"
)

// python writes a request for Python's standard library, or over gRPC for grpcio.
func (w *writer) python() string {
	var b strings.Builder
	address := w.expression(w.url(), pythonText)
	if w.isGRPC() {
		fmt.Fprintf(&b, "metadata = [\n")
		for _, h := range w.headers() {
			if n := strings.ToLower(h.name); n != "te" && n != "content-type" && n != "user-agent" && !strings.HasPrefix(n, "grpc-") {
				fmt.Fprintf(&b, "    (%s, %s),\n", pythonText(n), w.expression(h.value, pythonText))
			}
		}
		fmt.Fprintf(&b, "]\nbody = base64.b64decode(%s)\nurl = urlsplit(%s)\n", pythonText(base64Of(w.r.Body)), address)
		b.WriteString(pythonGRPC)
		return w.pythonHead("base64", "os", "", "from urllib.parse import urlsplit", "", "import grpc  # pip install grpcio") + b.String()
	}
	fmt.Fprintf(&b, "url = urlsplit(%s)\nheaders = [\n", address)
	for _, h := range w.headers() {
		fmt.Fprintf(&b, "    (%s, %s),\n", pythonText(h.name), w.expression(h.value, pythonText))
	}
	b.WriteString("]\n")
	imports := []string{"http.client", "os", "sys", "from urllib.parse import urlsplit"}
	switch {
	case len(w.r.Body) == 0:
		b.WriteString("body = None\n")
	case isBinary(w.r.Body):
		imports = append([]string{"base64"}, imports...)
		fmt.Fprintf(&b, "body = base64.b64decode(%s)\n", pythonText(base64Of(w.r.Body)))
	default:
		fmt.Fprintf(&b, "body = (%s).encode()\n", w.expression(w.body(), pythonText))
	}
	fmt.Fprintf(&b, pythonHTTP, pythonText(w.r.Exchange.Method))
	return w.pythonHead(imports...) + b.String()
}

// pythonHead returns what precedes the code: variables, imports, and the function that reads a variable.
func (w *writer) pythonHead(imports ...string) string {
	var b strings.Builder
	b.WriteString(w.variableComment("#"))
	for _, i := range imports {
		switch {
		case i == "os" && len(w.used) == 0:
		case i == "" || strings.Contains(i, " "):
			b.WriteString(i + "\n")
		default:
			b.WriteString("import " + i + "\n")
		}
	}
	b.WriteString("\n")
	if len(w.used) > 0 {
		b.WriteString("env = os.environ.__getitem__\n")
	}
	return b.String()
}

const pythonHTTP = `
connection = (http.client.HTTPSConnection if url.scheme == 'https' else http.client.HTTPConnection)(url.netloc.rpartition('@')[2])
connection.putrequest(%s, (url.path or '/') + ('?' + url.query if url.query else ''), skip_accept_encoding=True)
for name, value in headers:
    connection.putheader(name, value)
if body is not None:
    connection.putheader('Content-Length', str(len(body)))
connection.endheaders(body)
response = connection.getresponse()
print(response.status, response.reason, file=sys.stderr)
while chunk := response.read1():  # a stream is printed as it comes
    sys.stdout.buffer.write(chunk)
    sys.stdout.flush()
`

const pythonGRPC = `
channel = grpc.insecure_channel(url.netloc) if url.scheme == 'http' else grpc.secure_channel(url.netloc, grpc.ssl_channel_credentials())
call = channel.unary_stream(url.path, request_serializer=None, response_deserializer=None)
for message in call(body[5:], metadata=metadata):  # protobuf messages
    print(message)
`
