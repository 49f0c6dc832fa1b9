package wire

import "slices"

// sideTexts are the names of sides in files and answers, by Side.
var sideTexts = []string{"request", "response", "request_sent", "response_sent"}

// String is the side's name in files and answers: "request_sent".
func (s Side) String() string {
	if int(s) < len(sideTexts) {
		return sideTexts[s]
	}
	return "unknown"
}

// ParseSide is the side of a name that String gives; false for any other text.
func ParseSide(name string) (Side, bool) {
	i := slices.Index(sideTexts, name)
	return Side(max(i, 0)), i >= 0
}

// Place is what the Redactions of a side's body have as Where.
func (s Side) Place() string {
	return [...]string{"request.body", "response.body", "request.sent.body", "response.sent.body"}[s]
}

// IsRequest reports whether a side is one of the request.
func (s Side) IsRequest() bool { return s == Request || s == RequestSent }
