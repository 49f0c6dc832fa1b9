package model

// readChat reads a chunk or an answer of Chat Completions, or of the older Completions.
func readChat(r *reader, v value) {
	for choice := range v.get("choices").each() {
		if n, _ := choice.get("index").count(); n > 0 {
			r.note("the answer has several choices; the first is read")
			continue
		}
		r.answer.addMessage(choice.get("message|delta"))
		r.answer.text.add(choice.get("text"))
		r.setFinish(choice.get("finish_reason"))
	}
}

// responsesEvents are the events of the Responses API that have a piece of the answer.
var responsesEvents = map[string]func(*reader, value){
	"response.output_text.delta":             func(r *reader, v value) { r.answer.text.add(v.get("delta")) },
	"response.refusal.delta":                 func(r *reader, v value) { r.answer.addRefusal(v.get("delta")) },
	"response.output_item.added":             readOutputItem,
	"response.output_item.done":              readOutputItem,
	"response.function_call_arguments.delta": readOutputArguments,
	"response.custom_tool_call_input.delta":  readOutputArguments,
	"response.mcp_call_arguments.delta":      readOutputArguments,
}

// readResponses reads an event or an answer of the Responses API.
func readResponses(r *reader, v value) {
	if v.get("output").exists() || v.get("object").is("response") {
		r.readOutput(v)
	} else if response := v.get("response"); response.exists() {
		r.readOutput(response)
	} else if read := responsesEvents[v.get("type").name()]; read != nil {
		read(r, v)
	}
}

// readOutput reads a response object. The last one of a stream repeats all output.
func (r *reader) readOutput(v value) {
	r.readFailure(v)
	if status := v.get("status"); !status.is("in_progress") && !status.is("queued") {
		r.setFinish(v.get("incomplete_details.reason|status"))
	}
	output := v.get("output")
	if output.has('[') && output.tree.First(output.node) >= 0 {
		r.answer = newContent(maxAnswer, false)
		for item := range output.each() {
			r.answer.addMessage(item)
		}
	}
}

// readOutputItem reads an item that begins or ends; one that ends has all of its arguments.
func readOutputItem(r *reader, v value) {
	place, ok := v.get("output_index").count()
	if !ok {
		return
	}
	if d := r.answer.places[place]; d != nil {
		d.arguments = joiner{max: maxText}
	}
	r.answer.addTool(place, v.get("item"))
}

func readOutputArguments(r *reader, v value) {
	r.addPiece(v.get("output_index"), v.get("delta"))
}

// addPiece adds a piece of the arguments of the tool call at an index.
func (r *reader) addPiece(index, piece value) {
	if n, ok := index.count(); ok && r.answer.places[n] != nil {
		r.answer.places[n].addArguments(piece)
	}
}

// readMessages reads an event or an answer of Anthropic Messages.
func readMessages(r *reader, v value) {
	switch v.get("type").name() {
	case "message":
		r.answer.addMessage(v)
	case "content_block_start":
		place, _ := v.get("index").count()
		if block := v.get("content_block"); !r.answer.addTool(place, block) {
			r.answer.addPart(block)
		}
	case "content_block_delta":
		r.answer.text.add(v.get("delta.text"))
		r.addPiece(v.get("index"), v.get("delta.partial_json"))
	}
	stop := v.get("stop_reason|delta.stop_reason")
	r.setFinish(stop)
	r.answer.isRefusal = r.answer.isRefusal || stop.is("refusal")
}

// readGemini reads an answer, or a piece of a stream, of Gemini.
func readGemini(r *reader, v value) {
	for candidate := range v.get("candidates").each() {
		if n, _ := candidate.get("index").count(); n > 0 {
			r.note("the answer has several candidates; the first is read")
			continue
		}
		r.answer.addMessage(candidate.get("content"))
		r.setFinish(candidate.get("finishReason"))
	}
	if reason := v.get("promptFeedback.blockReason"); reason.exists() {
		r.answer.isRefusal = true
		r.setFinish(reason)
		r.fail(v.get("promptFeedback.blockReasonMessage"), "the prompt was blocked", reason.name())
	}
}

// readOllama reads an answer, or a line of a stream, of Ollama.
func readOllama(r *reader, v value) {
	r.answer.addMessage(v.get("message"))
	r.answer.text.add(v.get("response"))
	r.setFinish(v.get("done_reason"))
	r.isDone = r.isDone || v.get("done").has('t')
}
