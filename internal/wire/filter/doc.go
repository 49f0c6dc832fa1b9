// Package filter implements the language in which people select exchanges: it parses text into a wire.Filter,
// formats a wire.Filter as text, and completes a filter that is being typed.
package filter
