package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// Headers parses "Name: value" lines. Its errors give the line's number and never its text,
// which may hold a credential.
func Headers(text string) (http.Header, error) {
	h, number := http.Header{}, 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("headers, line %d: write them as Name: value", number)
		}
		if err := AddHeader(h, name, value); err != nil {
			return nil, fmt.Errorf("headers, line %d: %w", number, err)
		}
	}
	return h, nil
}

// AddHeader adds a header if its name and value are valid.
func AddHeader(h http.Header, name, value string) error {
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !httpguts.ValidHeaderFieldName(name) {
		return errors.New("write them as Name: value")
	}
	if !httpguts.ValidHeaderFieldValue(value) {
		return errors.New("the value holds a control character")
	}
	h.Add(name, value)
	return nil
}
