package wire

// User-Agents of the console's own calls. A tap recognizes by them calls that come from another program: the
// command line's, another console's. They are forwarded unchanged; another program that sends the same
// User-Agent is taken for the console.
const (
	CallUserAgent  = "a2a-console"             // calls that the developer makes with commands
	ProbeUserAgent = "a2a-console (discovery)" // card fetches, which the developer did not request one by one
)

// OriginForUserAgent returns who makes calls with a User-Agent.
func OriginForUserAgent(userAgent string) Origin {
	switch userAgent {
	case CallUserAgent:
		return Terminal
	case ProbeUserAgent:
		return Console
	}
	return Client
}
