package inspector

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// findJSONError says where and why bytes are not valid JSON, as text and as an offset; "" and -1 for valid JSON.
// Lines and columns count from 1, columns in characters.
func findJSONError(body []byte) (why string, offset int64) {
	var v json.RawMessage
	err := json.Unmarshal(body, &v)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return "", -1
	case !errors.As(err, &syntax):
		return err.Error(), -1
	}
	at := min(max(syntax.Offset-1, 0), int64(len(body)))
	why = syntax.Error()
	if strings.HasPrefix(why, "unexpected end") {
		at, why = int64(len(body)), "the text ends before the JSON does"
	}
	line := 1 + bytes.Count(body[:at], []byte("\n"))
	start := bytes.LastIndexByte(body[:at], '\n') + 1
	column := 1 + utf8.RuneCount(body[start:at])
	return fmt.Sprintf("line %d, column %d: %s", line, column, why), at
}

// invalidJSONProblems returns the finding for a card that was read although it is not valid JSON; nil if it is
// valid.
func invalidJSONProblems(body []byte) []a2a.Problem {
	why, at := findJSONError(body)
	if why == "" {
		return nil
	}
	return []a2a.Problem{{Check: "CARD-01", Cause: "json", Severity: a2a.SeverityError, Path: "$", Offset: at, Spec: "RFC 8259",
		Message: "The card is not valid JSON (" + why + "). The other findings are about what could be read of it; other clients will refuse it."}}
}
