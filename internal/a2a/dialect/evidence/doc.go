// Package evidence weighs what tells the version of an exchange, the shapes of its
// bodies and cards above all.
package evidence
