package wire

// Versions tell whether a record changed: one that is another than before says that
// what it counts did.
type Versions struct {
	Exchanges int64 // the newest Version of an exchange, 0 when there is none
	Sessions  int64 // sessions, what is said of them and what they lack; filters and limits that are kept
	Agents    int64 // agents that were saved
}

// NonExchange grows with every change that is no exchange's.
func (v Versions) NonExchange() int64 { return v.Sessions + v.Agents }
