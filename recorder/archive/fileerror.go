package archive

import (
	"errors"
	"fmt"
	"strings"
)

// FileError is what is wrong with a file: where, why, and what to try. It is an
// error about the file; those of the sink that reads it come as they are.
type FileError struct {
	Line   int    // from 1; 0 when the format has no lines
	Cause  string // "the file ends in the middle of exchange 3"
	Advice string
	// IsTotal says that nothing of the file can be used: it is of a foreign format
	// or of a newer version.
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

// isRepairable reports whether what came before an error may be kept.
func isRepairable(err error) bool {
	var d *FileError
	return errors.As(err, &d) && !d.IsTotal
}

const retryAdvice = "copy or export it again, or keep what can be read with sessions import --partial"

// editedAdvice is for a file whose counts do not fit.
const editedAdvice = retryAdvice + `; a file edited by hand is read when its last line is {"kind":"end"}`
