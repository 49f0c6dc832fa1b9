package model_test

import "testing"

const weatherRequest = `{"model":"gpt-4o","stream":true,"stream_options":{"include_usage":true},"messages":[
{"role":"system","content":"Be brief."},
{"role":"user","content":[{"type":"text","text":"Weather here?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]},
{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"locate","arguments":"{}"}}]},
{"role":"tool","tool_call_id":"call_1","content":"Paris"}],
"tools":[{"type":"function","function":{"name":"weather","parameters":{"type":"object"}}}]}`

const weatherPrompt = `
< system: "Be brief."
< user: "Weather here?\n[image_url]"
< assistant: ""
  tool call_1 locate {} = "Paris"
< tool: "Paris"
  tool call_1 locate {} = "Paris"`

// chatSamples are exchanges of Chat Completions, of OpenAI and of servers with the same paths.
var chatSamples = []sample{
	{
		name: "pieces of tool calls in a prompt", path: "/v1/chat/completions",
		request:  `{"model":"m","messages":[{"role":"assistant","tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"assistant","function_call":{"name":"g","arguments":"{}"}}]}`,
		response: `{"choices":[{"message":{"content":"ok"},"finish_reason":"stop"}]}`,
		want: `openai.chat model m stop
< assistant: ""
  tool c f {}
< assistant: ""
  tool  g {}
> "ok"`,
	},
	{
		name: "whole", path: "/v1/chat/completions", request: `{"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}]}`,
		response: `{"id":"chatcmpl-9","object":"chat.completion","created":1741569952,"model":"gpt-4o-2024-08-06","choices":[{"index":0,"message":{"role":"assistant","content":"Hello!","refusal":null,"annotations":[]},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":19,"completion_tokens":10,"total_tokens":29,"prompt_tokens_details":{"cached_tokens":16,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":4,"accepted_prediction_tokens":0}},"service_tier":"default","system_fingerprint":null}`,
		want: `openai.chat model gpt-4o-2024-08-06 stop in=19 out=10 cached=16 reasoning=4
< user: "Hi"
> "Hello!"
ids chatcmpl-9`,
	},
	{
		name: "stream with tool calls", path: "/v1/chat/completions?x=1", request: weatherRequest,
		response: events(
			`{"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-4o-2024-08-06","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}`,
			`{"id":"chatcmpl-1","choices":[{"index":0,"delta":{"content":"Let me "},"finish_reason":null}],"usage":null}`,
			`{"id":"chatcmpl-1","choices":[{"index":0,"delta":{"content":"look."},"finish_reason":null}]}`,
			`{"id":"chatcmpl-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"weather","arguments":""}}]}}]}`,
			`{"id":"chatcmpl-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\":"}}]}}]}`,
			`{"id":"chatcmpl-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"call_b","type":"function","function":{"name":"time","arguments":"{}"}}]}}]}`,
			`{"id":"chatcmpl-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"Paris\"}"}}]}}]}`,
			`{"id":"chatcmpl-1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":null}`,
			`{"id":"chatcmpl-1","choices":[],"usage":{"prompt_tokens":50,"completion_tokens":20,"total_tokens":70}}`,
			`[DONE]`),
		want: `openai.chat model gpt-4o-2024-08-06 tool_calls streamed in=50 out=20 cached=0 reasoning=0` + weatherPrompt + `
> "Let me look."
  tool call_a weather {"city":"Paris"}
  tool call_b time {}
ids chatcmpl-1`,
	},
	{
		name: "an emoji in halves, and bytes of a letter in two deltas", path: "/v1/chat/completions", request: `{"messages":[{"role":"user","content":"Hi"}],"model":"m"}`,
		response: events(`{"choices":[{"index":0,"delta":{"content":"a\ud83d"}}]}`, `{"choices":[{"index":0,"delta":{"content":"\ude00 \u00e4`+"\xc3"+`"}}]}`,
			`{"choices":[{"index":0,"delta":{"content":"`+"\xa4"+`"},"finish_reason":"stop"}]}`, `[DONE]`),
		want: `openai.chat model m stop streamed
< user: "Hi"
> "a😀 ää"`,
	},
	{
		name: "refusal", path: "/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21", request: `{"messages":[{"role":"user","content":"Harm"}]}`,
		response: `{"choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":"I can't."},"finish_reason":"stop"}]}`,
		want: `openai.chat model gpt-4o stop refusal
< user: "Harm"
> "I can't."`,
	},
	{
		name: "error 400", path: "/v1/chat/completions", status: 400, request: `{"model":"gpt-4o","messages":[]}`,
		response: `{"error":{"message":"This model's maximum context length is 128000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`,
		want: `openai.chat model gpt-4o
! invalid_request_error/context_length_exceeded: This model's maximum context length is 128000 tokens.`,
	},
	{
		name: "error of Azure", path: "/openai/deployments/d/chat/completions", status: 401, request: `{"messages":[]}`,
		response: `{"error":{"code":"401","message":"Access denied due to invalid subscription key."}}`,
		want: `openai.chat model d
! 401: Access denied due to invalid subscription key.`,
	},
	{
		name: "error of vLLM", path: "/v1/chat/completions", status: 404, request: `{"model":"x","messages":[]}`,
		response: `{"object":"error","message":"The model x does not exist.","type":"NotFoundError","param":null,"code":404}`,
		want: `openai.chat model x
! NotFoundError: The model x does not exist.`,
	},
	{
		name: "error of a gateway", path: "/chat/completions", status: 502, request: `{"model":"x","messages":[]}`, response: "<html>Bad Gateway</html>",
		want: `openai.chat model x
! HTTP 502: <html>Bad Gateway</html>`,
	},
	{
		name: "error of FastAPI", path: "/chat/completions", status: 422, request: `{"model":"x","messages":[]}`, response: `{"detail":[{"loc":["body"],"msg":"field required"}]}`,
		want: `openai.chat model x
! HTTP 422: [{"loc":["body"],"msg":"field required"}]`,
	},
	{
		name: "error inside a stream of OpenRouter", path: "/api/v1/chat/completions", request: `{"model":"x","messages":[],"stream":true}`,
		response: ": OPENROUTER PROCESSING\n\n" + events(`{"id":"gen-1","model":"x","choices":[{"index":0,"delta":{"content":"Hel"}}]}`,
			`{"id":"gen-1","error":{"code":502,"message":"Provider disconnected"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}`),
		want: `openai.chat model x error streamed
> "Hel"
! 502: Provider disconnected
ids gen-1`,
	},
	{
		name: "stream cut inside an event, with one that is not JSON", path: "/v1/chat/completions", request: `{"model":"m","messages":[]}`, isCut: true,
		response: "data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\r\n\r\ndata: {\"choices\":oops\r\n\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"lo\"}}]}\r\n\r\ndata: {\"choices\":[{\"del",
		want: `openai.chat model m streamed
> "Hello"
note bytes of this exchange are missing
note event 2 of the answer is not JSON
note the answer ends inside event 4
note the stream ended before the answer was finished`,
	},
	{
		name: "request and answer cut", path: "/v1/chat/completions", isCut: true,
		request: `{"model":"m","messages":[{"role":"user","content":"Hi"},{"role":"user","content":"Tell m`, response: `{"id":"c","choices":[{"message":{"content":"Once"},"finish_re`,
		want: `openai.chat model m
< user: "Hi"
> "Once"
ids c
note bytes of this exchange are missing
note the request is not strict JSON: incomplete JSON at byte 88
note the answer is not strict JSON: incomplete JSON at byte 61`,
	},
	{
		name: "deltas without an index, and a function of before", path: "/v1/chat/completions", request: `{"model":"m","messages":[]}`,
		response: events(`{"choices":[{"delta":{"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{"}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"}"}}]}}]}`, `{"choices":[{"delta":{"function_call":{"name":"g","arguments":"{"}}}]}`,
			`{"choices":[{"delta":{"function_call":{"arguments":"\"x\":1}"}},"finish_reason":"function_call"}]}`),
		want: `openai.chat model m function_call streamed
  tool a f {}
  tool  g {"x":1}`,
	},
	{
		name: "two calls with one index", path: "/v1/chat/completions/", request: `{"model":"m","messages":[]}`,
		response: "id: 1\n" + events(`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"1"}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"g","arguments":"2"}}]},"finish_reason":"tool_calls"}]}`),
		want: `openai.chat model m tool_calls streamed
  tool a f 1
  tool b g 2`,
	},
	{
		name: "errors of LiteLLM, of which the first holds", path: "/chat/completions", request: `{"model":"m","messages":[]}`,
		response: events(`{"error":{"message":"Timeout","type":"None","param":"None","code":"408"}}`, `{"error":{"message":"Closed","type":"None","code":"500"}}`),
		want: `openai.chat model m streamed
! 408: Timeout`,
	},
	{
		name: "several choices", path: "/v1/chat/completions", request: `{"model":"m","n":2,"messages":[]}`,
		response: `{"choices":[{"index":0,"message":{"content":"A"},"finish_reason":"stop"},{"index":1,"message":{"content":"B"},"finish_reason":"length"}]}`,
		want: `openai.chat model m stop
> "A"
note the answer has several choices; the first is read`,
	},
	{
		name: "completions", path: "/v1/completions", request: `{"model":"m","prompt":"Once"}`,
		response: `{"id":"cmpl-1","choices":[{"text":" upon","index":0,"finish_reason":"length"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}`,
		want: `openai.completions model m length in=1 out=1 cached=0 reasoning=0
< user: "Once"
> " upon"
ids cmpl-1`,
	},
	{
		name: "embeddings", path: "/v1/embeddings", request: `{"model":"text-embedding-3-small","input":["a","b"]}`,
		response: `{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.1,0.2]}],"model":"text-embedding-3-small","usage":{"prompt_tokens":2,"total_tokens":2}}`,
		want: `openai.embeddings other text-embedding-3-small in=2 out=0 cached=0 reasoning=0
< user: "a"
< user: "b"`,
	},
	{name: "a page as the answer", path: "/v1/chat/completions", request: `{"model":"m","messages":[]}`, response: `<html>`, want: "openai.chat model m\nnote the answer is neither JSON nor a stream"},
	{name: "no answer", path: "/v1/chat/completions", status: -1, request: `{"model":"m","messages":[]}`, want: "openai.chat model m\nnote there is no answer"},
	{
		name: "an error of JSON that is said to be a stream", path: "/v1/chat/completions", status: 500, request: `{"model":"m","messages":[]}`, response: ` {"error":{"message":"Oops"}}`,
		want: "openai.chat model m\n! HTTP 500: Oops",
	},
	{name: "no body with an error", path: "/v1/chat/completions", status: 503, request: `{"model":"m","messages":[]}`, want: "openai.chat model m\n! HTTP 503: Service Unavailable"},
	{name: "models", path: "GET /v1/models", response: `{"object":"list","data":[{"id":"gpt-4o","object":"model"}]}`, want: `openai.models other`},
	{name: "models of something else", path: "GET /v1/models", response: `{"cars":[]}`, want: `not a call`},
	{name: "completions of something else", path: "/tasks/completions", request: `{"task":"t"}`, response: `{}`, want: `not a call`},
	{name: "a form", path: "/v1/chat/completions", header: "Content-Type: application/x-www-form-urlencoded", request: `a=b`, want: `not a call`},
	{name: "no body", path: "/v1/chat/completions", want: `not a call`},
	{
		name: "malformed request", path: "/v1/chat/completions", status: 400, request: `hello`, response: `{"error":{"message":"We could not parse the JSON body of your request.","type":"invalid_request_error","param":null,"code":null}}`,
		want: `openai.chat model
! invalid_request_error: We could not parse the JSON body of your request.
note the request is not JSON: no JSON value at byte 0`,
	},
}

