package lex

import (
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// checkTiles asserts the first invariant.
func checkTiles(t *testing.T, text string) {
	t.Helper()
	at := len(text) - len(strings.TrimPrefix(text, ByteOrderMark))
	for token := range All(text) {
		if token.Start < at || token.End <= token.Start || token.End > len(text) || strings.Trim(text[at:token.Start], " \t") != "" {
			t.Fatalf("token %q at %d does not follow %d in %q", token.Kind, token.Start, at, text)
		}
		at = token.End
	}
	if strings.Trim(text[at:], " \t") != "" {
		t.Fatalf("the tokens of %q end at %d", text, at)
	}
}

// kinds maps the kinds of hclsyntax that are not a single byte.
var kinds = map[hclsyntax.TokenType]Kind{
	hclsyntax.TokenIdent: Ident, hclsyntax.TokenNumberLit: Number, hclsyntax.TokenComment: Comment, hclsyntax.TokenNewline: Newline,
	hclsyntax.TokenEqualOp: Equal, hclsyntax.TokenNotEqual: NotEqual, hclsyntax.TokenLessThanEq: LessOrEqual,
	hclsyntax.TokenGreaterThanEq: GreaterOrEqual, hclsyntax.TokenAnd: And, hclsyntax.TokenOr: Or,
	hclsyntax.TokenDoubleColon: DoubleColon, hclsyntax.TokenEllipsis: Ellipsis, hclsyntax.TokenFatArrow: Arrow,
	hclsyntax.TokenOQuote: OpenQuote, hclsyntax.TokenCQuote: CloseQuote, hclsyntax.TokenQuotedLit: Text,
	hclsyntax.TokenQuotedNewline: StringNewline, hclsyntax.TokenOHeredoc: OpenHeredoc, hclsyntax.TokenCHeredoc: CloseHeredoc,
	hclsyntax.TokenStringLit: Text, hclsyntax.TokenTemplateInterp: Interpolation, hclsyntax.TokenTemplateControl: Directive,
	hclsyntax.TokenTemplateSeqEnd: CloseTemplate, hclsyntax.TokenInvalid: Invalid, hclsyntax.TokenBadUTF8: Invalid,
}

// theirs returns the tokens of hclsyntax in the form that ours have.
func theirs(text string) []Token {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.Pos{Line: 1, Column: 1})
	var all []Token
	add := func(k Kind, start, end int) {
		if start < end {
			all = append(all, Token{k, start, end})
		}
	}
	for i, token := range tokens {
		kind, named := kinds[token.Type]
		if !named {
			kind = Kind(token.Type)
		}
		start, end := token.Range.Start.Byte, token.Range.End.Byte
		s := text[start:end]
		switch {
		case token.Type == hclsyntax.TokenEOF:
		case kind == Comment && !strings.HasPrefix(s, "/*"):
			content := strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r")
			add(Comment, start, start+len(content))
			add(Newline, start+len(content), end)
		case kind == StringNewline:
			for j := range s {
				add(map[byte]Kind{'\n': StringNewline, '\r': Text}[s[j]], start+j, start+j+1)
			}
		case kind == Invalid && tokens[i+1].Type == hclsyntax.TokenQuotedNewline:
			add(Text, start, end)
		case kind == CloseTemplate && len(s) == 2:
			add('~', start, start+1)
			add(kind, start+1, end)
		case kind == Interpolation || kind == Directive:
			add(kind, start, start+2)
			add('~', start+2, end)
		default:
			add(kind, start, end)
		}
	}
	return all
}

// merged joins adjacent literals. It calls every "}" behind a "~" a brace, because
// hclsyntax always takes "~}" for the end of a template.
func merged(text string, tokens []Token) []string {
	var lines []string
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		for t.Kind == Text && i+1 < len(tokens) && tokens[i+1].Kind == Text && tokens[i+1].Start == t.End {
			i++
			t.End = tokens[i].End
		}
		if t.Kind == CloseTemplate && t.Start > 0 && text[t.Start-1] == '~' {
			t.Kind = '}'
		}
		lines = append(lines, fmt.Sprintf("%c %q", t.Kind, text[t.Start:t.End]))
	}
	return lines
}

// checkAgrees asserts the second invariant.
func checkAgrees(t *testing.T, text string) {
	t.Helper()
	want, got := merged(text, theirs(text)), merged(text, slices.Collect(All(text)))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("tokens of %q (-hclsyntax +lex):\n%s", text, diff)
	}
}

// TestFixtures asserts both invariants for the programs and fixtures of the
// repository, valid and broken.
func TestFixtures(t *testing.T) {
	t.Parallel()
	n := 0
	for _, dir := range []string{"../../../testdata", "../.."} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); err != nil || ext != ".pp" && ext != ".txtar" {
				return err
			}
			data, err := os.ReadFile(path)
			if text := string(data); err == nil && utf8.ValidString(text) && !hasReturn(text) && len(text) < 1<<16 {
				n++
				checkTiles(t, text)
				checkAgrees(t, text)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 100 {
		t.Errorf("only %d texts were compared", n)
	}
}

func hasReturn(text string) bool {
	return strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\r")
}

// pieces are what random texts are made of.
var pieces = strings.Split("a|b-c|_|é|名|0|12|1.5e3|1.|1e|1.e|2E-7|.|..|...|::|:|=|==|=>|>|>=|<|<=|<<|!|!=|&|&&|or|?|,|;|'|`|~|^|@|“|+|-|*|/|%"+
	"|//|#|/*|*/|/*/|(|)|[|]|{|}|{|}|~}|\"|\"|\"|${|${~|%{|$${|%%{|$|%|$$|%%|\\|\\\"|\\n|<<E\n|<<-E\r\n|<<é\n|E\n|  E \n|E|\n|\n|\r\n| |\t|for|if|endif", "|")

func randomText(rng *rand.Rand) string {
	var b strings.Builder
	for range rng.Intn(30) {
		switch piece := pieces[rng.Intn(len(pieces))]; piece {
		case "or":
			b.WriteString("||")
		default:
			b.WriteString(piece)
		}
	}
	return b.String() + "\n"
}

// TestRandomTexts asserts both invariants for text that is mostly broken.
func TestRandomTexts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(1))
	for range 30_000 {
		text := randomText(rng)
		checkTiles(t, text)
		if !hasReturn(text) {
			checkAgrees(t, text)
		}
	}
}

// TestAnyBytes asserts the first invariant for bytes of any sort.
func TestAnyBytes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(2))
	for range 10_000 {
		text := make([]byte, rng.Intn(40))
		for i := range text {
			text[i] = "a\"${%}<E\n\r\\\xff\xc3\xa9\x00/*"[rng.Intn(17)]
		}
		checkTiles(t, string(text))
	}
}

// TestLinear reads texts that make a careless reader quadratic. A test that does
// not end is the failure.
func TestLinear(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"/* ", "<<E\n", "\"${", "\"", "a /* \n", "1e", "<<E", "$", "\\", "#\r", "1."} {
		checkTiles(t, strings.Repeat(piece, 1<<19))
	}
}

// BenchmarkAll stands beside what hclsyntax takes for the same text.
func BenchmarkAll(b *testing.B) {
	text := strings.Repeat("resource web \"aws:ec2/instance:Instance\" {\n  ami = \"ami-${owner}\" # why\n  tags = { size = 73, Name = subnet1.ids[0] }\n}\n", 100)
	b.Run("lex", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			for range All(text) {
			}
		}
	})
	b.Run("hclsyntax", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
		}
	})
}
