package main

import (
	"bytes"
	_ "embed"
	"io"
	"text/template"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk"
	_ "github.com/goreleaser/nfpm/v2/deb"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

//go:embed linux.yaml
var linuxPackage string

// packLinux makes the packages for Debian, Red Hat, Alpine and the systems based on them.
func packLinux(r *Release) error {
	about, err := template.New("linux.yaml").Parse(linuxPackage)
	if err != nil {
		return err
	}
	for _, p := range r.On("linux") {
		var text bytes.Buffer
		err := about.Execute(&text, struct {
			*Release
			Program
		}{r, p})
		if err != nil {
			return err
		}
		config, err := nfpm.Parse(&text)
		if err != nil {
			return err
		}
		for _, format := range []string{"deb", "rpm", "apk"} {
			if err := packFormat(r, config, format, p.base()+"."+format); err != nil {
				return err
			}
		}
	}
	return nil
}

func packFormat(r *Release, config nfpm.Config, format, name string) error {
	info, err := config.Get(format)
	if err != nil {
		return err
	}
	info.MTime = r.Time
	if err := nfpm.PrepareForPackager(nfpm.WithDefaults(info), format); err != nil {
		return err
	}
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	return r.write(name, func(w io.Writer) error { return packager.Package(info, w) })
}
