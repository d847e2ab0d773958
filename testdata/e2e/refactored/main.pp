config prefix string {
  default = "a"
}

rows = [{ id = "a" }, { id = "b" }]

ids = rows[*].id

others = [for row in rows : row.id]

name = "${prefix}-1"

joined = join("-", [prefix, "b"])

size = 80

settings = "{\"name\": \"${prefix}\"}"

resource network "cloudy:net/network:Network" {
  cidrBlock = name
}
