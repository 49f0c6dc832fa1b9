// Package chaos holds conversations under faults and says what the client did: whether it
// recovered, subscribed again, sent its message again, gave up, hung, or lost data.
//
//	results, err := chaos.Run(ctx, chaos.Options{Presets: …, Texts: …, Arm: …, Converse: …})
//
// Each conversation has the rules of one preset in force at the tap that it goes through.
// What the client did is read from the record alone: what the agent sent, what reached the
// client, and what the client called after that. Good is a client that bears the faults as
// a client should.
package chaos
