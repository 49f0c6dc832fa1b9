package model

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
)

type toolShape struct{ tag, id, name, arguments, result, isError string }

// toolShapes are the ways in which APIs write calls of tools and their results. A value has a shape if its type
// is the tag. A value without a type has it if the name is in an object that the tag names. The other columns
// are paths in the value.
var toolShapes = []toolShape{
	{"function", "id", "function.name", "function.arguments", "", ""}, // in tool_calls of Chat Completions and Ollama
	{"custom", "id", "custom.name", "custom.input", "", ""},
	{"function_call", "call_id|id", "name", "arguments", "", ""},
	{"custom_tool_call", "call_id|id", "name", "input", "", ""},
	{"function_call_output", "call_id", "", "", "output", ""},
	{"custom_tool_call_output", "call_id", "", "", "output", ""},
	{"mcp_call", "id", "name", "arguments", "output|error", "error"},
	{"tool_use", "id", "name", "input", "", ""},
	{"server_tool_use", "id", "name", "input", "", ""},
	{"mcp_tool_use", "id", "name", "input", "", ""},
	{"tool_result", "tool_use_id", "", "", "content", "is_error"},
	{"mcp_tool_result", "tool_use_id", "", "", "content", "is_error"},
	{"web_search_tool_result", "tool_use_id", "", "", "content", ""},
	{"functionCall", "functionCall.id", "functionCall.name", "functionCall.args", "", ""},
	{"functionResponse", "functionResponse.id", "functionResponse.name", "", "functionResponse.response", ""},
}

// thoughtTypes are types of parts with a model's reasoning, which is not read.
var thoughtTypes = map[string]bool{"thinking": true, "redacted_thinking": true, "reasoning": true}

// content collects the text and tool calls of a message, or of an answer from its events.
type content struct {
	text      joiner
	tools     []*draft
	places    map[int64]*draft // by the index that a stream gives them
	isPrompt  bool             // parts are separated, and those that are not text are named
	isResult  bool             // tool calls are not read: nested results would be read again at each level
	isRefusal bool
	hasMore   bool // more tool calls than maxTools
}

func newContent(max int, isPrompt bool) *content {
	return &content{text: joiner{max: max}, places: map[int64]*draft{}, isPrompt: isPrompt}
}

// draft is a tool call whose arguments may still arrive.
type draft struct {
	ToolCall
	arguments joiner
	object    string // arguments that are JSON and not a string
}

// anywhere is the index of a tool call that has none.
const anywhere = -1

// addMessage adds what a message says, in any of the APIs.
func (c *content) addMessage(m value) {
	if c.addTool(anywhere, m) {
		return
	}
	if role := m.get("role"); role.is("tool") || role.is("function") {
		d := c.open(anywhere, m.get("tool_call_id").name(), m.get("tool_name|name").name())
		d.setResult(m.get("content"), value{})
	}
	c.addParts(m.get("content"))
	c.addParts(m.get("parts"))
	c.addRefusal(m.get("refusal"))
	for t := range m.get("tool_calls").each() {
		if n, ok := t.get("index").count(); ok {
			c.addTool(n, t)
		} else {
			c.addTool(anywhere, t)
		}
	}
	if f := m.get("function_call"); f.has('{') { // before tools had ids
		c.place(0, "", f.get("name").name()).addArguments(f.get("arguments"))
	}
}

func (c *content) addRefusal(v value) {
	if len(v.inner()) > 0 {
		c.isRefusal = true
		c.text.add(v)
	}
}

func (c *content) addParts(v value) {
	for p := range v.each() {
		c.addPart(p)
	}
}

func (c *content) addPart(p value) {
	kind := p.get("type").name()
	switch {
	case p.has('"'):
		c.separate()
		c.text.add(p)
	case !p.has('{') || thoughtTypes[kind] || p.get("thought").isTrue():
	case !c.isResult && c.addTool(anywhere, p):
	case p.get("text|refusal").has('"'):
		c.separate()
		c.text.add(p.get("text"))
		c.addRefusal(p.get("refusal"))
	case c.isPrompt:
		if n := p.tree.First(p.node); kind == "" && n >= 0 {
			kind = p.tree.Name(n)
		}
		c.separate()
		quoted, _ := json.Marshal("[" + kind + "]")
		c.text.append(quoted[1 : len(quoted)-1])
	}
}

