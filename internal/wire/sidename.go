package wire

import "slices"

var sideTexts = []string{"request", "response", "request_sent", "response_sent"}

// String returns the side's name in files and API responses: "request_sent".
func (s Side) String() string {
	if int(s) < len(sideTexts) {
		return sideTexts[s]
	}
	return "unknown"
}

// ParseSide is the inverse of String; ok is false for any other text.
func ParseSide(name string) (Side, bool) {
	i := slices.Index(sideTexts, name)
	return Side(max(i, 0)), i >= 0
}

// Place is the Redaction.Place of the side's body.
func (s Side) Place() string {
	return [...]string{"request.body", "response.body", "request.sent.body", "response.sent.body"}[s]
}

func (s Side) IsRequest() bool { return s == Request || s == RequestSent }
