package model

import "net/http"

// Exchange is what Read needs of one recorded HTTP exchange. Bodies have no content encoding.
type Exchange struct {
	Method, Path                  string // Path may have a query
	RequestHeader, ResponseHeader http.Header
	Status                        int // 0 when there is no answer
	Request, Response             []byte
	IsCut                         bool // bytes of a body are missing
}

// Kind is what a call is for.
type Kind uint8

const (
	KindOther Kind = iota // anything else that these APIs have, such as a list of tools or models
	KindModel             // a model writes an answer
	KindTool              // a tool of an MCP server runs
)

// Call is one call of a model API or an MCP server. Texts are bounded; a text that is cut ends with "…".
type Call struct {
	API       string // such as "openai.chat"; see the table apis; "mcp" for MCP
	Kind      Kind
	Method    string     // of MCP, such as "tools/call"
	Model     string     // the model that answered, else the requested one
	Requested string     // the requested model
	Streamed  bool       // the answer is a stream, or the request asks for one
	Prompt    []Message  // oldest first
	Answer    string     // the text that the model wrote, without its reasoning
	ToolCalls []ToolCall // what the answer asks for; what a call of MCP runs, with its results
	Tokens    Tokens
	Finish    string // why the answer ended, as the API spells it
	IsRefusal bool   // the model or the API declined to answer
	// IsUnfinished says that a stream ended before the answer did.
	IsUnfinished bool
	Error        string // the API's message, also of an error inside a stream; "" if none
	ErrorKind    string // its type and code, such as "invalid_request_error/context_length_exceeded"
	// IDs are shared with other calls and with the API's own logs: of the answer, of the request, and of the
	// answer that this call continues.
	IDs   []string
	Notes []string // what could not be read, and what is cut
}

// Message is a message of a prompt.
type Message struct {
	Role string // as the API spells it
	// Text has a name in brackets in place of each image and other part that is not text.
	Text string
	// Tools are the calls that an assistant's message asks for, or the results that a later message
	// reports. Either has what the other one says, if the prompt has both.
	Tools []ToolCall
}

// ToolCall is a call of a tool.
type ToolCall struct {
	ID, Name  string
	Arguments string // JSON
	Result    string
	HasResult bool
	IsError   bool // the result is an error
}

// Tokens are the numbers of tokens of a call.
type Tokens struct {
	Input       int64 // including CachedInput, and what was written to the cache
	Output      int64 // including Reasoning
	CachedInput int64 // read from the cache
	Reasoning   int64
	IsKnown     bool // false when the answer has no count
}
