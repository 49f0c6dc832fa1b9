package wire

// PushTokenHeaders are the headers in which agents send the token of a push registration: the one of A2A 0.1
// to 0.3, and the one that agents written with the Go SDK use.
func PushTokenHeaders() []string {
	return []string{"X-A2A-Notification-Token", "A2A-Notification-Token"}
}
