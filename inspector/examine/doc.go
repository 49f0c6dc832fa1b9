// Package examine calls a running agent and says whether it meets each check and what its card declares.
// OfferedTargets lists the interfaces of a card, Options.Plan says what would be sent, Run makes the calls, and
// Report.Judge evaluates the checks on the recorded exchanges. It calls through a Client and reads from a
// Store; it depends on neither the tap nor the recorder.
//
// A probe tests one behaviour of an interface. Its row gives the result and the exchanges that show it. Whether
// an answer has the right error code is left to the checks: a probe that expects a refusal accepts any error.
// Calls are paced and counted. None names a task that the examination did not create, and the examination
// cancels the tasks that it leaves open.
package examine
