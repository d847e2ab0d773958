[
  (body)
  (object)
  (tuple)
  (for_object)
  (for_tuple)
  (arguments)
  (parenthesized)
] @indent

["}" "]" ")"] @outdent
