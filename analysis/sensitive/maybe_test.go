package sensitive

import "testing"

func TestMayBeSecret(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text                string
		password, elsewhere bool
	}{
		{"hunter2hunter2", true, true},
		{"kvvnalu4", true, false},
		{"correct horse", false, false},
		{"arn:aws:secretsmanager:eu-west-1:1:secret:x", false, false},
		{"/run/secrets/db", false, false},
		{"my-app-tls-2", true, false}, // the name of one, where it is no password
		{"changeme", false, false},
		{"your-password-here", false, false},
		{"xxxxxxxx", false, false},
		{"${var}", false, false},
		{"true", false, false},
		{"****", false, false},
		{"", false, false},
		{"Qw3rTy7uIoP9aSdF", true, true},
	} {
		if got := MayBeSecret(test.text, true); got != test.password {
			t.Errorf("%q as a password: %t", test.text, got)
		}
		if got := MayBeSecret(test.text, false); got != test.elsewhere {
			t.Errorf("%q elsewhere: %t", test.text, got)
		}
	}
}
