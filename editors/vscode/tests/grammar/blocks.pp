# SYNTAX TEST "source.pcl" "heads of blocks, their labels, and the attributes in them"

resource web "cloudy:compute/instance:Instance" {
# <-------- storage.type.block.pcl
#        ^^^ entity.name.resource.pcl
#             ^^^^^^ string.quoted.double.token.pcl entity.name.namespace.pcl
#                    ^^^^^^^^^^^^^^^^ entity.name.namespace.module.pcl
#                                     ^^^^^^^^ entity.name.type.pcl
#                                               ^ punctuation.section.block.begin.pcl
  __logicalName = "site-web"
# ^^^^^^^^^^^^^ variable.other.property.pcl
#               ^ keyword.operator.assignment.pcl
#                 ^^^^^^^^^^ string.quoted.double.pcl
  imageId = image.imageId
# ^^^^^^^ variable.other.property.pcl
#           ^^^^^ variable.other.readwrite.pcl
#                ^ punctuation.accessor.pcl
#                 ^^^^^^^ variable.other.property.pcl

  options {
# ^^^^^^^ meta.block.options.pcl storage.type.block.options.pcl
    ignoreChanges = [imageId]
#   ^^^^^^^^^^^^^ support.variable.option.pcl
#                    ^^^^^^^ variable.other.property.pcl
    depends_on = [other]
#   ^^^^^^^^^^ variable.other.property.pcl
  }
# ^ punctuation.section.block.end.pcl
}
# <- punctuation.section.block.end.pcl

read "shared" "dns:index:Zone" { id = "z-1" }
# <---- storage.type.block.pcl
#     ^^^^^^ entity.name.resource.pcl
#                                ^^ variable.other.property.pcl

component network "./network" {
# <--------- storage.type.block.pcl
#         ^^^^^^^ entity.name.component.pcl
#                  ^^^^^^^^^ string.quoted.double.path.pcl
}

hook resource "announce" {
# <---- storage.type.block.pcl
#    ^^^^^^^^ storage.modifier.hook.pcl
#              ^^^^^^^^ entity.name.hook.pcl
  command = ["say", args.name]
# ^^^^^^^ variable.other.property.pcl
#                   ^^^^ variable.language.pcl
}

package {
# <------- storage.type.block.pcl
  baseProviderName = "bridge"
# ^^^^^^^^^^^^^^^^ variable.other.property.pcl
  parameterization {
# ^^^^^^^^^^^^^^^^ meta.block.parameterization.pcl storage.type.block.pcl
    name = "dns"
  }
}

answer-of-all = 42
# <------------- variable.other.definition.pcl
#               ^^ constant.numeric.pcl

resource = "a local may be called like a block"
# <-------- variable.other.definition.pcl
