package syntax

import "testing"

// FuzzMapper compares a Mapper, and a file, with the slow definition in all encodings, at
// every offset and at positions in and outside of the text.
func FuzzMapper(f *testing.F) {
	for _, text := range []string{"", "a\rb\r\nc\nd\n\r", "e\u0301\t😀\u200d👩", "\ufeffa\x00\xff\xf0\x9f\r", "\u2028\u0085\v\f", "a\r\n😀e\u0301\r\xff\x00\n", "\ufeff👩\u200d🚀\n\n\t", "0123456789😀abcdefgh\r\nabcdefghijklmnopé\xff01234567"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 48 {
			t.Skip() // the definition is slow
		}
		m, file := NewMapper(text), Parse("fuzz.pp", text, nil)
		for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
			checkMapper(t, m, text, enc)
			for offset := range len(text) + 1 {
				line, char := m.Position(offset, enc)
				if l, c := file.Position(offset, enc); l != line || c != char || file.Offset(line, char, enc) != m.Offset(line, char, enc) {
					t.Fatalf("%q: the file has %d at %d:%d, the mapper at %d:%d", text, offset, l, c, line, char)
				}
			}
		}
	})
}
