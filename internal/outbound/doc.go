// Package outbound makes the connections that leave the console, but for the
// tap's own: to agents when there is no tap, to authorization servers, to
// addresses of keys, to receivers of push notifications, to our own listeners.
//
// Many of these addresses were chosen by an agent. A name is judged as what it
// resolves to, at the moment of connecting (Guard), whatever the caller checked
// before. Where the environment names an HTTP proxy, that proxy resolves the
// names, and what is judged is the proxy's address.
//
// A test in the root package keeps others from dialling on their own.
package outbound
