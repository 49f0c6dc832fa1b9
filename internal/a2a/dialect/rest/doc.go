// Package rest holds what the HTTP+JSON binding is, whatever is said over it: the
// routes, the params in a URL, the status of each error, and an agent's answers.
package rest
