# SYNTAX TEST "source.pcl" "a mistake colours its own block and leaves the next one alone"

motto = "not closed
#       ^^^^^^^^^^^ string.quoted.double.pcl

resource web "cloudy:net/network:Network" {
# <-------- storage.type.block.pcl
#        ^^^ entity.name.resource.pcl
  tags {
# ^^^^ meta.block.nested.pcl storage.type.block.pcl
    a = 1
#   ^ variable.other.property.pcl
  }
}

config next string {
# <------ storage.type.block.pcl
}

resource open "cloudy:net/network:Network" {
# <-------- storage.type.block.pcl
  tags = { a = [join(",", [1

resource whole "cloudy:net/network:Network" {
# <-------- - meta.object.pcl
# <-------- storage.type.block.pcl
#        ^^^^^ entity.name.resource.pcl
}
