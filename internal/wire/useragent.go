package wire

// UserAgents of the console's own calls, by which a tap tells them where they come
// from another program: the command line's, another console's. They travel as they
// are; whoever else calls itself so is taken for one of ours.
const (
	CallerAgent = "a2a-console"             // calls that the developer makes
	ProbeAgent  = "a2a-console (discovery)" // card fetches, of which nobody asked for each
)

// OriginBy is who makes calls with a User-Agent.
func OriginBy(userAgent string) Origin {
	switch userAgent {
	case CallerAgent:
		return Compose
	case ProbeAgent:
		return Console
	}
	return Client
}
