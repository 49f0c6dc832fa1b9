// Package saved defines saved requests: a message with its options and with variables, {{name}}, that get their values
// when the message is sent. A saved request contains no secrets: the value of a secret variable comes from the keyring
// or from the sender. The package knows neither how requests are stored nor how they are sent.
package saved
