package reportfile

import "strings"

// Code formats text as a Markdown code span, which also works in a table.
func Code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + strings.NewReplacer("`", "'", "|", "\\|", "\n", " ").Replace(Clean(s)) + "`"
}

// Cell escapes untrusted text as plain text on one line of Markdown.
func Cell(s string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "\n", " ", "*", "\\*", "_", "\\_", "`", "\\`", "<", "&lt;", "[", "\\[", "#", "\\#").Replace(Clean(s))
}
