package workload

import (
	"strconv"
	"strings"
)

// This file implements chains: each local is the one before, and each resource
// reads a local and the resource before. A text at the head that makes it a list
// of strings changes the type of every local, and is wrong in every resource.

const chainHead = `link0 = «toBase64("head")|toBase64("head", "more")|split(",", "head", "more")»`

const yardLink = `
resource crate<n> "yard:index:Crate" {
  label = link<n>
  lane  = crate<prev>.lane
}`

const awsLink = `
resource group<n> "aws:ec2/securityGroup:SecurityGroup" {
  description = link<n>
  vpcId       = group<prev>.vpcId
}`

// chain is a chain of so many locals and resources, in turn.
func chain(link string, length int) func() []item {
	i := 0
	return func() []item {
		k := i / 2
		local := i%2 == 0
		i++
		n := strings.NewReplacer("<n>", strconv.Itoa(k), "<prev>", strconv.Itoa(k-1))
		switch {
		case local && i == length: // nothing would read it
			return nil
		case local && k == 0:
			return []item{{text: chainHead, others: length / 2}}
		case local:
			return []item{{text: n.Replace("link<n> = link<prev>")}}
		case k == 0:
			return []item{{text: n.Replace(strings.Trim(withoutLast(link), "\n"))}}
		}
		return []item{{text: n.Replace(strings.Trim(link, "\n"))}}
	}
}

// withoutLast is the link without its last property, which refers to the link
// before.
func withoutLast(link string) string {
	lines := strings.Split(link, "\n")
	return strings.Join(append(lines[:len(lines)-2], lines[len(lines)-1]), "\n")
}
