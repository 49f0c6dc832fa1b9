package web

import (
	_ "embed"
)

// ImportLimit bounds an uploaded session file, in bytes.
const ImportLimit = 4 << 30

// APIError is an error as programs get it, under "error".
type APIError struct {
	What string `json:"what"`
	Why  string `json:"why"`
	Try  string `json:"try"`
}
