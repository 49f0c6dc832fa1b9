package agent

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

var failure = skill{
	card: a2a.Skill{
		ID: "fail", Name: "Fail",
		Description: "Starts, sends half an artifact and fails with a message.",
		Tags:        []string{"error"},
		Examples:    []string{"fail"},
		InputModes:  []string{"text/plain"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("fail", "fail!", "please fail"),
	run: func(t *turn) {
		t.beginArtifact("draft", "Left unfinished on purpose", false, text("This is as far as I got"))
		t.fail(text("I failed, as asked. Nothing is broken: this is what a failed task looks like."))
	},
}

// rejection ends its task as rejected, or as failed in 0.1.
var rejection = skill{
	card: a2a.Skill{
		ID: "reject", Name: "Reject",
		Description: "Rejects the task with a message. Version 0.1 has no such state, so the task fails there.",
		Tags:        []string{"error"},
		Examples:    []string{"reject this"},
		InputModes:  []string{"text/plain"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("reject"),
	run:       func(t *turn) { t.reject(text("I rejected this, as asked.")) },
}

// signIn pauses the task until the client says that it has signed in (1.0 §7.6).
var signIn = skill{
	card: a2a.Skill{
		ID: "sign-in", Name: "Ask for sign-in",
		Description: `Pauses in auth-required (0.1: input-required). Answer "done" on the same task to continue; any other answer repeats the question. ` +
			"No real credentials are required, and none are kept.",
		Tags:       []string{"multi-turn", "auth-required"},
		Examples:   []string{"sign in"},
		InputModes: []string{"text/plain"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("sign in", "sign-in", "auth", "log in"),
	run:       askSignIn,
}

func askSignIn(t *turn) {
	t.ask(a2a.AuthRequired, afterSignIn, text(`Sign in at the (imaginary) service, then answer "done" on this task.`))
}

func afterSignIn(t *turn) {
	if strings.Trim(t.input.command, ".! ") != "done" {
		askSignIn(t)
		return
	}
	t.addArtifact("account", "", text("You are signed in as demo@example.com."))
	t.complete()
}

// diagnosis is the skill that only the extended card lists.
var diagnosis = skill{
	extendedOnly: true,
	card: a2a.Skill{
		ID: "diagnosis", Name: "Describe the message",
		Description: "Lists the parts of the message as the agent read them. Only the extended card shows this skill.",
		Tags:        []string{"extended"},
		Examples:    []string{"diagnose this message"},
		OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("diagnose", "diagnosis"),
	run: func(t *turn) {
		var b strings.Builder
		for _, p := range t.input.message.Parts {
			b.WriteString("- " + string(p.Kind) + " " + p.MediaType + " " + p.Filename + "\n")
		}
		t.addArtifact("diagnosis", "", text(b.String()))
		t.complete()
	},
}

// echo returns every part unchanged. It also handles the messages that no other skill can.
var echo = skill{
	card: a2a.Skill{
		ID: "echo", Name: "Echo",
		Description: "Returns every part: text, files by content and by URI, data, and parts of unknown kinds. Also answers messages that fit no other skill.",
		Tags:        []string{"echo", "file", "data"},
		Examples:    []string{"echo this"},
	},
	canHandle: func(*input) bool { return true },
	run: func(t *turn) {
		t.addArtifact("echo", "", slices.Clone(t.input.message.Parts)...)
		if startsWith("echo")(t.input) || t.input.command == "" || t.input.fields["skill"] != nil {
			t.complete()
			return
		}
		t.complete(text(`I have no skill for that, so here is your message back. My card lists what I can do; "tell me a joke" is a good start.`))
	},
}
