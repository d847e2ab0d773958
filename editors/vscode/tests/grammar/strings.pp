# SYNTAX TEST "source.pcl" "strings, templates, heredocs"

plain = "tab \t quote \" e \u00e9 bad \q"
#        ^^^ string.quoted.double.pcl
#            ^^ constant.character.escape.pcl
#                     ^^ constant.character.escape.pcl
#                          ^^^^^^ constant.character.escape.pcl
#                                     ^^ invalid.illegal.escape.pcl

mixed = "a ${b.c} $${not} %%{ not } %{ if d }yes%{ else }no%{ endif }"
#          ^^ punctuation.section.interpolation.begin.pcl
#            ^ meta.interpolation.pcl variable.other.readwrite.pcl
#              ^ variable.other.property.pcl
#               ^ punctuation.section.interpolation.end.pcl
#                 ^^^ constant.character.escape.template.pcl
#                         ^^^ constant.character.escape.template.pcl
#                                   ^^ punctuation.section.directive.begin.pcl
#                                      ^^ keyword.control.conditional.pcl
#                                         ^ variable.other.readwrite.pcl
#                                            ^^^ string.quoted.double.pcl
#                                                  ^^^^ keyword.control.conditional.pcl

nested = "x ${join(",", [for s in l : "<${s}>"])} y"
#             ^^^^ support.function.builtin.pcl
#                        ^^^ keyword.control.loop.pcl
#                                      ^ string.quoted.double.pcl
#                                         ^ variable.other.readwrite.pcl
#                                                 ^ string.quoted.double.pcl

object = "in a string ${{ a = 1 }.a} an object"
#                       ^ punctuation.section.object.begin.pcl
#                                    ^^ string.quoted.double.pcl

letter = <<-EOT
#        ^^^ keyword.operator.heredoc.pcl
#           ^^^ keyword.control.heredoc.pcl
  resource "in a text" is no block
# ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ string.unquoted.heredoc.pcl
# ^^^^^^^^ - storage.type.block.pcl
  %{ for name in names ~}
#    ^^^ keyword.control.loop.pcl
#        ^^^^ variable.other.definition.pcl
#                      ^^ punctuation.section.directive.end.pcl
  dear ${name}
#        ^^^^ variable.other.readwrite.pcl
  %{ endfor ~}
#    ^^^^^^ keyword.control.loop.pcl
EOT
after = 1
# <----- variable.other.definition.pcl

page = <<EOT
#      ^^ keyword.operator.heredoc.pcl
#        ^^^ keyword.control.heredoc.pcl
  a "quoted" \n $${word} ${upper("x ${y["k"]}")}
# ^ string.unquoted.heredoc.pcl - string.quoted.double.pcl
#            ^^ string.unquoted.heredoc.pcl - constant.character.escape.pcl
#               ^^^ constant.character.escape.template.pcl
#                        ^^ punctuation.section.interpolation.begin.pcl
#                          ^^^^^ entity.name.function.pcl
#                                 ^ string.quoted.double.pcl
#                                     ^ variable.other.readwrite.pcl
EOT
count = 2
# <----- variable.other.definition.pcl

trimmed = "${~ a ~}"
#          ^^^ punctuation.section.interpolation.begin.pcl
#                ^^ punctuation.section.interpolation.end.pcl
