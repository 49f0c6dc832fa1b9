package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/words"
)

// catchExit recovers the panic with which the parser exits after --help and --version, and sets the
// exit code. It must be deferred.
func catchExit(code *int) {
	switch v := recover().(type) {
	case nil:
	case stdio.ExitCode:
		*code = int(v)
		if *code == 80 {
			*code = 2
		}
	default:
		panic(v)
	}
}

// addUsageHint rephrases a parser's error and adds which --help to read.
func addUsageHint(err error) error {
	var parse *kong.ParseError
	if !errors.As(err, &parse) || parse.Context == nil {
		return err
	}
	command := ""
	if n := parse.Context.Selected(); n != nil {
		command = " " + n.FullPath()
		command = strings.Replace(command, " a2a-console", "", 1)
	}
	return errors.New(clip.Join(rephrase(err.Error()), "see a2a-console"+command+" --help"))
}

func rephrase(text string) string {
	if flag, rest, ok := strings.Cut(text, " must be one of "); ok {
		list, got, _ := strings.Cut(rest, " but got ")
		return fmt.Sprintf("cannot use %s %s; expected %s", flag, got, words.JoinOr(strings.Split(strings.ReplaceAll(strings.TrimSuffix(list, `,""`), `"`, ""), ",")))
	}
	if flag, rest, ok := strings.Cut(text, ": expected a valid "); ok && strings.Contains(rest, " int but got ") {
		_, got, _ := strings.Cut(rest, " but got ")
		return fmt.Sprintf("cannot use %s %s; expected a whole number", flag, strings.TrimSuffix(got, " (string)"))
	}
	if flag, got, ok := strings.Cut(text, ": expected duration but got "); ok {
		got, _, _ = strings.Cut(got, ": time:")
		return fmt.Sprintf("cannot use %s %s; expected a time with a unit, such as 5s, 300ms or 2m", flag, got)
	}
	if what, ok := strings.CutPrefix(text, "expected "); ok && strings.HasPrefix(what, `"<`) {
		return "an argument is missing: give " + strings.ReplaceAll(what, `"`, "")
	}
	return text
}
