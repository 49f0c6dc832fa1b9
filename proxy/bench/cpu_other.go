//go:build !unix

package bench

import "time"

// cpu cannot measure processor time on this platform.
func cpu() time.Duration { return 0 }
