// Package redact removes secrets from what is recorded: URLs, headers, and bodies as they pass. It
// reads the formats of bodies (JSON, Server-Sent Events, forms, protocol buffers, WebSocket
// messages, compressed or not); the caller says which names are secret (Secrets). It replaces
// secret bytes by filler of equal length, so that lengths and offsets stay as on the wire.
package redact
