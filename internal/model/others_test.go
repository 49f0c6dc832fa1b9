package model_test

import "testing"

// messagesSamples are exchanges of Anthropic Messages.
var messagesSamples = []sample{
	{
		name: "whole", path: "/v1/messages",
		request:  `{"model":"claude-sonnet-4-5","max_tokens":1024,"system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"Weather?"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"x"},{"type":"text","text":"I look."},{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Paris"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":[{"type":"text","text":"timeout"}]},{"type":"text","text":"Go on."}]}]}`,
		response: `{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[{"type":"text","text":"It failed."},{"type":"tool_use","id":"toolu_2","name":"weather","input":{"city":"Lyon"}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":10,"cache_creation_input_tokens":100,"cache_read_input_tokens":1000,"output_tokens":20,"service_tier":"standard"}}`,
		want: `anthropic.messages model claude-sonnet-4-5-20250929 tool_use in=1110 out=20 cached=1000 reasoning=0
< system: "Be brief."
< user: "Weather?"
< assistant: "I look."
  tool toolu_1 weather {"city":"Paris"} = "timeout" (error)
< user: "Go on."
  tool toolu_1 weather {"city":"Paris"} = "timeout" (error)
> "It failed."
  tool toolu_2 weather {"city":"Lyon"}
ids msg_1`,
	},
	{
		name: "stream", path: "/v1/messages", request: `{"model":"claude-haiku-4-5","max_tokens":10,"stream":true,"messages":[{"role":"user","content":"Hi"}]}`,
		response: "event: message_start\n" + events(
			`{"type":"message_start","message":{"id":"msg_2","type":"message","role":"assistant","model":"claude-haiku-4-5-20251001","content":[],"stop_reason":null,"usage":{"input_tokens":25,"output_tokens":1}}}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm"}}`,
			`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}`, `{"type": "ping"}`,
			`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hel"}}`, `{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"lo"}}`,
			`{"type":"content_block_stop","index":1}`,
			`{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_3","name":"f","input":{}}}`, `{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}`,
			`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"a\""}}`, `{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":": 1}"}}`,
			`{"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_4","name":"g","input":{}}}`,
			`{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":89}}`, `{"type":"message_stop"}`),
		want: `anthropic.messages model claude-haiku-4-5-20251001 tool_use streamed in=25 out=89 cached=0 reasoning=0
< user: "Hi"
> "Hello"
  tool toolu_3 f {"a": 1}
  tool toolu_4 g {}
ids msg_2`,
	},
	{
		name: "error 400", path: "/v1/messages", status: 400, request: `{"model":"claude","max_tokens":1,"messages":[]}`,
		response: `{"type":"error","error":{"type":"invalid_request_error","message":"messages: at least one message is required"},"request_id":"req_1"}`,
		want: `anthropic.messages model claude
! invalid_request_error: messages: at least one message is required
ids req_1`,
	},
	{
		name: "error inside a stream", path: "/v1/messages", request: `{"model":"claude","max_tokens":1,"messages":[],"stream":true}`,
		response: "event: error\ndata: {\"type\": \"error\", \"error\": {\"type\": \"overloaded_error\", \"message\": \"Overloaded\"}}\n\n",
		want: `anthropic.messages model claude streamed
! overloaded_error: Overloaded`,
	},
	{
		name: "refusal", path: "/v1/messages", request: `{"model":"claude","max_tokens":1,"messages":[]}`, response: `{"type":"message","content":[],"stop_reason":"refusal"}`,
		want: `anthropic.messages model claude refusal refusal`,
	},
	{
		name: "tools of the server", path: "/v1/messages", request: `{"model":"claude","max_tokens":1,"messages":[]}`,
		response: `{"type":"message","content":[{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"query":"x"}},{"type":"web_search_tool_result","tool_use_id":"srv_1","content":[{"type":"web_search_result","title":"X"}]},{"type":"text","text":"X."}],"stop_reason":"end_turn"}`,
		want: `anthropic.messages model claude end_turn
> "X."
  tool srv_1 web_search {"query":"x"} = "[web_search_result]"`,
	},
	{
		name: "count of tokens", path: "/v1/messages/count_tokens", request: `{"model":"claude","messages":[{"role":"user","content":"Hi"}]}`, response: `{"input_tokens":14}`,
		want: `anthropic.countTokens other claude
< user: "Hi"`,
	},
	{name: "models", path: "GET /v1/models?limit=2", header: "Anthropic-Version: 2023-06-01", response: `{"data":[{"type":"model","id":"claude"}],"has_more":false}`, want: `anthropic.models other`},
	{name: "messages of something else", path: "/v1/messages", request: `{"messages":[{"to":"+1"}]}`, response: `{}`, want: `not a call`},
}

