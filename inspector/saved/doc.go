// Package saved is what a saved request says: a message with its options and with
// variables, {{name}}, which get their values when it is sent. Secrets are not in it:
// a variable that is secret has its value from the keyring or from who sends.
package saved
