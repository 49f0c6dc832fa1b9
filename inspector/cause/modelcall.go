package cause

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// agentFailures are the kinds of failures that happen inside an agent, so that a failed call of a model or of a
// tool may be behind them.
var agentFailures = []Kind{Task, Server, ProtocolError, CutAnswer, EarlyEnd, EmptyAnswer}

// blameModelCall returns the cause behind a cause: the call of a model or a tool that failed beneath it.
func (c *Case) blameModelCall(out Cause) Cause {
	m := c.FailedModelCall
	if m == nil || !slices.Contains(agentFailures, out.Kind) || out.Kind == Task && !c.hasFailedTask() {
		return out
	}
	name, kind := shorten(m.Title()), "model"
	if l := m.Labels.Model; l != nil && l.API == "mcp" {
		kind = "tool"
	}
	text := "The agent's call of the " + kind + " " + name + " failed: " + explainModelFailure(m) + "."
	if m.Basis == modelcall.Inferred {
		text = "Probably the agent's call of the " + kind + " " + name + " made it fail: " + explainModelFailure(m) + "."
	}
	proof := m.Method + " " + shorten(m.URL)
	if m.Response.Status > 0 {
		proof += " answered with " + words.StatusLine(m.Response.Status)
	}
	if l := m.Labels.Model; l != nil && l.Error != "" && m.Response.Status < 400 {
		proof += " and an error"
	}
	return Cause{Kind: ModelCall, Text: text + " " + out.Text, Proof: Proof{Text: proof, Place: Beneath, Exchange: m.ID},
		Advice: "Open that call: its request shows what the agent sent. Then let the agent say in its status message why it failed."}
}

func explainModelFailure(m *modelcall.Child) string {
	switch l := m.Labels.Model; {
	case l != nil && l.Error != "":
		text := "“" + strings.TrimRight(shorten(l.Error), ". ") + "”"
		if m.Response.Status >= 400 {
			return strconv.Itoa(m.Response.Status) + " " + text
		}
		return text
	case m.Response.Status > 0 && m.Outcome == wire.ByAgent:
		return words.StatusLine(m.Response.Status)
	}
	if m.Problem != "" {
		return strings.TrimRight(shorten(words.OneLine(m.Problem)), ". ")
	}
	return words.OutcomeWordsOf(&m.Exchange).Phrase
}