func TestMessages(t *testing.T) { run(t, messagesSamples) }

// geminiSamples are exchanges of the Gemini API.
var geminiSamples = []sample{
	{
		name: "whole", path: "/v1beta/models/gemini-2.5-flash:generateContent?key=x",
		request:  `{"systemInstruction":{"role":"user","parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"Hi"},{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":{"a":1}}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"out":2}}}]}]}`,
		response: `{"candidates":[{"content":{"parts":[{"text":"thinking","thought":true},{"text":"Hel"},{"text":"lo"},{"functionCall":{"name":"g","args":{}}}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":5,"totalTokenCount":22,"thoughtsTokenCount":7,"cachedContentTokenCount":4},"modelVersion":"gemini-2.5-flash","responseId":"r1"}`,
		want: `gemini.generateContent model gemini-2.5-flash STOP in=10 out=12 cached=4 reasoning=7
< system: "Be brief."
< user: "Hi\n[inlineData]"
< model: ""
  tool  f {"a":1} = "{\"out\":2}"
< user: ""
  tool  f {"a":1} = "{\"out\":2}"
> "Hello"
  tool  g {}
ids r1`,
	},
	{
		name: "stream of events", path: "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse", request: `{"contents":[{"parts":[{"text":"Hi"}]}]}`,
		response: events(`{"candidates":[{"content":{"parts":[{"text":"Hel"}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":2}}`, `{"candidates":[{"content":{"parts":[{"text":"lo"}],"role":"model"},"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":2,"candidatesTokenCount":3}}`),
		want: `gemini.generateContent model gemini-2.5-flash MAX_TOKENS streamed in=2 out=3 cached=0 reasoning=0
< user: "Hi"
> "Hello"`,
	},
	{
		name: "stream in an array, cut", path: "/v1/projects/p/locations/l/publishers/google/models/gemini-2.0-flash:streamGenerateContent", request: `{"contents":{"role":"user","parts":{"text":"Hi"}}}`,
		response: "[{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hel\"}]}}]}\n,\r\n{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"lo\"}]}",
		want: `gemini.generateContent model gemini-2.0-flash streamed
< user: "Hi"
> "Hello"
note the answer is not strict JSON: incomplete JSON at byte 111`,
	},
	{
		name: "two calls of one name", path: "/v1beta/models/g:generateContent", response: `{}`,
		request: `{"contents":[{"role":"model","parts":[{"functionCall":{"name":"f","args":{"a":1}}},{"functionCall":{"name":"f","args":{"a":2}}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"r":1}}},{"functionResponse":{"name":"f","response":{"r":2}}}]}]}`,
		want: `gemini.generateContent model g
< model: ""
  tool  f {"a":1} = "{\"r\":1}"
  tool  f {"a":2} = "{\"r\":2}"
< user: ""
  tool  f {"a":1} = "{\"r\":1}"
  tool  f {"a":2} = "{\"r\":2}"`,
	},
	{
		name: "blocked", path: "/v1beta/models/g:generateContent", request: `{"contents":[]}`, response: `{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":2}}`,
		want: `gemini.generateContent model g SAFETY refusal in=2 out=0 cached=0 reasoning=0
! SAFETY: the prompt was blocked`,
	},
	{
		name: "error 400", path: "/v1beta/models/g:generateContent", status: 400, request: `{"contents":[]}`,
		response: `{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}`,
		want: `gemini.generateContent model g
! INVALID_ARGUMENT: API key not valid.`,
	},
	{
		name: "error of a stream in an array", path: "/v1beta/models/g:streamGenerateContent", status: 429, request: `{"contents":[]}`, response: `[{"error":{"code":429,"message":"Quota exceeded.","status":"RESOURCE_EXHAUSTED"}}]`,
		want: `gemini.generateContent model g streamed
! RESOURCE_EXHAUSTED: Quota exceeded.`,
	},
}

func TestGemini(t *testing.T) { run(t, geminiSamples) }

