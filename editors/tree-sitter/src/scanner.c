// The scanner of what a context-free lexer cannot see: whether a line end means something, where the text of a string or a heredoc
// begins and ends, and which bracket a closer closes. Its only state is the stack of open brackets, quotes and heredocs.
//
// Every function reads forward and returns at the end of the text. The stack has a fixed size: what would not fit on it is not
// opened, which the parser reports as an error.

#include "tree_sitter/parser.h"

#include <stdlib.h>
#include <string.h>

// The external tokens, in the order of grammar.js.
enum Token {
  NEWLINE,
  IGNORED_NEWLINE,
  OPEN_BODY,
  OPEN_OBJECT,
  OPEN_FOR,
  OPEN_PAREN,
  OPEN_BRACKET,
  CLOSE,
  OPEN_QUOTE,
  CLOSE_QUOTE,
  TEMPLATE_TEXT,
  ESCAPE_SEQUENCE,
  INTERPOLATION_OPEN,
  DIRECTIVE_OPEN,
  HEREDOC_START,
  HEREDOC_END,
  LEGACY_INDEX,
  MARGIN,
  RECOVERY,
};

// What is open. A heredoc is preceded on the stack by the hash of its marker.
enum Open {
  BODY = '{',     // line ends separate the items of bodies and objects
  OBJECT = 'o',
  FOR = 'f',      // the braces of a for expression, in which line ends mean nothing
  PAREN = '(',
  BRACKET = '[',
  TEMPLATE = '$', // ${ or %{
  QUOTE = '"',
  HEREDOC = '<',
};

typedef uint64_t Hash;

typedef struct {
  unsigned size;
  uint8_t stack[TREE_SITTER_SERIALIZATION_BUFFER_SIZE];
} Scanner;

static uint8_t top(const Scanner *s) { return s->size > 0 ? s->stack[s->size - 1] : BODY; }

static bool push(Scanner *s, uint8_t open, Hash marker) {
  unsigned extra = open == HEREDOC ? sizeof marker : 0;
  if (s->size + extra + 1 > sizeof s->stack) return false;
  memcpy(s->stack + s->size, &marker, extra);
  s->size += extra;
  s->stack[s->size++] = open;
  return true;
}

static void pop(Scanner *s) {
  if (s->size == 0) return;
  unsigned entry = top(s) == HEREDOC ? 1 + sizeof(Hash) : 1;
  s->size = s->size > entry ? s->size - entry : 0;
}

static Hash marker_of(const Scanner *s) {
  Hash marker = 0;
  if (s->size > sizeof marker) memcpy(&marker, s->stack + s->size - 1 - sizeof marker, sizeof marker);
  return marker;
}

// Reading.

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }
static void skip(TSLexer *lexer) { lexer->advance(lexer, true); }
static bool is_blank(int32_t c) { return c == ' ' || c == '\t'; }
static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool is_hex(int32_t c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// Which characters outside ASCII are letters is the business of the grammar: here they only separate words.
static bool in_word(int32_t c) {
  return c == '_' || c == '-' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c >= 0x80;
}

static bool found(TSLexer *lexer, enum Token token) {
  lexer->result_symbol = token;
  return true;
}

static bool token(TSLexer *lexer, enum Token token) {
  lexer->mark_end(lexer);
  return found(lexer, token);
}

// line_end reads a line end.
static bool line_end(TSLexer *lexer) {
  if (lexer->lookahead == '\r') advance(lexer);
  if (lexer->lookahead != '\n') return false;
  advance(lexer);
  return true;
}

// blank_lines reads lines without anything, and marks the end of the last one.
static void blank_lines(TSLexer *lexer) {
  for (;;) {
    while (is_blank(lexer->lookahead)) advance(lexer);
    if (!line_end(lexer)) return;
    lexer->mark_end(lexer);
  }
}

// word reads a word and returns its hash (FNV-1a), which is 0 only if there is none.
static Hash word(TSLexer *lexer) {
  Hash hash = 0;
  for (; in_word(lexer->lookahead); advance(lexer)) {
    if (hash == 0) hash = 14695981039346656037u;
    hash = (hash ^ (Hash)(uint32_t)lexer->lookahead) * 1099511628211u;
  }
  return hash;
}

static bool is(Hash hash, const char *name) {
  Hash want = 14695981039346656037u;
  for (; *name; name++) want = (want ^ (Hash)(uint8_t)*name) * 1099511628211u;
  return hash == want;
}

// blanks_and_comments reads spaces, line ends and comments.
static void blanks_and_comments(TSLexer *lexer) {
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (is_blank(c) || c == '\r' || c == '\n') {
      advance(lexer);
      continue;
    }
    if (c != '#' && c != '/') return;
    advance(lexer);
    if (c == '/' && lexer->lookahead == '*') {
      advance(lexer);
      for (int32_t last = 0; !lexer->eof(lexer) && !(last == '*' && lexer->lookahead == '/'); advance(lexer)) last = lexer->lookahead;
      advance(lexer);
    } else if (c == '#' || lexer->lookahead == '/') {
      while (!lexer->eof(lexer) && lexer->lookahead != '\n') advance(lexer);
    } else {
      return;
    }
  }
}

