# SYNTAX TEST "source.pcl" "type labels of config and output"

config title string {
# <------ storage.type.block.pcl
#      ^^^^^ entity.name.variable.pcl
#            ^^^^^^ meta.type.pcl support.type.pcl
}

config "zones" "list(object({ name = string, weight = optional(number) }))" {
#       ^^^^^ entity.name.variable.pcl
#               ^^^^ support.type.pcl
#                    ^^^^^^ support.type.pcl
#                             ^^^^ variable.other.property.pcl
#                                    ^^^^^^ support.type.pcl
#                                                     ^^^^^^^^ support.type.pcl
  nullable = true
# ^^^^^^^^ variable.other.property.pcl
#            ^^^^ constant.language.true.pcl
}

config odd "enum" {}
#           ^^^^ invalid.illegal.type.pcl

config bare {
#      ^^^^ entity.name.variable.pcl
#           ^ punctuation.section.block.begin.pcl
  default = null
#           ^^^^ constant.language.null.pcl
}

output url string { value = "x" }
# <------ storage.type.block.pcl
#      ^^^ entity.name.variable.pcl
#          ^^^^^^ support.type.pcl
#                   ^^^^^ variable.other.property.pcl
