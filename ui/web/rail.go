package web

// railEntry is a screen in the left rail.
type railEntry struct{ Screen, Path, Word string }

// Rail is the screens there are, in order.
func Rail() []railEntry {
	return []railEntry{
		{"traffic", "/traffic", "Traffic"},
		{"compose", "/compose", "Compose"},
		{"agents", "/agents", "Agents"},
		{"sessions", "/sessions", "Sessions"},
		{"checks", "/checks", "Checks"},
		{"webhooks", "/webhooks", "Webhooks"},
	}
}
