// Package client examines a client. In each Step, Run asks the client to do one thing, while the reference agent
// behind an AgentHandler makes that hard; the recording then shows what the client did. Report.JudgeClient
// evaluates the checks on the client's requests.
//
// A step passes if the recording shows that the client did what it was asked to and continued as a good client
// does. What the client did not do is not tested.
package client
