package main

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// writeBills writes what each program is made of, in the terms of CycloneDX. The list comes from the program, so it is what the linker used.
func writeBills(r *Release) error {
	for _, p := range r.Programs {
		bill, err := billOf(r, p)
		if err != nil {
			return err
		}
		encode := func(w io.Writer) error {
			return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bill)
		}
		if err := r.write(p.base()+".cdx.json", encode); err != nil {
			return err
		}
	}
	return nil
}

func billOf(r *Release, p Program) (*cdx.BOM, error) {
	program := component(&debug.Module{Path: p.Info.Main.Path, Version: p.Info.Main.Version}, cdx.ComponentTypeApplication)
	program.BOMRef += "?goos=" + p.OS + "&goarch=" + p.Arch
	program.PackageURL = program.BOMRef
	program.Description = r.Description
	program.Licenses = &cdx.Licenses{{License: &cdx.License{ID: r.License}}}
	program.ExternalReferences = &[]cdx.ExternalReference{{Type: cdx.ERTypeVCS, URL: r.Homepage}}
	hash := sum(p.File.Data)
	program.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hash}}
	parts := []cdx.Component{component(&debug.Module{Path: "std", Version: strings.TrimPrefix(p.Info.GoVersion, "go")}, cdx.ComponentTypeLibrary)}
	for _, m := range p.Info.Deps {
		if m.Replace != nil {
			return nil, fmt.Errorf("%s is replaced by %s, which nobody else can get", m.Path, m.Replace.Path)
		}
		part := component(m, cdx.ComponentTypeLibrary)
		digest, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		part.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(digest)}}
		parts = append(parts, part)
	}
	needs := make([]string, len(parts))
	for i, part := range parts {
		needs[i] = part.BOMRef
	}
	bill := cdx.NewBOM()
	bill.Metadata = &cdx.Metadata{Timestamp: r.Time.UTC().Format(time.RFC3339), Component: &program}
	bill.Components = &parts
	bill.Dependencies = &[]cdx.Dependency{{Ref: program.BOMRef, Dependencies: &needs}}
	return bill, nil
}

func component(m *debug.Module, kind cdx.ComponentType) cdx.Component {
	at := "pkg:golang/" + m.Path + "@" + url.PathEscape(m.Version)
	return cdx.Component{Type: kind, Name: m.Path, Version: m.Version, BOMRef: at, PackageURL: at}
}