// ollamaSamples are exchanges of Ollama.
var ollamaSamples = []sample{
	{
		name: "chat", path: "/api/chat", request: `{"model":"llama3.2","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":{"a":1}}}]},{"role":"tool","tool_name":"f","content":"2"}]}`,
		response: `{"model":"llama3.2","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"Hel"},"done":false}` + "\n" + `{"model":"llama3.2","message":{"role":"assistant","content":"lo"},"done":false}` + "\n" +
			`{"model":"llama3.2","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"g","arguments":{"b":[1]}}},{"function":{"name":"h","arguments":{}}}]},"done":false}` + "\n" +
			`{"model":"llama3.2","message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"total_duration":1,"prompt_eval_count":26,"eval_count":298}` + "\n",
		want: `ollama.chat model llama3.2 stop streamed in=26 out=298 cached=0 reasoning=0
< user: "Hi"
< assistant: ""
  tool  f {"a":1} = "2"
< tool: "2"
  tool  f {"a":1} = "2"
> "Hello"
  tool  g {"b":[1]}
  tool  h {}`,
	},
	{
		name: "generate without a stream", path: "/api/generate", request: `{"model":"llama3.2","system":"Be brief.","prompt":"Why?","stream":false}`,
		response: `{"model":"llama3.2","response":"Because.","done":true,"done_reason":"length","prompt_eval_count":5,"eval_count":6}`,
		want: `ollama.generate model llama3.2 length in=5 out=6 cached=0 reasoning=0
< system: "Be brief."
< user: "Why?"
> "Because."`,
	},
	{
		name: "error 400", path: "/api/chat", status: 400, request: `{"model":"x","messages":[]}`, response: `{"error":"registry.ollama.ai/library/x does not support tools"}`,
		want: `ollama.chat model x
! HTTP 400: registry.ollama.ai/library/x does not support tools`,
	},
	{
		name: "error inside a stream", path: "/api/generate", request: `{"model":"x","prompt":"Hi"}`, response: `{"model":"x","response":"He","done":false}` + "\n" + `{"error":"an error was encountered while running the model"}` + "\n",
		want: `ollama.generate model x streamed
< user: "Hi"
> "He"
! : an error was encountered while running the model`,
	},
	{name: "models", path: "GET /api/tags", response: `{"models":[]}`, want: `ollama.models other`},
}

func TestOllama(t *testing.T) { run(t, ollamaSamples) }

// mcpSamples are exchanges of MCP over HTTP.
var mcpSamples = []sample{
	{
		name: "call of a tool", path: "/mcp", request: `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"weather","arguments":{"city":"Paris"},"_meta":{"progressToken":1}}}`,
		response: "event: message\nid: 1\n" + events(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}`, `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"Sunny"},{"type":"image","data":"AA","mimeType":"image/png"}],"isError":false}}`),
		want: `mcp tool tools/call streamed
  tool 2 weather {"city":"Paris"} = "Sunny\n[image]"`,
	},
	{
		name: "error of a tool", path: "/mcp", request: `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"weather"}}`, response: `{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"no such city"}],"isError":true}}`,
		want: `mcp tool tools/call
  tool a weather  = "no such city" (error)
! isError: no such city`,
	},
	{
		name: "structured result", path: "/", request: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sum","arguments":{}}}`, response: `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[],"structuredContent":{"sum":3}}}`,
		want: `mcp tool tools/call complete
  tool 1 sum {} = "{\"sum\":3}"`,
	},
	{
		name: "error of JSON-RPC", path: "/mcp", status: 400, request: `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"x","arguments":{}}}`, response: `{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool: x"}}`,
		want: `mcp tool tools/call
  tool 3 x {} = "Unknown tool: x" (error)
! -32602: Unknown tool: x`,
	},
	{
		name: "batch", path: "/mcp", request: `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{}}},{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"b","arguments":{}}}]`,
		response: `[{"jsonrpc":"2.0","id":"1","result":{"content":[{"type":"text","text":"B"}]}},{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"A"}]}}]`,
		want: `mcp tool tools/call
  tool 1 a {} = "A"
  tool 1 b {} = "B"`,
	},
	{name: "initialize", path: "/mcp", request: `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`, response: `{"jsonrpc":"2.0","id":0,"result":{}}`, want: `mcp other initialize`},
	{name: "notification", path: "/mcp", status: 202, request: `{"jsonrpc":"2.0","method":"notifications/initialized"}`, want: `mcp other notifications/initialized`},
	{name: "answer elsewhere", path: "/messages?sessionId=1", status: 202, request: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`, want: "mcp tool tools/call\n  tool 1 a \nnote the answer comes by another stream"},
	{name: "stream of the server", path: "GET /mcp", header: "Mcp-Session-Id: s", response: ": ping\n\n", want: `mcp other streamed`},
	{name: "tasks with a header", path: "/mcp", header: "Mcp-Protocol-Version: 2025-11-25", request: `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"t"}}`, response: `{}`, want: `mcp other tasks/get`},
	{name: "tasks of A2A", path: "/", request: `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"t"}}`, response: `{}`, want: `not a call`},
	{name: "message of A2A", path: "/", request: `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{}}`, response: `{}`, want: `not a call`},
	{name: "a page", path: "GET /", response: `<html>`, want: `not a call`},
}

func TestMCP(t *testing.T) { run(t, mcpSamples) }
