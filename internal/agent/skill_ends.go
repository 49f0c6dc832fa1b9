package agent

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

var failure = skill{
	card: a2a.Skill{
		ID: "fail", Name: "Fail",
		Description: "Starts, brings half an artifact and fails with a message.",
		Tags:        []string{"error"},
		Examples:    []string{"fail"},
		InputModes:  []string{"text/plain"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("fail", "fail!", "please fail"),
	run: func(t *turn) {
		t.beginArtifact("draft", "Left unfinished on purpose", false, text("This is as far as I got"))
		t.fail(text("I failed, as asked. Nothing is broken; this is how a failed task looks."))
	},
}

// rejection ends its task as rejected, or as failed in 0.1.
var rejection = skill{
	card: a2a.Skill{
		ID: "reject", Name: "Reject",
		Description: "Refuses the task with a message; version 0.1 knows no such state and says failed.",
		Tags:        []string{"error"},
		Examples:    []string{"reject this"},
		InputModes:  []string{"text/plain"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("reject"),
	run:       func(t *turn) { t.reject(text("I do not do that, as asked.")) },
}

// signIn pauses the task until the client says that it has signed in (1.0 §7.6).
var signIn = skill{
	card: a2a.Skill{
		ID: "sign-in", Name: "Ask for sign-in",
		Description: `Stops in auth-required (0.1: input-required). Answer on the same task with "done" to go on, with anything else to be asked again. ` +
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
		Description: "Shown in the extended card only: lists the parts of the message as the agent read them.",
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
		Description: "Gives every part back: text, files by content and by URI, data, and parts nobody knows. Also answers what no other skill wants.",
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
		t.complete(text(`I know no skill for that, so here it is back. My card lists what I can do; "tell me a joke" is a good start.`))
	},
}