enum Item { NO_ITEM, ATTRIBUTE, BLOCK };

// item tells what the line here begins where no part of an expression could look like it.
static enum Item item(TSLexer *lexer) {
  Hash name = word(lexer);
  if (name == 0 || is(name, "for") || is(name, "in") || is(name, "if")) return NO_ITEM;
  bool labels = false;
  while (is_blank(lexer->lookahead)) advance(lexer);
  while (lexer->lookahead == '"' || in_word(lexer->lookahead)) {
    labels = true;
    Hash label = word(lexer);
    if (is(label, "in") || is(label, "if")) return NO_ITEM; // a loop in brackets
    if (label == 0) {
      advance(lexer);
      while (!lexer->eof(lexer) && lexer->lookahead != '"' && lexer->lookahead != '\n') advance(lexer);
      if (lexer->lookahead != '"') return NO_ITEM;
      advance(lexer);
    }
    while (is_blank(lexer->lookahead)) advance(lexer);
  }
  if (lexer->lookahead == '{') return BLOCK;
  if (labels || lexer->lookahead != '=') return NO_ITEM;
  advance(lexer);
  return lexer->lookahead == '=' || lexer->lookahead == '>' ? NO_ITEM : ATTRIBUTE;
}

// Tokens of code.

// newline reads the line ends here, and blank lines behind them; between most brackets they mean nothing.
static bool newline(Scanner *s, TSLexer *lexer, const bool *valid) {
  // Between items, a carriage return alone at the start of a line means nothing.
  bool at_item = s->size == 0 && lexer->get_column(lexer) == 0;
  if (!line_end(lexer) && !at_item) return false;
  lexer->mark_end(lexer);
  bool separates = top(s) == BODY || top(s) == OBJECT;
  if (top(s) != BODY && in_word(lexer->lookahead)) {
    // A bracket that nobody closed must not swallow the rest of the text: an item at the margin ends it.
    enum Item next = item(lexer);
    if (next == BLOCK || (next == ATTRIBUTE && !separates)) {
      if (!valid[RECOVERY]) return false;
      s->size = 0;
      return found(lexer, MARGIN);
    }
  } else if (separates) {
    blank_lines(lexer);
  }
  return separates ? valid[NEWLINE] && found(lexer, NEWLINE) : found(lexer, IGNORED_NEWLINE);
}

static bool open(Scanner *s, TSLexer *lexer, uint8_t kind, enum Token result) {
  advance(lexer);
  lexer->mark_end(lexer);
  return push(s, kind, 0) && found(lexer, result);
}

