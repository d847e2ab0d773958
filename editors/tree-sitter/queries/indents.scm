; Indentation, by the names of Neovim.

[
  (body)
  (object)
  (tuple)
  (for_object)
  (for_tuple)
  (arguments)
  (parenthesized)
] @indent.begin

["}" "]" ")"] @indent.branch @indent.end

(heredoc) @indent.ignore
(comment) @indent.auto
