// Package words has the names and phrases for A2A and wire terms that the pages and the command line share.
// It also makes untrusted text safe to print.
package words

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// State returns a state for display: a glyph and a word; "" for no state.
func State(s a2a.State) string {
	if s == "" {
		return ""
	}
	return Glyph(s) + " " + Visible(s.Word())
}

// Glyph returns a state's glyph, which is always shown next to the word.
func Glyph(s a2a.State) string {
	switch s {
	case a2a.Submitted:
		return "○"
	case a2a.Working:
		return "◐"
	case a2a.InputRequired, a2a.AuthRequired:
		return "◆"
	case a2a.Completed:
		return "✓"
	case a2a.Failed, a2a.Rejected:
		return "✕"
	case a2a.Canceled:
		return "⊘"
	}
	return "·"
}

// OperationWord returns a word for an operation, "" if it is unknown.
func OperationWord(op a2a.Operation) string {
	switch op {
	case a2a.SendMessage:
		return "send"
	case a2a.SendStreamingMessage:
		return "stream"
	case a2a.GetTask:
		return "get"
	case a2a.ListTasks:
		return "list"
	case a2a.CancelTask:
		return "cancel"
	case a2a.SubscribeToTask:
		return "subscribe"
	case a2a.GetCard, a2a.GetExtendedCard:
		return "card"
	case a2a.PushNotification:
		return "push"
	case a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.DeletePushConfig:
		return "push config"
	}
	return ""
}

// MessageLine returns the first line of what was said: by the client if the call carries a message, else by
// the agent.
func MessageLine(x wire.Exchange) string {
	line, _, _ := strings.Cut(strings.TrimSpace(x.Labels.Text), "\n")
	return OneLine(clip.Runes(line, 160))
}

// Parts returns the text of parts for search and display: text unchanged, data as JSON, files by name.
func Parts(parts []a2a.Part) string {
	var out []string
	for _, p := range parts {
		switch p.Kind {
		case a2a.TextPart:
			out = append(out, p.Text)
		case a2a.DataPart:
			out = append(out, string(p.Data))
		case a2a.FilePart:
			out = append(out, "["+fileText(p)+"]")
		default:
			out = append(out, string(p.Raw))
		}
	}
	return strings.Join(out, "\n")
}

func fileText(p a2a.Part) string {
	words := []string{"file"}
	if p.Filename != "" {
		words = append(words, p.Filename)
	}
	if p.MediaType != "" {
		words = append(words, p.MediaType)
	}
	switch {
	case p.URL != "":
		words = append(words, p.URL)
	case p.Encoded != "":
		words = append(words, fmt.Sprintf("%d characters that are not base64", len(p.Encoded)))
	default:
		words = append(words, Bytes(int64(len(p.Bytes))))
	}
	return strings.Join(words, " · ")
}
