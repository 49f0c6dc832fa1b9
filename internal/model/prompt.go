package model

import "slices"

// readRequest reads the prompt of a request, in any of the APIs.
func (r *reader) readRequest(v value) {
	r.call.Model = v.get("model").name()
	if r.call.Model == "" {
		r.call.Model = modelInPath(pathOf(r.x.Path))
	}
	r.call.Streamed = r.call.Streamed || v.get("stream").isTrue()
	r.addID(v.get("previous_response_id").name())
	room := maxKept
	if system := v.get("system|instructions|systemInstruction|system_instruction"); system.exists() {
		r.addPrompt(&room, system, "system")
	}
	list := v.get("messages|input|contents|prompt")
	if !list.has('[') {
		r.addPrompt(&room, list, "user")
	} else {
		r.readPrompts(&room, list)
	}
	linkResults(r.call.Prompt)
}

// readPrompts reads the first message of a list, then the newest ones while there is room.
func (r *reader) readPrompts(room *int, list value) {
	all := slices.Collect(list.each())
	if list.isListCut() {
		r.note("the prompt has too many values; only its beginning is read")
	}
	if len(all) == 0 {
		return
	}
	r.addPrompt(room, all[0], "user")
	start, read := len(r.call.Prompt), 1
	for i := len(all) - 1; i > 0 && read < maxMessages && *room > 0; i-- {
		r.addPrompt(room, all[i], "user")
		read++
	}
	slices.Reverse(r.call.Prompt[start:])
	if read < len(all) {
		r.notef("the prompt has %d messages; %d in the middle are left out", len(all), len(all)-read)
	}
}

// addPrompt adds a message: an object with a role and content, an item of the Responses API, or a text.
func (r *reader) addPrompt(room *int, m value, role string) {
	if !m.exists() {
		return
	}
	c := newContent(maxText, true)
	if m.has('{') {
		c.addMessage(m)
		if text := m.get("text"); len(c.text.inner) == 0 && len(c.tools) == 0 {
			c.text.add(text)
		}
	} else {
		c.addParts(m)
	}
	if c.hasMore {
		r.note("a message has more tool calls than are read")
	}
	out := Message{Role: m.get("role").name(), Text: takeRoom(room, c.text.String()), Tools: c.calls(room)}
	if role == "system" {
		out.Role = role // Gemini writes "user"
	} else if out.Role == "" {
		out.Role = itemRole(out.Tools, role)
	}
	if out.Text != "" || len(out.Tools) > 0 {
		r.call.Prompt = append(r.call.Prompt, out)
	}
}

// itemRole is the role of a message that names none.
func itemRole(tools []ToolCall, otherwise string) string {
	switch {
	case len(tools) == 0:
		return otherwise
	case tools[0].HasResult:
		return "tool"
	}
	return "assistant"
}

// linkResults gives calls in a prompt their results, and results the names and arguments of their calls.
// Where an API has no ids, the oldest call of that name without a result matches.
func linkResults(prompt []Message) {
	waiting := map[string][]*ToolCall{}
	for i := range prompt {
		for j := range prompt[i].Tools {
			t := &prompt[i].Tools[j]
			key := "id " + t.ID
			if t.ID == "" {
				key = "name " + t.Name
			}
			calls := waiting[key]
			switch {
			case !t.HasResult:
				waiting[key] = append(calls, t)
			case len(calls) > 0:
				call := calls[0]
				waiting[key] = calls[1:]
				call.Result, call.HasResult, call.IsError = t.Result, true, t.IsError
				t.Name, t.Arguments = call.Name, call.Arguments
			}
		}
	}
}
