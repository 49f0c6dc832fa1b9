// Package evidence weighs what shows the version of an exchange, above all the shapes of its bodies and
// cards.
package evidence
