package wire

import (
	"net/http"
	"time"
)

// Interim is an informational answer: a status of 1xx before the response
// itself, such as 103 Early Hints (RFC 9110 section 15.2, RFC 8297).
type Interim struct {
	At     time.Time   `json:"at"`
	Status int         `json:"status"`
	Header http.Header `json:"header,omitempty"`
	// Received is as Head's.
	Received string `json:"received,omitempty"`
}
