package web

import (
	_ "embed"
)

// ImportLimit bounds an uploaded session file, in bytes.
const ImportLimit = 4 << 30

// APIError is an error in API responses, under "error".
type APIError struct {
	Problem string `json:"what"`
	Reason  string `json:"why"`
	Advice  string `json:"try"`
}
