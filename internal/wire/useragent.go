package wire

// UserAgents of the console's own calls, by which a tap tells them where they come
// from another program: the command line's, another console's. They are sent
// unchanged; another program with the same User-Agent is taken for ours.
const (
	CallUserAgent  = "a2a-console"             // calls that the developer makes with commands
	ProbeUserAgent = "a2a-console (discovery)" // card fetches, which the developer did not ask for one by one
)

// OriginForUserAgent is who makes calls with a User-Agent.
func OriginForUserAgent(userAgent string) Origin {
	switch userAgent {
	case CallUserAgent:
		return Terminal
	case ProbeUserAgent:
		return Console
	}
	return Client
}
