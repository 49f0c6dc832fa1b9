package auth

import "fmt"

// NotStoredError means that a credential is in use but could not be stored in the keyring.
type NotStoredError struct{ Err error }

func (e *NotStoredError) Error() string {
	return fmt.Sprintf("it is used until this program ends, but it is not remembered: %v", e.Err)
}

func (e *NotStoredError) Unwrap() error { return e.Err }

// NoKeyringError means that no keyring can be used. Its text is for the command line.
type NoKeyringError struct{ Err error }

func (e *NoKeyringError) Error() string {
	return fmt.Sprintf("this machine has no keyring that answers (%v); on Linux that is the Secret Service of a desktop session. Give credentials with each command instead, such as --bearer env:TOKEN, or sign in on the console's pages, which hold them until the console ends", e.Err)
}

func (e *NoKeyringError) Unwrap() error { return e.Err }
