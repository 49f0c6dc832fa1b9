package browserkey

import "strings"

// NameOf names a browser from its User-Agent. It returns only words of ours, because
// anybody may send any User-Agent.
func NameOf(userAgent string) string {
	named := func(in [][2]string, other string) string {
		for _, n := range in {
			if strings.Contains(userAgent, n[0]) {
				return n[1]
			}
		}
		return other
	}
	// Most browsers also name others in User-Agent, so the order matters.
	return named([][2]string{{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}}, "A browser") +
		named([][2]string{{"Android", " on Android"}, {"iPhone", " on iOS"}, {"iPad", " on iOS"}, {"Windows", " on Windows"}, {"Mac OS X", " on macOS"}, {"Linux", " on Linux"}}, "")
}
