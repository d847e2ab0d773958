package plugins

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
)

// This file tests reading: the port, messages, frames and outcomes.

func TestReadPort(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"8080\n": 8080, "8080": 8080, " 8080\t\r\n": 8080, "hello\n\n1\n": 1, "65535\n": 65535,
		"\x1b]9;4;3;\x1b\\8080\n": 8080, "\x1b]0;title\x078080\n": 8080, "\x1b[31m8080\x1b[0m\n": 8080, "\xef\xbb\xbf8080\n": 8080,
		"0\n65536\n-1\n+5\n1e3\n0x10\n8 0\n99999999999999999999\n80\n": 80,
		strings.Repeat("9", maxLine) + "\n80\n":                        80,
		strings.Repeat("x", maxLine) + "81\n80\n":                      80,
		strings.Repeat("x", 3*maxLine) + "\n80\n":                      80,
		strings.Repeat(" ", maxLine-10) + "81\n80\n":                   81,
		"": 0, "\n": 0, "port\n": 0, "0\n": 0, strings.Repeat("7", maxLine): 0, "\x1b]9;4;3;\n": 0,
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			got, err := readPort(r, 1<<20)
			if got != want || (err == nil) != (want > 0) {
				t.Errorf("%.100q: got %d, %v; want %d", text, got, err, want)
			}
		}
	}
	if port, err := readPort(strings.NewReader(strings.Repeat("noise\n", 100)+"80\n"), 300); !errors.Is(err, errNoise) {
		t.Errorf("got %d, %v", port, err)
	}
}

// A message that was made here is read back; one that is cut off or is none is
// an error and nothing worse.
func TestMessages(t *testing.T) {
	t.Parallel()
	whole := message{}.text(1, "moon").text(2, "").bytes(3, "").text(3, strings.Repeat("x", 300))
	whole = append(whole, 4<<3|wireVarint, 0xff, 1, 5<<3|wireFixed4, 1, 2, 3, 4, 6<<3|wireFixed8, 1, 2, 3, 4, 5, 6, 7, 8, 0xfa, 0xff, 3, 1, 'z')
	var got texts
	if err := got.read(bytes.NewReader(whole)); err != nil || got != (texts{"moon", "", strings.Repeat("x", 300)}) {
		t.Errorf("got %q, %v", got, err)
	}
	atField := map[int]bool{0: true, 6: true, 8: true, 311: true, 314: true, 319: true, 328: true}
	for i := range whole {
		if err := new(texts).read(bytes.NewReader(whole[:i])); (err == nil) != atField[i] || err != nil && !errors.Is(err, errWire) {
			t.Errorf("the first %d bytes: %v", i, err)
		}
	}
	for _, text := range []string{"\x00", "\x03", "\x0b", "\x0c", "\x0f", "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", strings.Repeat("\xff", 20)} {
		if err := new(texts).read(strings.NewReader(text)); !errors.Is(err, errWire) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The bytes of the messages, as the protocol has them.
func TestEncoding(t *testing.T) {
	t.Parallel()
	for want, m := range map[string]message{
		"\x0a\x01e\x12\x01d\x1a\x01d":            handshake("e", "d"),
		"\x12\x09\x0a\x01n\x12\x011\x1a\x01\x00": (&Parameterization{Name: "n", Version: "1", Value: []byte{0}}).message(),
		"\x0a\x07\x0a\x01a\x0a\x00\x0a\x00":      (&Parameterization{Args: []string{"a", "", ""}}).message(),
		"\x12\x03sub\x1a\x052.0.0":               getSchema("sub", "2.0.0"),
		"":                                       getSchema("", ""),
		"\x12\x00":                               (&Parameterization{}).message(),
	} {
		if string(m) != want {
			t.Errorf("got %q, want %q", m, want)
		}
	}
}

// What a server can do to the framing, and the error for it.
func TestFraming(t *testing.T) {
	t.Parallel()
	good := http.Header{"Grpc-Status": {"0"}}
	for _, c := range []struct {
		name    string
		body    io.Reader
		trailer http.Header
		want    error
	}{
		{"one message", strings.NewReader("\x00\x00\x00\x00\x03\x0a\x01x"), good, nil},
		{"an empty message", strings.NewReader("\x00\x00\x00\x00\x00"), good, nil},
		{"byte by byte", iotest.OneByteReader(strings.NewReader("\x00\x00\x00\x00\x03\x0a\x01x")), good, nil},
		{"nothing", strings.NewReader(""), good, errProtocol},
		{"a truncated prefix", strings.NewReader("\x00\x00"), good, errProtocol},
		{"compressed", strings.NewReader("\x01\x00\x00\x00\x00"), good, errProtocol},
		{"too short", strings.NewReader("\x00\x00\x00\x00\x04\x0a\x01x"), good, errProtocol},
		{"too long", strings.NewReader("\x00\x00\x00\x00\x03\x0a\x01xy"), good, errProtocol},
		{"two messages", strings.NewReader("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"), good, errProtocol},
		{"over the limit", strings.NewReader("\x00\xff\xff\xff\xff"), good, errTooLarge},
		{"no outcome", strings.NewReader("\x00\x00\x00\x00\x00"), nil, errProtocol},
		{"a strange outcome", strings.NewReader("\x00\x00\x00\x00\x00"), http.Header{"Grpc-Status": {"-1"}}, errProtocol},
		{"no protobuf", strings.NewReader("\x00\x00\x00\x00\x01\x0a"), good, errWire},
		{"a broken connection", io.MultiReader(strings.NewReader("\x00\x00\x00\x00\x09\x0a\x07x"), iotest.ErrReader(errTest)), good, errTest},
		{"a broken connection before all", iotest.ErrReader(errTest), good, errTest},
		{"a broken connection after all", io.MultiReader(strings.NewReader("\x00\x00\x00\x00\x00"), iotest.ErrReader(errTest)), good, errTest},
	} {
		response := &http.Response{Body: io.NopCloser(c.body), Trailer: c.trailer, Header: http.Header{}}
		if err := unary(response, 1000, new(texts).read); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
}

var errTest = errors.New("broken")

// A refusal is told in words that are fit for a message.
func TestStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ code, message, want string }{
		{"0", "ignored", ""},
		{"12", "", "unimplemented"},
		{"5", "no%20such%2", "not found: no such%2"},
		{"99", "%zz%41%", "status 99: %zzA%"},
		{"2", "a%0Ab%1b[31m%ff%e2%80%ae", "unknown error: a b[31m"},
		{"2", strings.Repeat("x", 1000), "unknown error: " + strings.Repeat("x", maxQuoted) + "…"},
	} {
		got := ""
		if err := parseStatus(c.code, c.message); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.code, c.message, got, c.want)
		}
	}
}

