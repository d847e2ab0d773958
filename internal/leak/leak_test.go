package leak_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/leak"
)

func TestInMessage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		body  string
		leaks bool
	}{
		{`{"result":[{"label":"x"}]}`, false},
		{`{"result":[{"label":"` + leak.Stored + `"}]}`, true},
		{`{"result":[{"newText":"a ` + leak.Stored + `"}]}`, true},
		{`{"result":[{"label":"ZQWRITTEN"}]}`, true},
		{`{"result":[{"edits":[{"newText":"` + leak.Written + `"}],"title":"x"}]}`, false},
		{`{"result":[{"edits":[{"newText":"` + leak.Written + `"}],"title":"` + leak.Written + `"}]}`, true},
		{`{"method":"m","params":{"` + leak.Written + `":1}}`, true},
		{`{"result":[{"label":"` + leak.StoredNumber + `"}]}`, true},
		{`{"result":[{"label":"output(` + leak.WrittenNumber + `)"}]}`, true},
		{`{"result":[{"newText":"` + leak.WrittenNumber + `"}]}`, false},
	} {
		if got := leak.InMessage([]byte(test.body)); got != "" != test.leaks {
			t.Errorf("%s: got %q", test.body, got)
		}
	}
	if leak.InOutput([]byte("1 | secret(\""+leak.Written+"\")")) != "" || leak.InOutput([]byte("pw: "+leak.Stored)) == "" {
		t.Error("commands show lines, and no stored secret")
	}
}
