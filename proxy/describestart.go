package proxy

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// describeStart returns how a response that is not HTTP begins, in words that follow "begins". It
// quotes only versions and numbers: any other word may be a secret.
func describeStart(raw []byte) string {
	line, _ := nextLine(raw)
	switch {
	case wire.BeginsAsHTTP(line):
		return quoteStatusLine(strings.Fields(string(line)))
	case len(line) > 1 && (line[0] == 0x15 || line[0] == 0x16) && line[1] == 3:
		return "as TLS does"
	case utf8.Valid(line) && !bytes.ContainsFunc(line, unicode.IsControl):
		return "with text that is not HTTP"
	}
	return "with bytes that are not text"
}

const digits = "0123456789"

// quoteStatusLine quotes the version and the status of a status line.
func quoteStatusLine(words []string) string {
	switch version := words[0]; {
	case len(version) > 8 || strings.Trim(version, "HTP/."+digits) != "":
		return "as HTTP does, but without a valid version"
	case len(words) > 1 && len(words[1]) <= 8 && strings.Trim(words[1], digits) == "":
		return fmt.Sprintf("with %q", version+" "+words[1])
	default:
		return fmt.Sprintf("with %q", version)
	}
}
