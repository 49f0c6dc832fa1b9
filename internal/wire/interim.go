package wire

import (
	"net/http"
	"time"
)

// Interim is an informational response: a 1xx status before the final response, such as 103 Early Hints (RFC
// 9110 §15.2, RFC 8297).
type Interim struct {
	At     time.Time   `json:"at"`
	Status int         `json:"status"`
	Header http.Header `json:"header,omitempty"`
	// Received is as in Head.
	Received string `json:"received,omitempty"`
}
