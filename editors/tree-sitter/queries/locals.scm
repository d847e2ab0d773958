; Only loops have scopes of their own; names of the program may be used before they are declared.

(source_file) @local.scope
(for_tuple) @local.scope
(for_object) @local.scope
(template_for) @local.scope

(source_file (attribute name: (identifier) @local.definition.var))

((block type: (identifier) @_kind . label: (identifier) @local.definition.var)
  (#any-of? @_kind "resource" "config" "output" "component" "read"))

(for_tuple variable: (identifier) @local.definition.parameter)
(for_object variable: (identifier) @local.definition.parameter)
(template_for variable: (identifier) @local.definition.parameter)

(variable (identifier) @local.reference)
