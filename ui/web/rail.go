package web

// RailEntry is a screen in the left rail.
type RailEntry struct{ Screen, Path, Word string }

// Rail lists the screens of the rail, in order.
func Rail() []RailEntry {
	return []RailEntry{
		{"traffic", "/traffic", "Traffic"},
		{"insights", "/traffic?view=insights", "Insights"},
		{"compose", "/compose", "Compose"},
		{"agents", "/agents", "Agents"},
		{"sessions", "/sessions", "Sessions"},
		{"intercept", "/intercept", "Intercept"},
		{"checks", "/checks", "Checks"},
		{"webhooks", "/webhooks", "Webhooks"},
	}
}
