package wire

// UserAgents of the console's own calls, by which a tap tells them where they come
// from another program: the command line's, another console's. They are sent
// unchanged; another program with the same User-Agent is taken for ours.
const (
	CallerAgent = "a2a-console"             // calls that the developer makes with commands
	ProbeAgent  = "a2a-console (discovery)" // card fetches, which the developer did not ask for one by one
)

// OriginBy is who makes calls with a User-Agent.
func OriginBy(userAgent string) Origin {
	switch userAgent {
	case CallerAgent:
		return Terminal
	case ProbeAgent:
		return Console
	}
	return Client
}
