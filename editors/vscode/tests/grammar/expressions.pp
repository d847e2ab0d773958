# SYNTAX TEST "source.pcl" "operators, calls, loops, objects"

sum = 1 + 2.5e3 * -3 % n
#     ^ constant.numeric.pcl
#       ^ keyword.operator.arithmetic.pcl
#         ^^^^^ constant.numeric.pcl
#                 ^ keyword.operator.arithmetic.pcl
#                      ^ variable.other.readwrite.pcl

check = a-b >= 1 && !(c == d) || e ? true : false
#       ^^^ variable.other.readwrite.pcl
#           ^^ keyword.operator.comparison.pcl
#                ^^ keyword.operator.logical.pcl
#                   ^ keyword.operator.logical.pcl
#                       ^^ keyword.operator.comparison.pcl
#                                  ^ keyword.operator.conditional.pcl
#                                    ^^^^ constant.language.true.pcl
#                                         ^ keyword.operator.conditional.pcl

text = join(",", names...)
#      ^^^^ support.function.builtin.pcl
#                     ^^^ keyword.operator.expansion.pcl

other = jsonencode({})
#       ^^^^^^^^^^ entity.name.function.pcl

image = invoke("cloudy:compute/getImage:getImage", { family = "debian" }).imageId
#       ^^^^^^ support.function.builtin.pcl
#               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ entity.name.function.pcl
#                                                    ^^^^^^ variable.other.property.pcl
#                                                                         ^^^^^^^ variable.other.property.pcl

ids = web[*].id
#         ^ keyword.operator.splat.pcl
#            ^^ variable.other.property.pcl

old = web.*.tags.0
#         ^ keyword.operator.splat.pcl
#                ^ constant.numeric.index.pcl

names = [for index, name in all : "${index}" if name != "x"]
#        ^^^ keyword.control.loop.pcl
#            ^^^^^ variable.other.definition.pcl
#                   ^^^^ variable.other.definition.pcl
#                        ^^ keyword.control.loop.pcl
#                           ^^^ variable.other.readwrite.pcl
#                                            ^^ keyword.control.conditional.pcl

ages = { for name, age in people : name => age... }
#        ^^^ keyword.control.loop.pcl
#                                       ^^ keyword.operator.arrow.pcl
#                                             ^^^ keyword.operator.expansion.pcl

shape = { a = 1, "b" : 2, c : x ? y : z, (d) = 4 }
#         ^ variable.other.property.pcl
#                ^^^ string.quoted.double.pcl
#                         ^ variable.other.property.pcl
#                           ^ punctuation.separator.key-value.pcl
#                                 ^ variable.other.readwrite.pcl
#                                   ^ keyword.operator.conditional.pcl
#                                         ^ variable.other.readwrite.pcl
#                                            ^ keyword.operator.assignment.pcl

truth = resource.true.null
#                ^^^^ - constant.language.true.pcl
#                ^^^^ variable.other.property.pcl

// a comment
# <-- comment.line.double-slash.pcl
/* and
   another */ x = 1
#  ^^^^^^^^^^ comment.block.pcl

first = list[0].name[key]["k"]
#            ^ constant.numeric.pcl
#               ^^^^ variable.other.property.pcl
#                    ^^^ variable.other.readwrite.pcl
#                          ^ string.quoted.double.pcl

each = { for k, v in m : "${k}!" => { inner = v } if v != null }
#        ^^^ keyword.control.loop.pcl
#                                ^^ keyword.operator.arrow.pcl
#                                     ^^^^^ variable.other.property.pcl
#                                                 ^^ keyword.control.conditional.pcl
#                                                         ^^^^ constant.language.null.pcl

many = 1.5E-3 / 010
#      ^^^^^^ constant.numeric.pcl
#             ^ keyword.operator.arithmetic.pcl
#               ^^^ constant.numeric.pcl

less = -count - 5
#      ^ keyword.operator.arithmetic.pcl
#       ^^^^^ variable.other.readwrite.pcl
#               ^ constant.numeric.pcl

keys = { "in quotes" = 1, "with ${name}" = 2 }
#         ^^^^^^^^^ variable.other.property.pcl
#                          ^^^^^ string.quoted.double.pcl
