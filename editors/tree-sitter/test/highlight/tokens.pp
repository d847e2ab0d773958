# A comment.
# <- comment
config size "number" {
# <- keyword
#      ^^^^ variable
#           ^^^^^^^^ type
#                    ^ punctuation.bracket
  default = 1.5e3 // dozens
# ^^^^^^^ property
#         ^ operator
#           ^^^^^ number
#                 ^^^^^^^^^ comment
}
resource net "cloudy:net/network:Network" {
# <- keyword
#        ^^^ variable
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ type
  cidrBlock = "10.0.0.0/${size}\n$${x}"
#             ^^^^^^^^^^ string
#                       ^^ punctuation.special
#                         ^^^^ variable
#                             ^ punctuation.special
#                              ^^ string.escape
#                                ^^^ string.escape
#                                   ^^^ string
  options { protect = true }
# ^^^^^^^ keyword
#           ^^^^^^^ property
#                     ^^^^ boolean
}
component vpc "./network" {}
#         ^^^ variable
#             ^^^^^^^^^^^ string
hook resource "audit" { command = ["log", args.urn] }
#    ^^^^^^^^ type
#             ^^^^^^^ variable
#                                 ^ punctuation.bracket
#                                       ^ punctuation.delimiter
#                                         ^^^^ variable
#                                             ^ punctuation.delimiter
#                                              ^^^ property
rule "team.names" {}
#    ^^^^^^^^^^^^ string
hosts = { for k, v in x.*.a : k => upper(v...) if !v.ok }
# <- variable
#       ^ punctuation.bracket
#         ^^^ keyword.repeat
#             ^ variable.parameter
#                ^ variable.parameter
#                  ^^ keyword.repeat
#                       ^ operator
#                           ^ operator
#                               ^^ operator
#                                  ^^^^^ function
#                                       ^ punctuation.bracket
#                                         ^^^ operator
#                                              ^^ keyword.conditional
#                                                 ^ operator
first = [for v in list.0 : v == null ? -1 : ns::f(2) + 3 * 4 / 5 % 6]
#            ^ variable.parameter
#                      ^ number
#                            ^^ operator
#                               ^^^^ constant.builtin
#                                    ^ operator
#                                           ^^ function
#                                             ^^ punctuation.delimiter
#                                               ^ function
made = { a = 1, "b" : 2, (c) = 3, d.e = 4 }
#      ^ punctuation.bracket
#        ^ property
#               ^^^ string
#                   ^ operator
#                         ^ variable
#                                 ^ variable
#                                   ^ property
note = "%{ if a < b && c >= d || e != f ~}x%{ else }y\t%{ endif }%{ for k, v in xs }${k}-%%{%{ endfor }"
#       ^^ punctuation.special
#          ^^ keyword.conditional
#               ^ operator
#                   ^^ operator
#                             ^^ operator
#                                       ^^ punctuation.special
#                                         ^ string
#                                             ^^^^ keyword.conditional
#                                                   ^ string
#                                                    ^^ string.escape
#                                                         ^^^^^ keyword.conditional
#                                                                ^^ punctuation.special
#                                                                   ^^^ keyword.repeat
#                                                                       ^ variable.parameter
#                                                                            ^^ keyword.repeat
#                                                                                       ^ string
#                                                                                        ^^^ string.escape
#                                                                                              ^^^^^^ keyword.repeat
text = <<-EOT
  # no comment $${not} ${
# ^^^^^^^^^^^^ string
#              ^^^ string.escape
#                      ^^ punctuation.special
    size}
#   ^^^^ variable
  EOT
# ^^^ label