func TestChat(t *testing.T) { run(t, chatSamples) }

// responsesSamples are exchanges of the Responses API.
var responsesSamples = []sample{
	{
		name: "whole", path: "/v1/responses", request: `{"model":"o4-mini","instructions":"Be brief.","previous_response_id":"resp_0","input":[{"role":"user","content":[{"type":"input_text","text":"Hi"},{"type":"input_image","image_url":"https://x"}]},{"type":"reasoning","id":"rs_0","summary":[]},{"type":"function_call","id":"fc_0","call_id":"call_0","name":"f","arguments":"{\"a\":1}"},{"type":"function_call_output","call_id":"call_0","output":"42"}]}`,
		response: `{"id":"resp_1","object":"response","status":"completed","error":null,"incomplete_details":null,"model":"o4-mini-2025-04-16","output":[{"type":"reasoning","id":"rs_1","summary":[]},{"type":"message","id":"msg_1","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Hello","annotations":[]}]},{"type":"function_call","id":"fc_1","call_id":"call_1","name":"g","arguments":"{}","status":"completed"}],"usage":{"input_tokens":75,"input_tokens_details":{"cached_tokens":5},"output_tokens":1186,"output_tokens_details":{"reasoning_tokens":1024},"total_tokens":1261}}`,
		want: `openai.responses model o4-mini-2025-04-16 completed in=75 out=1186 cached=5 reasoning=1024
< system: "Be brief."
< user: "Hi\n[input_image]"
< assistant: ""
  tool call_0 f {"a":1} = "42"
< tool: ""
  tool call_0 f {"a":1} = "42"
> "Hello"
  tool call_1 g {}
ids resp_0 resp_1`,
	},
	{
		name: "stream without its last event", path: "/v1/responses", request: `{"model":"gpt-4.1","input":"Hi","stream":true}`,
		response: "event: response.created\ndata: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_2\",\"object\":\"response\",\"status\":\"in_progress\",\"model\":\"gpt-4.1-2025-04-14\",\"output\":[],\"usage\":null,\"error\":null}}\n\n" + events(
			`{"type":"response.output_item.added","output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}}`,
			`{"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"Hel"}`,
			`{"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"lo"}`,
			`{"type":"response.output_text.done","item_id":"msg_1","output_index":0,"text":"Hello"}`,
			`{"type":"response.output_item.added","output_index":1,"item":{"id":"fc_1","type":"function_call","call_id":"call_1","name":"f","arguments":""}}`,
			`{"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":1,"delta":"{\"a\":"}`,
			`{"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":1,"delta":"1}"}`,
			`{"type":"response.output_item.done","output_index":1,"item":{"id":"fc_1","type":"function_call","call_id":"call_1","name":"f","arguments":"{\"a\":1}"}}`),
		want: `openai.responses model gpt-4.1-2025-04-14 streamed
< user: "Hi"
> "Hello"
  tool call_1 f {"a":1}
ids resp_2
note the stream ended before the answer was finished`,
	},
	{
		name: "stream whose last event repeats all", path: "/v1/responses", request: `{"model":"gpt-4.1","input":"Hi","stream":true}`,
		response: events(`{"type":"response.output_text.delta","output_index":0,"delta":"Hel"}`,
			`{"type":"response.incomplete","response":{"id":"resp_3","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hel"}]}],"usage":{"input_tokens":3,"output_tokens":1}}}`),
		want: `openai.responses model gpt-4.1 max_output_tokens streamed in=3 out=1 cached=0 reasoning=0
< user: "Hi"
> "Hel"
ids resp_3`,
	},
	{
		name: "tool of a server", path: "/v1/responses", request: `{"model":"m","input":"Hi"}`,
		response: `{"id":"resp_5","object":"response","status":"completed","output":[{"type":"web_search_call","id":"ws_1","status":"completed"},{"type":"mcp_call","id":"mcp_1","name":"roll","arguments":"{}","error":null,"output":"4"},{"type":"mcp_call","id":"mcp_2","name":"roll","arguments":"{}","error":"timeout","output":null}]}`,
		want: `openai.responses model m completed
< user: "Hi"
  tool mcp_1 roll {} = "4"
  tool mcp_2 roll {} = "timeout" (error)
ids resp_5`,
	},
	{
		name: "queued", path: "/v1/responses", request: `{"model":"m","input":"Hi","background":true}`, response: `{"id":"resp_6","object":"response","status":"queued","output":[]}`,
		want: `openai.responses model m
< user: "Hi"
ids resp_6`,
	},
	{
		name: "failed", path: "/v1/responses", request: `{"model":"m","input":"Hi","stream":true}`,
		response: events(`{"type":"response.failed","response":{"id":"resp_4","status":"failed","error":{"code":"server_error","message":"The model failed."},"output":[]}}`),
		want: `openai.responses model m failed streamed
< user: "Hi"
! server_error: The model failed.
ids resp_4`,
	},
	{
		name: "error event, and a refusal", path: "/v1/responses", request: `{"model":"m","input":"Hi","stream":true}`,
		response: events(`{"type":"response.refusal.delta","output_index":0,"delta":"No."}`, `{"type":"error","code":"rate_limit_exceeded","message":"Slow down.","param":null,"sequence_number":9}`),
		want: `openai.responses model m streamed refusal
< user: "Hi"
> "No."
! rate_limit_exceeded: Slow down.`,
	},
	{
		name: "error 400", path: "/v1/responses", status: 400, request: `{"model":"m","input":[{"type":"function_call_output","call_id":"call_9","output":"x"}]}`,
		response: `{"error":{"message":"No tool call found for function call output with call_id call_9.","type":"invalid_request_error","param":"input","code":null}}`,
		want: `openai.responses model m
< tool: ""
  tool call_9   = "x"
! invalid_request_error: No tool call found for function call output with call_id call_9.`,
	},
	{name: "responses of something else", path: "/survey/responses", request: `{"answers":[]}`, response: `{}`, want: `not a call`},
}

func TestResponses(t *testing.T) { run(t, responsesSamples) }
