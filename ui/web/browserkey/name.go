package browserkey

import "strings"

// NameOf is what a browser is called by the User-Agent that it sends, in words of ours: what
// anybody may send stands on no page.
func NameOf(userAgent string) string {
	named := func(in [][2]string, other string) string {
		for _, n := range in {
			if strings.Contains(userAgent, n[0]) {
				return n[1]
			}
		}
		return other
	}
	// Most browsers name others, too: those that do come first.
	return named([][2]string{{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}}, "A browser") +
		named([][2]string{{"Android", " on Android"}, {"iPhone", " on iOS"}, {"iPad", " on iOS"}, {"Windows", " on Windows"}, {"Mac OS X", " on macOS"}, {"Linux", " on Linux"}}, "")
}