static bool open_brace(Scanner *s, TSLexer *lexer, const bool *valid) {
  if (valid[OPEN_BODY] && !valid[RECOVERY]) return open(s, lexer, BODY, OPEN_BODY);
  // It is on the stack before the text behind it is read, so that no text is read more often than the stack is deep.
  if (!open(s, lexer, OBJECT, OPEN_OBJECT)) return false;
  blanks_and_comments(lexer);
  if (!is(word(lexer), "for")) return true;
  s->stack[s->size - 1] = FOR;
  return found(lexer, OPEN_FOR);
}

static bool closes(uint8_t open, int32_t c) {
  switch (open) {
    case PAREN: return c == ')';
    case BRACKET: return c == ']';
    case BODY: case OBJECT: case FOR: return c == '}';
    case TEMPLATE: return c == '}' || c == '~';
    default: return false;
  }
}

// close reads a closer. While the parser recovers, brackets inside those that it closes are given up.
static bool close(Scanner *s, TSLexer *lexer, const bool *valid) {
  int32_t c = lexer->lookahead;
  Scanner outer = *s;
  if (valid[RECOVERY])
    while (outer.size > 0 && !closes(top(&outer), c) && top(&outer) != QUOTE && top(&outer) != HEREDOC) pop(&outer);
  if (outer.size == 0 || !closes(top(&outer), c)) return false;
  advance(lexer);
  if (c == '~') {
    if (lexer->lookahead != '}') return false;
    advance(lexer);
  }
  pop(&outer);
  *s = outer;
  return token(lexer, CLOSE);
}

// heredoc_start reads "<<X" or "<<-X" with its line end.
static bool heredoc_start(Scanner *s, TSLexer *lexer) {
  advance(lexer);
  if (lexer->lookahead != '<') return false;
  advance(lexer);
  if (lexer->lookahead == '-') advance(lexer);
  if (is_digit(lexer->lookahead) || lexer->lookahead == '-') return false;
  Hash marker = word(lexer);
  if (marker == 0) return false;
  lexer->mark_end(lexer);
  return line_end(lexer) && push(s, HEREDOC, marker) && token(lexer, HEREDOC_START);
}

// legacy_index reads the digits of "x.0", but not of "x.0.1", which is a number.
static bool legacy_index(TSLexer *lexer) {
  while (is_digit(lexer->lookahead)) advance(lexer);
  lexer->mark_end(lexer);
  if (lexer->lookahead == 'e' || lexer->lookahead == 'E') {
    advance(lexer);
    if (lexer->lookahead == '+' || lexer->lookahead == '-') advance(lexer);
    if (!is_digit(lexer->lookahead)) return found(lexer, LEGACY_INDEX);
    while (is_digit(lexer->lookahead)) advance(lexer);
    lexer->mark_end(lexer);
  }
  if (lexer->lookahead == '.') advance(lexer);
  return !is_digit(lexer->lookahead) && found(lexer, LEGACY_INDEX);
}

static bool code(Scanner *s, TSLexer *lexer, const bool *valid) {
  while (is_blank(lexer->lookahead)) skip(lexer);
  int32_t c = lexer->lookahead;
  switch (c) {
    case '\r': case '\n': return newline(s, lexer, valid);
    case '(': return valid[OPEN_PAREN] && open(s, lexer, PAREN, OPEN_PAREN);
    case '[': return valid[OPEN_BRACKET] && open(s, lexer, BRACKET, OPEN_BRACKET);
    case '"': return valid[OPEN_QUOTE] && open(s, lexer, QUOTE, OPEN_QUOTE);
    case '{': return (valid[OPEN_BODY] || valid[OPEN_OBJECT]) && open_brace(s, lexer, valid);
    case ')': case ']': case '}': case '~': return valid[CLOSE] && close(s, lexer, valid);
    case '<': return valid[HEREDOC_START] && heredoc_start(s, lexer);
    default: return is_digit(c) && valid[LEGACY_INDEX] && !valid[RECOVERY] && legacy_index(lexer);
  }
}

// Tokens of templates.

