package record

// ExportFormat is a file format for sessions.
type ExportFormat struct{ Name, Word, Type, Help string }

func ExportFormats() []ExportFormat {
	return []ExportFormat{
		{"jsonl", "Session file (jsonl)", "application/x-ndjson", "To import, replay, or serve as a mock"},
		{"har", "HAR", "application/json", "For the network panel of a browser and for mitmproxy"},
		{"md", "Report (Markdown)", "text/markdown; charset=utf-8", "For people: a diagram, and each exchange"},
		{"curl", "curl script", "text/x-shellscript; charset=utf-8", "The requests, ready to run again"},
	}
}
