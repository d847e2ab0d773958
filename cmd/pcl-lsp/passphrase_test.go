package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/leak"
)

// sealer encrypts texts as Pulumi does with a passphrase. The nonce is that of a test.
func sealer(t *testing.T, passphrase, salt string) func(text string) string {
	t.Helper()
	key, err := pbkdf2.Key(sha256.New, passphrase, []byte(salt), 1_000_000, 32)
	if err != nil {
		t.Fatal(err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	nonce := []byte("123456789012")
	encode := base64.StdEncoding.EncodeToString
	return func(text string) string {
		return "v1:" + encode(nonce) + ":" + encode(gcm.Seal(nil, nonce, []byte(text), nil))
	}
}

// TestPassphrase: with the passphrase, encrypted values of the state and the stack are compared, and never shown. A wrong one loses nothing.
func TestPassphrase(t *testing.T) {
	t.Parallel()
	const right = "PULUMI_CONFIG_PASSPHRASE=" + leak.Stored + " phrase"
	seal := sealer(t, leak.Stored+" phrase", "saltsalt")
	kept, other := seal(leak.Stored+"-a"), seal(leak.Stored+"-b")
	inState := func(text string) string {
		return `{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","ciphertext":"` + seal(`"`+text+`"`) + `"}`
	}
	dir := t.TempDir()
	for file, text := range map[string]string{
		"schemas/safe-1.0.0.json": `{"name":"safe","version":"1.0.0","resources":{"safe:index:Box":{"inputProperties":{"word":{"type":"string"}},"properties":{"word":{"type":"string"}}}}}`,
		"Pulumi.yaml":             "name: safe\nruntime: pcl\n",
		"Pulumi.dev.yaml":         "encryptionsalt: x\nconfig:\n  safe:kept:\n    secure: " + kept + "\n  safe:other:\n    secure: " + other + "\n",
		"main.pp": `config kept "string" {
}

config other "string" {
}

resource same "safe:index:Box" {
  word = kept
}

resource changed "safe:index:Box" {
  word = "x-${other}"
}
`,
		// The engine writes the salt first; here it stands behind what it is needed for.
		"state.json": `{"version":3,"deployment":{"manifest":{},"resources":[
{"urn":"urn:pulumi:dev::safe::safe:index:Box::same","custom":true,"id":"b-1","type":"safe:index:Box","inputs":{"word":` + inState(leak.Stored+"-a") + `}},
{"urn":"urn:pulumi:dev::safe::safe:index:Box::changed","custom":true,"id":"b-2","type":"safe:index:Box","inputs":{"word":` + inState(leak.Stored+"-b") + `}}],
"secrets_providers":{"type":"passphrase","state":{"salt":"v1:` + base64.StdEncoding.EncodeToString([]byte("saltsalt")) + ":" + seal("pulumi") + `"}}}}`,
	} {
		putIn(t, dir, file, text)
	}
	putIn(t, dir, "right.txt", "  "+leak.Stored+" phrase\n\n")
	putIn(t, dir, "wrong.txt", leak.Stored)
	putIn(t, dir, "empty.txt", "\n")
	const unknown, known = "stack dev of project safe: 2 cannot be told\n", "stack dev of project safe: 1 to update, 1 the same\n"
	const file, locked = "PULUMI_CONFIG_PASSPHRASE_FILE=", "note: encrypted values stay unknown: the "
	for _, test := range []struct{ variable, want, note string }{
		{"", unknown, ""},
		{right, known, ""},
		{file + "right.txt", known, ""},
		{file + filepath.Join(dir, "right.txt"), known, ""},
		{file + "wrong.txt", unknown, locked + "passphrase in PULUMI_CONFIG_PASSPHRASE_FILE is not that of the stack\n"},
		{file + "empty.txt", unknown, locked + "passphrase in PULUMI_CONFIG_PASSPHRASE_FILE is not that of the stack\n"},
		{file + "nowhere-" + leak.Stored, unknown, locked + "file in PULUMI_CONFIG_PASSPHRASE_FILE cannot be read: no such file or directory\n"},
		{file, unknown, ""},
		{"PULUMI_CONFIG_PASSPHRASE=" + leak.Stored, unknown, "note: encrypted values stay unknown: the passphrase in PULUMI_CONFIG_PASSPHRASE is not that of the stack\n"},
	} {
		got := runIn(t, dir, words("plan --state state.json"), test.variable)
		if got.code != exitClean || got.stderr != "" || !strings.HasSuffix(got.stdout, test.want) || !strings.HasPrefix(got.stdout, test.note) {
			t.Errorf("%q: got %+v", test.variable, got)
		}
	}
	if got := runIn(t, dir, words("plan --state state.json"), right, file+"wrong.txt"); !strings.HasSuffix(got.stdout, known) { // as in Pulumi, the variable counts first
		t.Errorf("with both: got %+v", got)
	}
	putIn(t, dir, ".pcl-lsp.yaml", "state: state.json\n")
	for _, line := range []string{"plan --format json --all", "plan --format markdown", "check --no-cache --urns-from state.json --stack dev --format json", "check --no-cache --stack dev", "dump ."} {
		for _, variable := range []string{right, file + "right.txt", file + "wrong.txt"} {
			runIn(t, dir, words(line), variable) // which looks into all output
		}
	}
}
