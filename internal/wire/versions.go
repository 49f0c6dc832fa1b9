package wire

// Versions tells whether a record changed: a counter with a new value means that what it counts has
// changed.
type Versions struct {
	Exchanges int64 // the newest Version of an exchange, 0 if there is none
	Sessions  int64 // changes to sessions, their edits and gaps, and stored filters and limits
	Agents    int64 // changes to stored agents
}

// NonExchange grows with every change other than to exchanges.
func (v Versions) NonExchange() int64 { return v.Sessions + v.Agents }