func (c *content) separate() {
	if c.isPrompt && len(c.text.inner) > 0 {
		c.text.append([]byte(`\n`))
	}
}

// shapeOf returns the shape of a tool call or result, nil when v is neither.
func shapeOf(v value) *toolShape {
	kind := v.get("type").name()
	for i := range toolShapes {
		s := &toolShapes[i]
		if kind == s.tag || kind == "" && strings.HasPrefix(s.name, s.tag+".") && v.member(s.tag).has('{') {
			return s
		}
	}
	return nil
}

// addTool adds a tool call or result at an index. It returns false when v is neither.
func (c *content) addTool(index int64, v value) bool {
	s := shapeOf(v)
	if s == nil {
		return false
	}
	id, name := v.get(s.id).name(), v.get(s.name).name()
	if s.arguments == "" {
		c.findOrOpen(index, id, name).setResult(v.get(s.result), v.get(s.isError))
		return true
	}
	d := c.place(index, id, name)
	d.addArguments(v.get(s.arguments))
	if result := v.get(s.result); result.exists() {
		d.setResult(result, v.get(s.isError))
	}
	return true
}

// place returns the draft with an index, or a new one for an id or name; without any of them the newest.
func (c *content) place(index int64, id, name string) *draft {
	if d := c.places[index]; d != nil && (id == "" || d.ID == "" || d.ID == id) {
		return d
	}
	if index == anywhere && id == "" && name == "" && len(c.tools) > 0 {
		return c.tools[len(c.tools)-1]
	}
	return c.open(index, id, name)
}

// findOrOpen returns the call that a result answers in the same message, as tools of the API's own have it.
func (c *content) findOrOpen(index int64, id, name string) *draft {
	for _, d := range c.tools {
		if id != "" && d.ID == id {
			return d
		}
	}
	return c.open(index, id, name)
}

// open returns a new draft. One too many is not part of the content.
func (c *content) open(index int64, id, name string) *draft {
	d := &draft{ToolCall: ToolCall{ID: id, Name: name}, arguments: joiner{max: maxText}}
	if c.hasMore = c.hasMore || len(c.tools) == maxTools; c.hasMore {
		return d
	}
	c.tools = append(c.tools, d)
	if index != anywhere {
		c.places[index] = d
	}
	return d
}

// setResult sets the result of a tool call. isError is true, or describes the error.
func (d *draft) setResult(result, isError value) {
	d.HasResult, d.Result, d.IsError = true, flatText(result), isError.exists() && !isError.has('f')
}

// addArguments adds the arguments of a tool call, or a piece of their text.
func (d *draft) addArguments(v value) {
	if v.has('"') {
		d.arguments.add(v)
	} else if v.exists() {
		d.object = v.text(maxText)
	}
}

// calls returns the tool calls, with texts from the room that is left.
func (c *content) calls(room *int) (all []ToolCall) {
	for _, d := range c.tools {
		d.Arguments = takeRoom(room, cmp.Or(d.arguments.String(), d.object))
		d.Result = takeRoom(room, d.Result)
		all = append(all, d.ToolCall)
	}
	return all
}

// flatText returns the text of a string or of parts, or the JSON of anything else.
func flatText(v value) string {
	c := newContent(maxText, true)
	c.isResult = true
	if c.addParts(v); len(c.text.inner) > 0 && !v.has('{') || v.has('"') {
		return c.text.String()
	}
	return v.text(maxText)
}

// takeRoom returns text, or as much of it as there is room for, and takes the room.
func takeRoom(room *int, text string) string {
	if len(text) > *room {
		text = strings.Clone(clip.Bytes(text, *room))
	}
	*room -= min(*room, len(text))
	return text
}
