// Package outbound makes the console's outgoing connections, except the tap's: to agents when there is no
// tap, to authorization servers, to key URLs, to receivers of push notifications, and to the console's own
// listeners.
//
// Agents choose many of these addresses. Guard checks the resolved address when a connection is made,
// whatever the caller checked before. If the environment names an HTTP proxy, the proxy resolves names, and
// Guard checks the proxy's address. A test in the root package keeps other packages from dialling directly.
package outbound
