package manual

// screens are the pages of the console that a search also finds. A section's anchor is the page's address.
var screens = document{Title: "Screen", Sections: []section{
	{"Traffic", "/traffic", "Filter, sort and search what is recorded. Columns, tasks, sequence."},
	{"Insights", "/traffic?view=insights", "Latency, errors and throughput by agent and operation; slow calls."},
	{"Compose", "/compose", "Send a message, edit the request, save and repeat requests."},
	{"Agents", "/agents", "Connect an agent, sign in with credentials, read its card, diagnose the connection."},
	{"Sessions", "/sessions", "Name, delete, export, import, compare and replay sessions. Serve a session as a mock, make a test of it."},
	{"Intercept", "/intercept", "Hold, edit, delay and drop messages. Rules, presets and breakpoints."},
	{"Checks", "/checks", "All checks and what broke them. Examine an agent or a client, judge a session, mute a check."},
	{"Webhooks", "/webhooks", "Push notifications: addresses, deliveries, tokens, signatures."},
	{"Settings › Retention", "/settings#retention", "Limit how many bytes and days are kept. Remove old sessions, free disk space."},
	{"Settings › Theme and keys", "/settings", "Light or dark theme, keyboard shortcuts."},
	{"Settings › Signed-in browsers", "/settings#browsers-title", "See which browsers have access, and sign out everywhere."},
}}
