package lex

// Kind is the kind of a token. A token of one byte that has no name below has its
// byte as its kind: brackets, operators and punctuation, and the characters that
// other languages would give a meaning.
type Kind byte

// The kinds of tokens that are not a single byte, or that depend on the mode.
const (
	EOF     Kind = 0    // the end of the text; the only empty token
	Newline Kind = '\n' // "\n" or "\r\n" in code
	Return  Kind = '\r' // a carriage return in code without a line feed behind it
	Comment Kind = '#'  // a complete comment, without the line end
	Ident   Kind = 'a'
	Number  Kind = '0'
	Invalid Kind = 'x' // a character that begins no token, or a byte that is not UTF-8

	Equal          Kind = 'e' // ==
	NotEqual       Kind = 'n' // !=
	LessOrEqual    Kind = 'l' // <=
	GreaterOrEqual Kind = 'g' // >=
	And            Kind = 'A' // &&
	Or             Kind = 'O' // ||
	DoubleColon    Kind = 'c' // ::
	Ellipsis       Kind = 'E' // ...
	Arrow          Kind = 'r' // =>

	OpenQuote     Kind = '"'
	CloseQuote    Kind = 'q'
	OpenHeredoc   Kind = 'H' // <<X or <<-X, with its line end
	CloseHeredoc  Kind = 'h' // the line of the marker, without its line end
	Text          Kind = 't' // literal text in a string, or in a heredoc up to and with the line end
	StringNewline Kind = 'N' // a line end inside a quoted string
	Interpolation Kind = '$' // ${
	Directive     Kind = 'D' // %{
	CloseTemplate Kind = 'T' // the } of a template; only [All] tells it from other braces
)

// Token is a token of a text: text[Start:End].
type Token struct {
	Kind       Kind
	Start, End int
}
