((comment) @injection.content
  (#set! injection.language "comment"))

; The marker of a heredoc may name the language of its text.
((heredoc (heredoc_start) @_marker (template_text) @injection.content)
  (#match? @_marker "JSON")
  (#set! injection.language "json")
  (#set! injection.combined))

((heredoc (heredoc_start) @_marker (template_text) @injection.content)
  (#match? @_marker "YA?ML")
  (#set! injection.language "yaml")
  (#set! injection.combined))

((heredoc (heredoc_start) @_marker (template_text) @injection.content)
  (#match? @_marker "SQL")
  (#set! injection.language "sql")
  (#set! injection.combined))

((heredoc (heredoc_start) @_marker (template_text) @injection.content)
  (#match? @_marker "HTML")
  (#set! injection.language "html")
  (#set! injection.combined))

((heredoc (heredoc_start) @_marker (template_text) @injection.content)
  (#match? @_marker "BASH|SHELL")
  (#set! injection.language "bash")
  (#set! injection.combined))
