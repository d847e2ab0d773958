// The grammar of PCL. It has the expressions and bodies of HCL's native syntax; the kinds of blocks are in queries.
//
// Line ends matter between braces and mean nothing between other brackets, and templates nest in strings. So every bracket and
// quote is a token of src/scanner.c, which keeps a stack of them. One token, _close, closes them all: states of the parser that
// differ only in the bracket that is open can be merged.

const PRECEDENCE = { conditional: 1, or: 2, and: 3, equality: 4, comparison: 5, sum: 6, product: 7, unary: 8, postfix: 9 };

const BINARY = [
  [PRECEDENCE.or, ['||']],
  [PRECEDENCE.and, ['&&']],
  [PRECEDENCE.equality, ['==', '!=']],
  [PRECEDENCE.comparison, ['<', '<=', '>', '>=']],
  [PRECEDENCE.sum, ['+', '-']],
  [PRECEDENCE.product, ['*', '/', '%']],
];

const parens = ($, ...content) => seq(alias($._open_paren, '('), ...content, alias($._close, ')'));
const brackets = ($, ...content) => seq(alias($._open_bracket, '['), ...content, alias($._close, ']'));
const listOf = (item) => seq(item, repeat(seq(',', item)));
const directive = ($, ...content) => seq(alias($._directive_open, '%{'), ...content, alias($._close, '}'));

module.exports = grammar({
  name: 'pcl',

  // The scanner reads these in this order.
  externals: ($) => [
    $._newline,
    $._ignored_newline,
    $._open_body,
    $._open_object,
    $._open_for,
    $._open_paren,
    $._open_bracket,
    $._close,
    $._open_quote,
    $._close_quote,
    $.template_text,
    $.escape_sequence,
    $._interpolation_open,
    $._directive_open,
    $.heredoc_start,
    $.heredoc_end,
    $.legacy_index,
    $._margin, // a line end at which the parser gives up all open brackets; it is there only while the parser recovers
    $._recovery, // never part of a text: it is allowed only while the parser recovers from an error
  ],

  extras: ($) => [/[ \t]/, $.comment, $._ignored_newline],

  word: ($) => $.identifier,

  supertypes: ($) => [$._expression],

  rules: {
    source_file: ($) => seq(repeat(choice($._line, $._margin)), optional($._item)),

    _line: ($) => choice($._newline, seq($._item, $._newline)),
    _item: ($) => choice($.attribute, $.block),

    attribute: ($) => seq(field('name', $.identifier), '=', field('value', $._expression)),

    block: ($) =>
      seq(field('type', $.identifier), repeat(field('label', choice($.identifier, $.label))), field('body', $.body)),

    label: ($) => seq(alias($._open_quote, '"'), repeat(choice($.template_text, $.escape_sequence)), alias($._close_quote, '"')),

    // A body on one line has at most one attribute.
    body: ($) =>
      seq(alias($._open_body, '{'), optional(choice($.attribute, seq($._newline, repeat($._line)))), alias($._close, '}')),

    _expression: ($) =>
      choice(
        $.number,
        $.boolean,
        $.null,
        $.variable,
        $.string,
        $.heredoc,
        $.tuple,
        $.object,
        $.for_tuple,
        $.for_object,
        $.call,
        $.parenthesized,
        $.attribute_access,
        $.index,
        $.splat,
        $.unary,
        $.binary,
        $.conditional,
      ),

    // What looks like a number but is none, such as 1.5.0, is one token and an error: nothing follows it.
    number: ($) => choice(/[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/, seq($._no_number, $._recovery)),
    _no_number: () => /[0-9]([0-9.]|[eE][+-]?[0-9])*([0-9]|[eE][+-]?[0-9])/,
    boolean: () => choice('true', 'false'),
    null: () => 'null',
    variable: ($) => $.identifier,
    identifier: () => /[_\p{L}][_\p{L}\p{Nd}\p{M}-]*/,

    parenthesized: ($) => parens($, $._expression),
    tuple: ($) => brackets($, optional(seq(listOf($._expression), optional(',')))),

    object: ($) =>
      seq(
        alias($._open_object, '{'),
        repeat($._newline),
        repeat(seq($.object_element, choice(',', $._newline), repeat($._newline))),
        optional($.object_element),
        alias($._close, '}'),
      ),
    object_element: ($) => seq(field('key', choice($.key, $._expression)), choice('=', ':'), field('value', $._expression)),
    // A name alone is itself; in other keys, names are variables.
    key: ($) => prec(1, $.identifier),

    for_tuple: ($) => brackets($, $._for_intro, ':', field('value', $._expression), optional($._for_condition)),
    for_object: ($) =>
      seq(
        alias($._open_for, '{'),
        $._for_intro,
        ':',
        field('key', $._expression),
        '=>',
        field('value', $._expression),
        optional('...'),
        optional($._for_condition),
        alias($._close, '}'),
      ),
    _for_intro: ($) =>
      seq('for', field('variable', $.identifier), optional(seq(',', field('variable', $.identifier))), 'in', field('collection', $._expression)),
    _for_condition: ($) => seq('if', field('condition', $._expression)),

    call: ($) => prec(PRECEDENCE.postfix, seq(field('function', $._function_name), field('arguments', $.arguments))),
    _function_name: ($) => choice($._identifier_or_word, $.qualified_name),
    qualified_name: ($) => seq($._identifier_or_word, repeat1(seq('::', $.identifier))),
    _identifier_or_word: ($) => choice($.identifier, alias(choice('true', 'false', 'null'), $.identifier)),
    arguments: ($) => parens($, optional(seq(listOf($._expression), optional(choice(',', '...'))))),

    attribute_access: ($) => prec(PRECEDENCE.postfix, seq(field('object', $._expression), '.', field('name', $.identifier))),
    index: ($) =>
      prec(PRECEDENCE.postfix, seq(field('object', $._expression), choice(brackets($, field('index', $._expression)), seq('.', $.legacy_index)))),
    splat: ($) => prec(PRECEDENCE.postfix, seq(field('object', $._expression), choice(brackets($, '*'), seq('.', '*')))),

    unary: ($) => prec(PRECEDENCE.unary, seq(field('operator', choice('-', '!')), field('operand', $._expression))),
    binary: ($) =>
      choice(
        ...BINARY.map(([level, operators]) =>
          prec.left(level, seq(field('left', $._expression), field('operator', choice(...operators)), field('right', $._expression))),
        ),
      ),
    conditional: ($) =>
      prec.right(
        PRECEDENCE.conditional,
        seq(field('condition', $._expression), '?', field('consequence', $._expression), ':', field('alternative', $._expression)),
      ),

    string: ($) => seq(alias($._open_quote, '"'), repeat($._part), alias($._close_quote, '"')),
    heredoc: ($) => seq($.heredoc_start, repeat($._part), $.heredoc_end),

    _part: ($) => choice($.template_text, $.escape_sequence, $.interpolation, $.template_if, $.template_for),
    interpolation: ($) => seq(alias($._interpolation_open, '${'), $._expression, alias($._close, '}')),
    template_if: ($) =>
      seq(
        directive($, 'if', field('condition', $._expression)),
        repeat($._part),
        optional(seq(directive($, 'else'), repeat($._part))),
        directive($, 'endif'),
      ),
    template_for: ($) => seq(directive($, $._for_intro), repeat($._part), directive($, 'endfor')),

    comment: () => token(choice(/#[^\n]*/, /\/\/[^\n]*/, /\/\*[^*]*\*+([^/*][^*]*\*+)*\//)),
  },
});
