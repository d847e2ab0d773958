((block type: (identifier) @_kind . label: (identifier) @name) @definition.constant
  (#any-of? @_kind "resource" "config" "output" "component" "read"))

((block type: (identifier) @_kind . label: (label (template_text) @name)) @definition.constant
  (#any-of? @_kind "resource" "config" "output" "component" "read"))

(source_file (attribute name: (identifier) @name) @definition.constant)

(call function: (identifier) @name) @reference.call
