// Package redact takes secrets out of what is recorded: URLs, headers, and bodies
// as they stream by. It knows how things are written (JSON, Server-Sent Events,
// forms, protocol buffers, WebSocket messages, compressed or not), and is told
// which names are secret (Secrets). Bytes become filler of equal length, so that
// lengths and offsets stay the wire's.
package redact
