package model

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// api is a way to call a model. A path matches by its end.
type api struct {
	name   string
	kind   Kind
	method string
	suffix string
	header string // a request header that must be there, if any
	// need are members of the request, or of the answer to a GET: one of each group.
	need   []string
	read   func(*reader, value) // reads one event or the whole answer; nil if only counts and errors are read
	counts *counts
}

// apis lists the known APIs. The first row that matches holds.
var apis = []api{
	{"openai.chat", KindModel, "POST", "/chat/completions", "", []string{"messages"}, readChat, chatCounts},
	{"openai.completions", KindModel, "POST", "/completions", "", []string{"prompt"}, readChat, chatCounts},
	{"openai.responses", KindModel, "POST", "/responses", "", []string{"input|prompt|previous_response_id"}, readResponses, responsesCounts},
	{"openai.embeddings", KindOther, "POST", "/v1/embeddings", "", []string{"input"}, nil, chatCounts},
	{"openai.embeddings", KindOther, "POST", "/embeddings", "", []string{"input", "model"}, nil, chatCounts},
	{"anthropic.messages", KindModel, "POST", "/v1/messages", "", []string{"messages", "model|max_tokens"}, readMessages, messagesCounts},
	{"anthropic.countTokens", KindOther, "POST", "/v1/messages/count_tokens", "", []string{"messages"}, nil, nil},
	{"anthropic.models", KindOther, "GET", "/v1/models", "Anthropic-Version", []string{"data|error"}, nil, nil},
	{"gemini.generateContent", KindModel, "POST", ":generateContent", "", []string{"contents"}, readGemini, geminiCounts},
	{"gemini.generateContent", KindModel, "POST", ":streamGenerateContent", "", []string{"contents"}, readGemini, geminiCounts},
	{"gemini.countTokens", KindOther, "POST", ":countTokens", "", []string{"contents|generateContentRequest"}, nil, nil},
	{"gemini.embedContent", KindOther, "POST", ":embedContent", "", []string{"content"}, nil, geminiCounts},
	{"gemini.models", KindOther, "GET", "/v1beta/models", "", []string{"models|error"}, nil, nil},
	{"ollama.chat", KindModel, "POST", "/api/chat", "", []string{"model", "messages"}, readOllama, ollamaCounts},
	{"ollama.generate", KindModel, "POST", "/api/generate", "", []string{"model"}, readOllama, ollamaCounts},
	{"ollama.embed", KindOther, "POST", "/api/embed", "", []string{"model", "input"}, nil, ollamaCounts},
	{"ollama.embed", KindOther, "POST", "/api/embeddings", "", []string{"model", "prompt"}, nil, ollamaCounts},
	{"ollama.models", KindOther, "GET", "/api/tags", "", []string{"models"}, nil, nil},
	{"openai.models", KindOther, "GET", "/v1/models", "", []string{"data|error"}, nil, nil},
}

// matchPath reports whether an exchange has the method, path and header of an API.
func (a *api) matchPath(x Exchange, path string) bool {
	return x.Method == a.method && strings.HasSuffix(path, a.suffix) && (a.header == "" || x.RequestHeader.Get(a.header) != "")
}

// matchBody reports whether a document has the members that an API needs.
func (a *api) matchBody(doc value) bool {
	return !slices.ContainsFunc(a.need, func(group string) bool { return !doc.get(group).exists() })
}

// pathOf returns a path without its query and a slash at its end.
func pathOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	return strings.TrimSuffix(path, "/")
}

// modelMarks come before a model's name in a path, where Gemini and Azure have it.
var modelMarks = []string{"/models/", "/tunedModels/", "/deployments/"}

// modelInPath returns the model that a path names.
func modelInPath(path string) string {
	for _, mark := range modelMarks {
		if i := strings.LastIndex(path, mark); i >= 0 {
			name := path[i+len(mark):]
			if end := strings.IndexAny(name, "/:"); end >= 0 {
				name = name[:end]
			}
			if plain, err := url.PathUnescape(name); err == nil {
				name = plain
			}
			return validText([]byte(name[:min(len(name), maxName)]))
		}
	}
	return ""
}

// mayCarryJSON reports whether a request can be one of a JSON API. A malformed one may only say so in its header.
func mayCarryJSON(x Exchange) bool {
	return x.Method != "POST" || looksLikeJSON(x.Request) ||
		strings.Contains(wire.MediaType(x.RequestHeader), "json") && (len(x.Request) > 0 || x.IsCut)
}

// looksLikeJSON reports whether a body may be an object or array.
func looksLikeJSON(body []byte) bool {
	body = bytes.TrimLeft(body, "\ufeff \t\r\n")
	return len(body) > 0 && (body[0] == '{' || body[0] == '[')
}
