package reportfile

import "strings"

// Code is text as a span of code in Markdown, also in a table.
func Code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + strings.NewReplacer("`", "'", "|", "\\|", "\n", " ").Replace(Clean(s)) + "`"
}

// Cell is text from elsewhere as plain text on one line of Markdown.
func Cell(s string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "\n", " ", "*", "\\*", "_", "\\_", "`", "\\`", "<", "&lt;", "[", "\\[", "#", "\\#").Replace(Clean(s))
}
