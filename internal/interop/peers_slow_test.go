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

// TestSlowClients is TestClients for the peers that ordinary runs omit.
func TestSlowClients(t *testing.T) { clients(t, others()) }

// TestSlowAgents is TestAgents for the peers that ordinary runs omit.
func TestSlowAgents(t *testing.T) { agents(t, others()) }