func TestTail(t *testing.T) {
	t.Parallel()
	var kept tail
	for range 10 {
		_, _ = kept.Write([]byte(strings.Repeat("much\n", 10000)))
	}
	_, _ = kept.Write([]byte("last \x1b[31mwords\x1b[0m\r\n \n\n"))
	if got := kept.lastLine(); got != "last words" || len(kept.kept) != tailSize {
		t.Errorf("got %q of %d bytes", got, len(kept.kept))
	}
}

// full is a place without room.
type full struct{ memory }

func (*full) Write([]byte) (int, error) { return 0, errTest }

// An answer that cannot be written is told apart from one that cannot be read.
func TestNotStored(t *testing.T) {
	t.Parallel()
	c := &conversation{text: new(full)}
	var failure *Error
	if err := c.write(strings.NewReader("{}")); !errors.As(err, &failure) || failure.Kind != NotStored || !errors.Is(err, errTest) {
		t.Errorf("got %v", err)
	}
	c.text = new(memory)
	if err := c.write(iotest.ErrReader(errTest)); !errors.Is(err, errTest) || errors.As(err, &failure) {
		t.Errorf("got %v", err)
	}
}

// Texts of a plugin become harmless file names.
func TestHarmless(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"aws": "aws", "azure-native": "azure-native", "../../etc/passwd": "_.._etc_passwd", "": "_", "..": "_", "a b\x00c": "a_b_c",
		"ä": "_", strings.Repeat("x", 100): strings.Repeat("x", 64), "C:\\con": "C__con", "-rf": "rf", "1.2.3+build": "1.2.3_build",
	} {
		if got := harmless(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
