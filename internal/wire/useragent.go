package wire

// User-Agents of the console's own calls. By them a tap recognizes calls of the command line and of
// other consoles. It forwards them unchanged, and takes any program that sends one of them for a
// console.
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