static bool escape(TSLexer *lexer) {
  advance(lexer);
  int digits = 0;
  switch (lexer->lookahead) {
    case 'n': case 'r': case 't': case '"': case '\\': break;
    case 'u': digits = 4; break;
    case 'U': digits = 8; break;
    default: return false;
  }
  advance(lexer);
  for (; digits > 0; digits--) {
    if (!is_hex(lexer->lookahead)) return false;
    advance(lexer);
  }
  return token(lexer, ESCAPE_SEQUENCE);
}

// sign reads what begins with "$" or "%": "${" and "%{" open a template, "$${" and "%%{" are text, and so is a sign alone.
static bool sign(Scanner *s, TSLexer *lexer) {
  int32_t c = lexer->lookahead;
  advance(lexer);
  lexer->mark_end(lexer);
  if (lexer->lookahead == '{') {
    advance(lexer);
    if (lexer->lookahead == '~') advance(lexer);
    return push(s, TEMPLATE, 0) && token(lexer, c == '$' ? INTERPOLATION_OPEN : DIRECTIVE_OPEN);
  }
  if (lexer->lookahead != c) return found(lexer, TEMPLATE_TEXT);
  advance(lexer);
  if (lexer->lookahead != '{') return found(lexer, TEMPLATE_TEXT);
  advance(lexer);
  return token(lexer, ESCAPE_SEQUENCE);
}

// text reads on to a character that may end the text: a sign, the end of a line, or in a string a quote or a backslash.
static bool text(TSLexer *lexer, bool heredoc) {
  bool any = false;
  for (; !lexer->eof(lexer); advance(lexer)) {
    int32_t c = lexer->lookahead;
    if (c < 0 || c == '$' || c == '%' || c == '\n' || (!heredoc && (c == '"' || c == '\\' || c == '\r'))) break;
    any = true;
  }
  if (heredoc && lexer->lookahead == '\n') {
    advance(lexer);
    any = true;
  }
  return any && token(lexer, TEMPLATE_TEXT);
}

static bool quoted(Scanner *s, TSLexer *lexer, const bool *valid) {
  switch (lexer->lookahead) {
    case '"':
      pop(s);
      advance(lexer);
      return token(lexer, CLOSE_QUOTE);
    case '\\': return escape(lexer);
    case '$': case '%': return sign(s, lexer);
    case '\r': case '\n':
      // A string that nobody closed ends with its line.
      if (!valid[RECOVERY]) return false;
      pop(s);
      return newline(s, lexer, valid);
    default: return text(lexer, false);
  }
}

// heredoc reads a line of a heredoc, or up to a sign. A line that consists of the marker ends it, but not the line end behind it.
static bool heredoc(Scanner *s, TSLexer *lexer) {
  bool any = false;
  if (lexer->get_column(lexer) == 0) {
    for (; is_blank(lexer->lookahead); advance(lexer)) any = true;
    Hash first = word(lexer);
    any = any || first != 0;
    lexer->mark_end(lexer);
    if (first != 0 && first == marker_of(s)) {
      while (is_blank(lexer->lookahead)) advance(lexer);
      if (line_end(lexer)) {
        pop(s);
        return found(lexer, HEREDOC_END);
      }
    }
  }
  if (lexer->lookahead == '$' || lexer->lookahead == '%') return any ? token(lexer, TEMPLATE_TEXT) : sign(s, lexer);
  return text(lexer, true) || (any && found(lexer, TEMPLATE_TEXT));
}

// What the parser calls.

void *tree_sitter_pcl_external_scanner_create(void) { return calloc(1, sizeof(Scanner)); }

void tree_sitter_pcl_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_pcl_external_scanner_serialize(void *payload, char *buffer) {
  Scanner *s = payload;
  memcpy(buffer, s->stack, s->size);
  return s->size;
}

void tree_sitter_pcl_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *s = payload;
  s->size = length;
  if (length > 0) memcpy(s->stack, buffer, length);
}

bool tree_sitter_pcl_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *s = payload;
  switch (top(s)) {
    case QUOTE: return quoted(s, lexer, valid);
    case HEREDOC: return heredoc(s, lexer);
    default: return code(s, lexer, valid);
  }
}
