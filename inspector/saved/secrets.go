package saved

import "fmt"

// Vault keeps secrets by a key: *auth.Keyring is one.
type Vault interface {
	Load(key string) ([]byte, error)
	Save(key string, secret []byte) error
}

// Secrets are the values of secret variables, by agent: one that is meant for an agent
// goes to no other. Safe for concurrent use where the vault is.
type Secrets struct{ Vault Vault }

func key(agent, name string) string { return "variable " + name + " of " + agent }

// Load returns the value of a variable, "" when there is none.
func (s Secrets) Load(agent, name string) (string, error) {
	b, err := s.Vault.Load(key(agent, name))
	if err != nil {
		return "", fmt.Errorf("read {{%s}}: %w", name, err)
	}
	return string(b), nil
}

// Save keeps the value of a variable.
func (s Secrets) Save(agent, name, value string) error {
	if err := s.Vault.Save(key(agent, name), []byte(value)); err != nil {
		return fmt.Errorf("keep {{%s}}: %w", name, err)
	}
	return nil
}
