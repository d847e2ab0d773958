//go:build !js

package state

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// This file decrypts what Pulumi's provider of secrets by passphrase has encrypted.

// Key decrypts the secrets of a stack. A nil key decrypts none.
type Key struct{ sealed cipher.AEAD }

// keyOf derives the key from a passphrase. The salt ends in a ciphertext that only the right passphrase decrypts.
func keyOf(passphrase Passphrase, salt string) (*Key, error) {
	parts := strings.SplitN(salt, ":", 3)
	if len(parts) < 3 {
		return nil, errors.New("the salt of the state cannot be read")
	}
	decoded, _ := base64.StdEncoding.DecodeString(parts[1]) // a wrong one decrypts nothing
	derived, err := pbkdf2.Key(sha256.New, passphrase.Text, decoded, 1_000_000, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	k := &Key{gcm}
	if _, ok := k.Decrypt(parts[2]); err == nil && !ok {
		return nil, errors.New("the passphrase in " + passphrase.From + " is not that of the stack")
	}
	return k, err
}

// Decrypt is the text of a ciphertext. It is not ok if the key is not the one that it was encrypted with.
func (k *Key) Decrypt(ciphertext string) (text string, ok bool) {
	parts := strings.Split(ciphertext, ":")
	if k == nil || len(parts) != 3 {
		return "", false
	}
	nonce, _ := base64.StdEncoding.DecodeString(parts[1])
	inner, _ := base64.StdEncoding.DecodeString(parts[2])
	if len(nonce) != k.sealed.NonceSize() {
		return "", false
	}
	plain, err := k.sealed.Open(nil, nonce, inner, nil)
	return string(plain), err == nil
}
