// Package push judges push notifications. Verify checks the signature of a delivery, and MatchDeliveries compares
// deliveries with the task's stream: how much later, in which order, twice, or not at all. Package delivery compares
// their credentials with the registration. Only FetchKeys does I/O, and it runs only when a person asks for it.
package push
