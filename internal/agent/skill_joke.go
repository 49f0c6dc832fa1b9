package agent

import "github.com/a2a-console/a2a-console/internal/a2a"

// joke is the example "Send a Task" of the 0.1 documents: one artifact, then the task is completed.
var joke = skill{
	card: a2a.Skill{
		ID: "joke", Name: "Tell a joke",
		Description: "Answers with one artifact and completes the task.",
		Tags:        []string{"text", "artifact"},
		Examples:    []string{"tell me a joke"},
		InputModes:  []string{"text/plain"}, OutputModes: []string{"text/plain"},
	},
	canHandle: mentions("joke"),
	run: func(t *turn) {
		t.addArtifact("joke", "", text("Why did the chicken cross the road? To get to the other side!"))
		t.complete()
	},
}

// hello answers with a message where the version allows that, else with a task.
var hello = skill{
	card: a2a.Skill{
		ID: "hello", Name: "Say hello",
		Description: "Answers with a message instead of a task. Version 0.1 has no such answer, so it gets a task.",
		Tags:        []string{"text", "message"},
		Examples:    []string{"hello"},
		InputModes:  []string{"text/plain"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("hello", "hi", "hello!", "hi!"),
	run: func(t *turn) {
		t.addArtifact("greeting", "", text(greeting))
		t.complete()
	},
	reply: func(*input) []a2a.Part { return []a2a.Part{text(greeting)} },
}

const greeting = "Hello! I am the reference agent. My card lists what I can do; \"tell me a joke\" is a good start."
