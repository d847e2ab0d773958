package state

import "errors"

// A page in a browser has no passphrase, and no room for what decrypts.

// Key decrypts no secret.
type Key struct{}

func keyOf(Passphrase, string) (*Key, error) {
	return nil, errors.New("nothing is decrypted in a page")
}

// Decrypt is never ok.
func (*Key) Decrypt(string) (text string, ok bool) { return "", false }
