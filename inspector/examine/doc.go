// Package examine exercises a running agent and says how it stands to each check, and to
// what its card declares.
//
//	targets, left := examine.OfferedTargets(found, versions, bindings)
//	o := examine.Options{Found: found, Targets: targets, Client: client, …}
//	plan := o.Plan()                  // what will be sent, and how many calls at most
//	report := examine.Run(ctx, o)     // makes the calls; ends early when ctx does
//	err := report.Judge(ctx, …)       // by the list of checks, from the record
//
// A probe is one thing that is tried of an interface; its row says how that went, with the
// exchanges that show it. Whether an answer has the right code is the checks' business: a
// probe that expects to be refused takes any error. Calls are paced and counted. None names
// a task that the examination did not make, and what it leaves open it cancels.
package examine
