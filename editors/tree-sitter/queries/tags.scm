((block type: (identifier) @_kind . label: (identifier) @name) @definition.constant
  (#any-of? @_kind "config" "resource" "read" "component" "output"))

((block type: (identifier) @_kind . label: (label (template_text) @name)) @definition.constant
  (#any-of? @_kind "config" "resource" "read" "component" "output"))

(source_file (attribute name: (identifier) @name) @definition.constant)

(call function: (identifier) @name) @reference.call
