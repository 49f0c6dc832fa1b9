// Package chaos runs conversations under faults and says what the client did: whether it recovered, subscribed
// again, sent its message again, gave up, hung, or lost data. Run arms the rules of one Preset for each
// conversation at the tap that it passes through. The verdict comes from the recording alone: what the agent sent,
// what reached the client, and what the client called afterwards. GoodClient is a client that handles faults as it
// should.
package chaos
