package main

import (
	"embed"
	"io"
	"slices"
	"strings"
	"text/template"
)

//go:embed manifests
var manifests embed.FS

// writeManifests writes what package managers read that install the archives: Homebrew, Scoop and winget. The name of a template is the name
// of its file.
func writeManifests(r *Release) error {
	all, err := template.New("").Option("missingkey=error").Funcs(template.FuncMap{"upper": strings.ToUpper}).ParseFS(manifests, "manifests/*")
	if err != nil {
		return err
	}
	for _, t := range all.Templates() {
		if err := r.write(t.Name(), func(w io.Writer) error { return t.Execute(w, r) }); err != nil {
			return err
		}
	}
	return nil
}

// On returns the programs for an operating system.
func (r *Release) On(os string) []Program {
	return slices.DeleteFunc(slices.Clone(r.Programs), func(p Program) bool { return p.OS != os })
}

// Choose returns the word for the architecture of a program, of one word each for amd64 and arm64.
func (p Program) Choose(amd64, arm64 string) string {
	if p.Arch == "amd64" {
		return amd64
	}
	return arm64
}

// Homebrew returns what Homebrew calls the blocks of a formula by the operating system, in Go's names.
func (r *Release) Homebrew() map[string]string {
	return map[string]string{"darwin": "on_macos", "linux": "on_linux"}
}
