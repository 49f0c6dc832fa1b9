package print

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// StateColour returns the colour of a state, the same as on the pages.
func StateColour(s a2a.State) stdio.Colour {
	switch s {
	case a2a.Completed:
		return stdio.Green
	case a2a.Failed, a2a.Rejected:
		return stdio.Red
	case a2a.InputRequired, a2a.AuthRequired:
		return stdio.Yellow
	}
	return stdio.Plain
}

// signColour returns the colour of a text by the sign with which it begins.
func signColour(what string) stdio.Colour {
	switch {
	case strings.HasPrefix(what, "✓"):
		return stdio.Green
	case strings.HasPrefix(what, "✕"):
		return stdio.Red
	case strings.HasPrefix(what, "◆"), strings.HasPrefix(what, "!"), strings.HasPrefix(what, "?"):
		return stdio.Yellow
	}
	return stdio.Plain
}

func colourSigns(rows [][]string) func(row, column int) stdio.Colour {
	return func(row, column int) stdio.Colour { return signColour(strings.TrimSpace(rows[row][column])) }
}
