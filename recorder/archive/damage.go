package archive

import (
	"errors"
	"fmt"
	"strings"
)

// Damage is what is wrong with a file: where, why, and what to try. It is an
// error about the file; those of the sink that reads it come as they are.
type Damage struct {
	Line int    // from 1; 0 when the format has no lines
	Why  string // "the file ends in the middle of exchange 3"
	Try  string
	// Lost says that nothing of the file can be used: it is of a foreign format
	// or of a newer version.
	Lost bool
}

func (d *Damage) Error() string {
	var b strings.Builder
	if d.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", d.Line)
	}
	b.WriteString(d.Why)
	if d.Try != "" {
		b.WriteString("; " + d.Try)
	}
	return b.String()
}

// repairable reports whether what came before an error may be kept.
func repairable(err error) bool {
	var d *Damage
	return errors.As(err, &d) && !d.Lost
}

const tryAgain = "copy or export it again, or keep what can be read with sessions import --partial"

// tryEdited is for a file whose counts do not fit.
const tryEdited = tryAgain + `; a file edited by hand is read when its last line is {"kind":"end"}`
