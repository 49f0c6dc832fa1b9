package wire

// PushTokenHeaders are the headers in which agents send the token of a push registration:
// that of A2A 0.1 to 0.3, and that of agents written with the Go SDK.
func PushTokenHeaders() []string {
	return []string{"X-A2A-Notification-Token", "A2A-Notification-Token"}
}
