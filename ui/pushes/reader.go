// Package pushes reads from exchanges what concerns push notifications: which call registered an
// address, and what was delivered to it. It caches readings and draws nothing.
package pushes

import "github.com/a2a-console/a2a-console/ui/host"

// Reader reads exchanges and caches the readings. Safe for concurrent use.
type Reader struct {
	Library host.Library
	Store   *Store
}
