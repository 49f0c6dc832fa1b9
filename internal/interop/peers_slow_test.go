//go:build slow

package interop

import (
	"slices"
	"testing"
)

// others are all peers but the newest.
func others() []peer {
	return slices.DeleteFunc(peers(), func(p peer) bool { return slices.Contains(ordinary(), p.name) })
}

// TestSlowClients is TestClients of the peers that ordinary runs leave out.
func TestSlowClients(t *testing.T) { clients(t, others()) }

// TestSlowAgents is TestAgents of the peers that ordinary runs leave out.
func TestSlowAgents(t *testing.T) { agents(t, others()) }
