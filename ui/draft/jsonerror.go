package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/ui/part"
)

// jsonError says at which line and column a text stops being JSON, and why; nil if it is JSON.
func jsonError(text string) error {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	err := dec.Decode(&v)
	at := dec.InputOffset()
	if err == nil {
		if _, err = dec.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		at += int64(len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\r\n")))
		return notJSON(text, at, "there is more after the value")
	}
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return notJSON(text, int64(len(text)), "it ends too early")
	case errors.As(err, &syntax):
		at = min(max(syntax.Offset-1, 0), int64(len(text)))
		found, _ := utf8.DecodeRuneInString(text[at:])
		if unicode.IsControl(found) {
			return notJSON(text, at, explainSyntax(syntax))
		}
		return notJSON(text, at, fmt.Sprintf("%s, but found “%s”", explainSyntax(syntax), part.Visible(string(found))))
	}
	return notJSON(text, at, err.Error())
}

func notJSON(text string, at int64, what string) error {
	before := text[:min(max(at, 0), int64(len(text)))]
	line := strings.Count(before, "\n")
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return fmt.Errorf("not JSON at line %d, column %d: %s", 1+line, 1+column, what)
}

// explainSyntax rewords a syntax error of encoding/json for people. Texts that contain others are
// tried before them.
func explainSyntax(err *json.SyntaxError) string {
	for _, w := range [][2]string{
		{"looking for beginning of object key string", "a name in double quotes is expected"},
		{"looking for beginning of value", "a value is expected"},
		{"after object key:value pair", "a comma or } is expected"},
		{"after object key", "a colon is expected"},
		{"after array element", "a comma or ] is expected"},
		{"after top-level value", "the value has ended"},
		{"string escape code", "\\ begins an escape such as \\n or \\\""},
		{"hexadecimal character escape", "\\u must be followed by four hexadecimal digits"},
		{"in string literal", "line breaks and control characters must be escaped in strings"},
		{"numeric literal", "a digit is expected"},
		{"in literal ", "a word other than true, false and null must be in quotes"},
	} {
		if strings.Contains(err.Error(), w[0]) {
			return w[1]
		}
	}
	return err.Error()
}
