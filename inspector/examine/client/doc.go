// Package client examines a client: the reference agent answers it, step by step, with
// what clients have to bear, and what the client did is judged from the record.
//
//	stage := &client.Stage{}              // an http.Handler, behind a tap
//	report := client.Run(ctx, client.Options{Stage: stage, URL: …, Prompt: …, …})
//	err := report.JudgeClient(ctx, …)     // by the list of checks, from the record
//
// A step is one thing that the client is asked to do. It passes where the record shows that
// the client did it, and went on as a good client does; what the client did not do is not
// tested. What a client's requests look like is the checks' business.
package client
