// Package saved defines saved requests: a message with its options and with variables, {{name}}, that get their
// values when the message is sent. A saved request contains no secrets: the value of a secret variable comes
// from the keyring or from the sender. Other packages store and send the requests.
package saved
