package preset

// Beginnings that several rules have.
const (
	streams  = "op:SendStreamingMessage op:SubscribeToTask "
	terminal = "state:completed state:failed state:canceled state:rejected "
	noCard   = "-op:GetAgentCard "
)

var list = []Preset{
	{
		Name: "never-finish", Title: "Never finish",
		Does:   "The event that ends a task never comes, and the stream stays open.",
		Expect: "Stops waiting after a time of its own, then asks for the task by GetTask or takes the stream up again.",
		Rules:  []string{streams + terminal + "=> drop; stall"},
	},
	{
		Name: "cut-after-first-artifact", Title: "Cut after the first artifact",
		Does:   "The connection of a stream breaks right after its first artifact event.",
		Expect: "Does not take the break for an end: it takes the stream up again or asks for the task, and has every artifact once.",
		Rules:  []string{streams + "event:artifact nth:1 => cut"},
	},
	{
		Name: "duplicate-last-chunk", Title: "Duplicate the last chunk",
		Does:   "The event that says it is the last chunk of an artifact comes twice.",
		Expect: "Has the chunk's content once: an artifact that is complete is not appended to.",
		Rules:  []string{streams + "event:last-chunk => duplicate"},
	},
	{
		Name: "lose-terminal-event", Title: "Lose the terminal event",
		Does:   "The event that ends a task never comes, and the stream ends as if all were well.",
		Expect: "Notices that the task has not ended, and asks for it by GetTask.",
		Rules:  []string{streams + terminal + "=> drop"},
	},
	{
		Name: "flaky-network", Title: "Flaky network",
		Does:   "Some calls are late, one in ten is lost on its way, and one event in twenty breaks off in its middle.",
		Expect: "Calls again what is safe to repeat, after a pause, takes streams up again, and says so when it gives up.",
		Rules: []string{
			noCard + "chance:30% => delay 50ms..500ms",
			noCard + "chance:10% => drop",
			noCard + "chance:5% => cut middle",
		},
	},
	{
		Name: "slow-agent", Title: "Slow agent",
		Does:   "Each answer begins after two seconds, and each event of a stream is up to a second and a half late.",
		Expect: "Waits, shows that it does, and does not send the message again.",
		Rules: []string{
			noCard + "=> slow-headers 2s",
			"direction:response " + streams + "=> delay 300ms..1.5s",
		},
	},
	{
		Name: "expired-credentials", Title: "Expired credentials",
		Does:   "Each call but for the card is answered with 401 and says that the access token expired; over gRPC with UNAUTHENTICATED.",
		Expect: "Gets a new token once and calls again; when that is refused too, it asks its user and does not call for ever.",
		Rules:  []string{noCard + `=> answer 401 WWW-Authenticate: "Bearer error=\"invalid_token\", error_description=\"The access token expired\""`},
	},
	{
		Name: "version-mismatch", Title: "Version mismatch",
		Does:   "Each call but for the card is refused as one of a version that the agent does not speak: by VersionNotSupported in 1.0, by an unknown method before.",
		Expect: "Chooses another interface or version from the card, or says which versions there are; it does not repeat the call.",
		Rules: []string{
			"dialect:1.0 " + noCard + "=> error VersionNotSupported",
			"dialect:0.1 dialect:0.2 dialect:0.3 " + noCard + "=> error MethodNotFound",
		},
	},
	{
		Name: "input-required-forever", Title: "Input required for ever",
		Does:   "Whenever a task is completed, the agent says that it requires input instead.",
		Expect: "Asks its user, continues the task with the answer, and lets the user stop; it does not answer by itself for ever.",
		Rules: []string{
			"state:completed dialect:0.1 dialect:0.2 dialect:0.3 binding:jsonrpc => " + stateAt("/result/status/state", "input-required"),
			"op:send op:subscribe state:completed dialect:1.0 binding:jsonrpc event:task => " + stateAt("/result/task/status/state", inputRequired),
			"state:completed dialect:1.0 binding:jsonrpc event:status => " + stateAt("/result/statusUpdate/status/state", inputRequired),
			"op:GetTask op:CancelTask state:completed dialect:1.0 binding:jsonrpc => " + stateAt("/result/status/state", inputRequired),
			"op:send op:subscribe state:completed binding:rest binding:grpc event:task => " + stateAt("/task/status/state", inputRequired),
			"state:completed binding:rest binding:grpc event:status => " + stateAt("/statusUpdate/status/state", inputRequired),
			"op:GetTask op:CancelTask state:completed binding:rest binding:grpc => " + stateAt("/status/state", inputRequired),
		},
	},
	{
		Name: "artifacts-out-of-order", Title: "Artifacts out of order",
		Does:   "The first, third, fifth and seventh artifact event of a stream come after the event that follows them.",
		Expect: "Puts artifacts together by their ids and chunks, or says that a chunk is missing; it does not show them mixed up as if they were whole.",
		Rules:  []string{streams + "event:artifact nth:1 nth:3 nth:5 nth:7 => reorder"},
	},
	{
		Name: "too-many-requests", Title: "Too many requests",
		Does:   "The first message is answered with 429 and Retry-After: 2; over gRPC with UNAVAILABLE.",
		Expect: "Waits as long as it is told, then sends the message again.",
		Rules:  []string{"op:send call:1 => answer 429 Retry-After: 2"},
	},
	{
		Name: "reconnect-storm", Title: "Reconnect storm",
		Does:   "Each stream breaks after its second event, also one that was taken up again.",
		Expect: "Takes the stream up again with pauses that grow, and ends that after some attempts.",
		Rules:  []string{streams + "nth:2 => cut"},
	},
}

const inputRequired = "TASK_STATE_INPUT_REQUIRED"

// stateAt is the action that puts another state in a document.
func stateAt(path, state string) string {
	return `replace [{"op":"replace","path":"` + path + `","value":"` + state + `"}]`
}
