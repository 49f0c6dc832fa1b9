// Package pushes reads exchanges for what they say of push notifications: who
// registered an address, what was delivered to it.
package pushes

import "github.com/a2a-console/a2a-console/ui/host"

// Reader reads exchanges for what they say of push notifications, and keeps the
// readings. Safe for concurrent use.
type Reader struct {
	Library host.Library
	Store   *Store
}
