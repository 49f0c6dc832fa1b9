package interop

// olderJS is the JavaScript SDK of version 0.3, in its three bindings.
func olderJS() []peer {
	return []peer{
		{"a2a-js-0.3.13", "0.3", "jsonrpc", jsPeer("js03", "JSONRPC")},
		{"a2a-js-0.3.13-rest", "0.3", "rest", jsPeer("js03", "HTTP+JSON")},
		{"a2a-js-0.3.13-grpc", "0.3", "grpc", jsPeer("js03", "GRPC")},
	}
}
