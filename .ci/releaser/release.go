package main

import (
	"debug/buildinfo"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Homepage, Description and License are the same in all packages.
const (
	Homepage    = "https://github.com/pcl-lsp/pcl-lsp"
	Description = "Language server and checker for PCL, the Pulumi Configuration Language"
	License     = "Apache-2.0"
)

// Release is what the packages are made of. Templates use its exported names.
type Release struct {
	Homepage, Description, License string
	Version                        string // without the v
	Commit                         string
	Time                           time.Time // of the commit
	Programs                       []Program
	Documents                      []File
	Sums                           map[string]string // the SHA-256 of each file that was written

	DocumentsDir, out string
}

// Program is the program for one platform.
type Program struct {
	OS, Arch string // as Go names them
	Path     string // of the file on this machine
	File     File
	Info     *buildinfo.BuildInfo
}

// File is a file in a package.
type File struct {
	Name string // with slashes
	Mode int64
	Data []byte
}

func readRelease(programs, documents, out string) (*Release, error) {
	r := &Release{Homepage: Homepage, Description: Description, License: License, Sums: map[string]string{}, DocumentsDir: documents, out: out}
	files, err := readFiles(programs)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		platform, name, _ := strings.Cut(f.Name, "/")
		p := Program{Path: filepath.Join(programs, filepath.FromSlash(f.Name)), File: File{Name: name, Mode: 0o755, Data: f.Data}}
		p.OS, p.Arch, _ = strings.Cut(platform, "_")
		if p.Info, err = buildinfo.ReadFile(p.Path); err != nil {
			return nil, err
		}
		r.Programs = append(r.Programs, p)
	}
	if len(r.Programs) == 0 {
		return nil, fmt.Errorf("there are no programs in %s", programs)
	}
	info := r.Programs[0].Info
	r.Version = strings.TrimPrefix(info.Main.Version, "v")
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	r.Commit = settings["vcs.revision"]
	if r.Time, err = time.Parse(time.RFC3339, settings["vcs.time"]); r.Commit == "" || err != nil {
		return nil, fmt.Errorf("%s %s/%s was built without its commit", r.Programs[0].File.Name, r.Programs[0].OS, r.Programs[0].Arch)
	}
	r.Documents, err = readFiles(documents)
	return r, err
}

// readFiles reads all files of a folder, sorted by name.
func readFiles(dir string) ([]File, error) {
	var files []File
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files = append(files, File{Name: filepath.ToSlash(name), Mode: 0o644, Data: data})
		return err
	})
	return files, err
}

// Archive is the name of the archive of a program.
func (p Program) Archive() string {
	if p.OS == "windows" {
		return p.base() + ".zip"
	}
	return p.base() + ".tar.gz"
}

func (p Program) base() string { return "pcl-lsp_" + p.OS + "_" + p.Arch }

// Tag is the name of the release in the repository.
func (r *Release) Tag() string { return "v" + r.Version }

// Download is the address of a file of the release.
func (r *Release) Download(name string) string {
	return r.Homepage + "/releases/download/" + r.Tag() + "/" + name
}

// Date is the day of the release.
func (r *Release) Date() string { return r.Time.UTC().Format(time.DateOnly) }

// licenses are the documents that every package has to contain.
func (r *Release) licences() []File {
	return slices.DeleteFunc(slices.Clone(r.Documents), func(f File) bool { return f.Name != "LICENSE" && f.Name != "docs/THIRD_PARTY_NOTICES.txt" })
}
