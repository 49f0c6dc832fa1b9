package archive

import (
	"errors"
	"fmt"
	"strings"
)

// FileError says what is wrong with a file: where, why, and what to try. Errors of the sink are not wrapped in
// one.
type FileError struct {
	Line   int    // from 1; 0 when the format has no lines
	Cause  string // "the file ends in the middle of exchange 3"
	Advice string
	// IsTotal means that nothing of the file can be used, for example because its format is foreign or
	// too new.
	IsTotal bool
}

func (d *FileError) Error() string {
	var b strings.Builder
	if d.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", d.Line)
	}
	b.WriteString(d.Cause)
	if d.Advice != "" {
		b.WriteString("; " + d.Advice)
	}
	return b.String()
}

// isRepairable reports whether what was read before the error may be kept.
func isRepairable(err error) bool {
	var d *FileError
	return errors.As(err, &d) && !d.IsTotal
}

const retryAdvice = "copy or export it again, or keep what can be read with sessions import --partial"

// editedAdvice is for a file whose counts do not match.
const editedAdvice = retryAdvice + `; a file edited by hand can be read if its last line is {"kind":"end"}`
