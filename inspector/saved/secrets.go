package saved

import "fmt"

// Vault stores secrets by key; *auth.Keyring implements it.
type Vault interface {
	Load(key string) ([]byte, error)
	Save(key string, secret []byte) error
}

// Secrets holds the values of secret variables by agent, so that none is sent to another agent. It is as safe
// for concurrent use as its Vault.
type Secrets struct{ Vault Vault }

func key(agent, name string) string { return "variable " + name + " of " + agent }

// Load returns the value of a variable, "" if there is none.
func (s Secrets) Load(agent, name string) (string, error) {
	b, err := s.Vault.Load(key(agent, name))
	if err != nil {
		return "", fmt.Errorf("read {{%s}}: %w", name, err)
	}
	return string(b), nil
}

// Save stores the value of a variable.
func (s Secrets) Save(agent, name, value string) error {
	if err := s.Vault.Save(key(agent, name), []byte(value)); err != nil {
		return fmt.Errorf("store {{%s}}: %w", name, err)
	}
	return nil
}
