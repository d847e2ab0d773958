; Colors, by the names of Neovim and Zed. No node has two names, because editors disagree on which of two would count.
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
(body (attribute name: (identifier) @property))
(key (identifier) @property)
(attribute_access name: (identifier) @property)
(variable (identifier) @variable)
(for_tuple variable: (identifier) @variable.parameter)
(for_object variable: (identifier) @variable.parameter)
(template_for variable: (identifier) @variable.parameter)
(call function: (identifier) @function)
(qualified_name (identifier) @function)

; Literals

(number) @number
(legacy_index) @number
(boolean) @boolean
(null) @constant.builtin

(string "\"" @string)
(string (template_text) @string)
(heredoc (template_text) @string)
(template_if (template_text) @string)
(template_for (template_text) @string)
; in labels, an escape has the color of its label
(string (escape_sequence) @string.escape)
(heredoc (escape_sequence) @string.escape)
(template_if (escape_sequence) @string.escape)
(template_for (escape_sequence) @string.escape)
[(heredoc_start) (heredoc_end)] @label

; Words and signs

["for" "in" "endfor"] @keyword.repeat
["if" "else" "endif"] @keyword.conditional

(interpolation ["${" "}"] @punctuation.special)
(template_if ["%{" "}"] @punctuation.special)
(template_for ["%{" "}"] @punctuation.special)

["(" ")" "[" "]"] @punctuation.bracket
(body ["{" "}"] @punctuation.bracket)
(object ["{" "}"] @punctuation.bracket)
(for_object ["{" "}"] @punctuation.bracket)

["." "," "::"] @punctuation.delimiter
["=" "=>" "?" ":" "..." "||" "&&" "==" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "%" "!"] @operator
