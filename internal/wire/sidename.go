package wire

import "slices"

// sideNames are the names of sides in files and answers, by Side.
var sideNames = []string{"request", "response", "request_sent", "response_sent"}

// String is the side's name in files and answers: "request_sent".
func (s Side) String() string {
	if int(s) < len(sideNames) {
		return sideNames[s]
	}
	return "unknown"
}

// SideNamed is the side of a name that String gives; false for any other text.
func SideNamed(name string) (Side, bool) {
	i := slices.Index(sideNames, name)
	return Side(max(i, 0)), i >= 0
}

// Place is what the Redactions of a side's body have as Where.
func (s Side) Place() string {
	return [...]string{"request.body", "response.body", "request.sent.body", "response.sent.body"}[s]
}

// Asks reports whether a side is one of the request.
func (s Side) Asks() bool { return s == Request || s == RequestSent }
