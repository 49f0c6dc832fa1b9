package words

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Binding names how an interface is spoken to.
func Binding(f a2a.Interface) string {
	if f.Binding == "" {
		return f.Custom
	}
	return string(f.Binding)
}

// Versions lists versions: "0.3, 1.0".
func Versions(versions []a2a.Version) string {
	words := make([]string, len(versions))
	for i, v := range versions {
		words[i] = string(v)
	}
	return strings.Join(words, ", ")
}

// Status is an HTTP status, or a dash where nothing answered.
func Status(status int) string {
	if status == 0 {
		return "—"
	}
	return fmt.Sprint(status)
}

// Schemes lists security schemes with their types.
func Schemes(schemes []a2a.SecurityScheme) string {
	words := make([]string, len(schemes))
	for i, s := range schemes {
		words[i] = OneLine(s.Name)
		if s.Type != "" && s.Type != s.Name {
			words[i] += " (" + OneLine(s.Type) + ")"
		}
	}
	return strings.Join(words, ", ")
}
