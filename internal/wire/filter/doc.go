// Package filter is the language in which people select exchanges: a filter read from
// text, written as text, and suggestions for one that is being written.
package filter
