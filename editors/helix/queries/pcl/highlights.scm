; Colors, by the names of Helix. make grammar writes this file from editors/tree-sitter/queries/highlights.scm.
; The lists of block kinds come from analysis/language.

(comment) @comment

; Blocks

(block type: (identifier) @keyword)

; labels that are names
((block type: (identifier) @_kind . label: (_) @variable)
  (#any-of? @_kind "resource" "config" "output" "component" "read"))

((block type: (identifier) @_kind . label: (_) @type . label: (_) @variable)
  (#any-of? @_kind "hook"))

; labels that are types
((block type: (identifier) @_kind . label: (_) . label: (_) @type)
  (#any-of? @_kind "resource" "config" "output" "read"))

((block type: (identifier) @_kind . label: (_) . label: (_) @string)
  (#not-any-of? @_kind "resource" "config" "output" "read" "hook"))

((block type: (identifier) @_kind . label: (_) @string)
  (#not-any-of? @_kind "resource" "config" "output" "component" "read" "hook"))

; Names

(source_file (attribute name: (identifier) @variable))
(body (attribute name: (identifier) @variable.other.member))
(key (identifier) @variable.other.member)
(attribute_access name: (identifier) @variable.other.member)
(variable (identifier) @variable)
(for_tuple variable: (identifier) @variable.parameter)
(for_object variable: (identifier) @variable.parameter)
(template_for variable: (identifier) @variable.parameter)
(call function: (identifier) @function)
(qualified_name (identifier) @function)

; Literals

(number) @constant.numeric
(legacy_index) @constant.numeric
(boolean) @constant.builtin.boolean
(null) @constant.builtin

(string "\"" @string)
(string (template_text) @string)
(heredoc (template_text) @string)
(template_if (template_text) @string)
(template_for (template_text) @string)
; in labels, an escape has the color of its label
(string (escape_sequence) @constant.character.escape)
(heredoc (escape_sequence) @constant.character.escape)
(template_if (escape_sequence) @constant.character.escape)
(template_for (escape_sequence) @constant.character.escape)
[(heredoc_start) (heredoc_end)] @label

; Words and signs

["for" "in" "endfor"] @keyword.control.repeat
["if" "else" "endif"] @keyword.control.conditional

(interpolation ["${" "}"] @punctuation.special)
(template_if ["%{" "}"] @punctuation.special)
(template_for ["%{" "}"] @punctuation.special)

["(" ")" "[" "]"] @punctuation.bracket
(body ["{" "}"] @punctuation.bracket)
(object ["{" "}"] @punctuation.bracket)
(for_object ["{" "}"] @punctuation.bracket)

["." "," "::"] @punctuation.delimiter
["=" "=>" "?" ":" "..." "||" "&&" "==" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "%" "!"] @operator
