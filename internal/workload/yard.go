package workload

import _ "embed" // for the schema

// This file holds the templates of the package that serves where no aws schema is.

//go:embed yard-1.0.0.json
var yardSchema []byte

// SchemaFile is the name of the file that Schema belongs in.
const SchemaFile = "yard-1.0.0.json"

// Schema is the schema of the package whose resources Simple, Nested and Chained
// declare.
func Schema() []byte { return append([]byte(nil), yardSchema...) }

var simpleTemplates = []string{
	`
resource box<n> "yard:index:Crate" {
  «label|lable» = "box-<word>"
  lane    = "lane <num>"
  state   = "open"
  owner   = "<word>"
  remarks = "Stands in the <word> yard since it came in, and waits."
}`,
	`
resource chest<n> "yard:index:Crate" {
  «label|labell» = "chest-<word>"
  lane   = "lane <num>"
  owner  = →box<n>.owner
  weight = <num>
  fee    = 12.5
}`,
}

var nestedTemplates = []string{
	`
config tracks<n> number {
  default = <num>
}

owner<n> = "<word>"

resource depot<n> "yard:index:Depot" {
  title = "Depot ${→tracks<n>} of ${owner<n>}"
  gates = [
    { name = "north", ports = [80, 443, <num>], open = true },
    { name = "south-${tracks<n>}", ports = [for p in [1, 2, 3] : p * 10], limits = { perHour = <num>, burst = 3 } },
  ]
  settings = {
    shift  = { start = 6, end = 22 }
    limits = { perHour = «<num>|[1]», burst = 7 }
    notes  = { for word in ["oak", "elm"] : word => "${word}-<word>" }
  }
  tags = { Name = "depot-<word>", Größe = "klein 😀", Owner = owner<n> }
}`,
	`
resource hall<n> "yard:index:Depot" {
  title     = "Hall of ${→depot<n>.title}"
  «open|opne» = true
  neighbour = depot<prev>.id
  gates     = [for side in ["left", "right"] : { name = "${side}-<word>", ports = [for i in [1, 2] : i + <num>] }]
  settings = {
    shift = { start = 8, end = tracks<n> > 20 ? 18 : 20 }
    notes = { first = "The ${length(depot<n>.gates)} gates of ${depot<n>.title}" }
  }
}`,
}
