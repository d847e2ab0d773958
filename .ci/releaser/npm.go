package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"io"
	"strings"
)

//go:embed npm/pcl-lsp.js
var npmShim []byte

// npmPackage is what package.json says; the order is that of the file.
type npmPackage struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	Homepage     string            `json:"homepage"`
	Repository   map[string]string `json:"repository"`
	Engines      map[string]string `json:"engines,omitempty"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Bin          map[string]string `json:"bin,omitempty"`
	Man          []string          `json:"man,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"`
}

// The names of platforms in Node, where they are others than in Go.
var (
	nodeOS   = map[string]string{"windows": "win32"}
	nodeArch = map[string]string{"amd64": "x64"}
)

// packNpm makes a package for each platform, and one without a program that depends on all of them. npm installs only the one whose os and
// cpu fit, so nothing is downloaded by a script.
func packNpm(r *Release) error {
	main := r.npmPackage("pcl-lsp")
	main.Engines = map[string]string{"node": ">=20"}
	main.Bin = map[string]string{"pcl-lsp": "bin/pcl-lsp.js"}
	for _, d := range r.Documents {
		if strings.HasPrefix(d.Name, "man/") {
			main.Man = append(main.Man, "./"+d.Name)
		}
	}
	main.Optional = map[string]string{}
	for _, p := range r.Programs {
		os, arch := cmp.Or(nodeOS[p.OS], p.OS), cmp.Or(nodeArch[p.Arch], p.Arch)
		own := r.npmPackage("@pcl-lsp/" + os + "-" + arch)
		own.Description += " (the program for " + os + "-" + arch + ")"
		own.OS, own.CPU, own.PreferUnplug = []string{os}, []string{arch}, true
		main.Optional[own.Name] = r.Version
		program := p.File
		program.Name = "bin/" + program.Name
		if err := r.writeNpm(own, "pcl-lsp_npm_"+os+"-"+arch+".tgz", program); err != nil {
			return err
		}
	}
	return r.writeNpm(main, "pcl-lsp_npm.tgz", File{Name: "bin/pcl-lsp.js", Mode: 0o755, Data: npmShim})
}

func (r *Release) npmPackage(name string) npmPackage {
	return npmPackage{
		Name: name, Version: r.Version, Description: r.Description, License: r.License, Homepage: r.Homepage,
		Repository: map[string]string{"type": "git", "url": "git+" + r.Homepage + ".git"},
	}
}

func (r *Release) writeNpm(p npmPackage, name string, program File) error {
	var about bytes.Buffer
	encoder := json.NewEncoder(&about)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(p); err != nil {
		return err
	}
	files := []File{{Name: "package.json", Mode: 0o644, Data: about.Bytes()}, program}
	if p.Bin != nil {
		files = append(files, r.Documents...)
	} else {
		files = append(files, r.licences()...)
	}
	for i := range files {
		files[i].Name = "package/" + files[i].Name
	}
	return r.write(name, func(w io.Writer) error { return tarGzip(w, files, r.Time) })
}
