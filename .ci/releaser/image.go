package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// The image has no list of users, so this is a number. The user owns the cache, and so also a volume that is mounted there.
const imageUser = 65532

// packImage makes an archive of an OCI image layout with an image for each Linux.
func packImage(r *Release) error {
	var index v1.ImageIndex = mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range r.On("linux") {
		image, err := imageOf(r, p)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: p.OS, Architecture: p.Arch}}})
	}
	dir, err := os.MkdirTemp("", "image")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// The layout's own index leads to the index of the platforms by the name of the version.
	outer, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	if err := outer.AppendIndex(index, layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": r.Version})); err != nil {
		return err
	}
	files, err := readFiles(dir)
	if err != nil {
		return err
	}
	return r.write("pcl-lsp_oci.tar", func(w io.Writer) error { return tarred(w, files, r.Time) })
}

func imageOf(r *Release, p Program) (v1.Image, error) {
	data, err := imageFiles(r, p)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: r.Time}, Comment: "pcl-lsp " + r.Version}})
	if err != nil {
		return nil, err
	}
	config, err := imageConfig(r, p, image)
	if err != nil {
		return nil, err
	}
	return mutate.ConfigFile(image, config)
}

// imageFiles is the only layer: the program, its licenses and a folder that the user may write to.
func imageFiles(r *Release, p Program) ([]byte, error) {
	folder := func(name string, owner int) tar.Header {
		return tar.Header{Typeflag: tar.TypeDir, Name: name, Mode: 0o755, Uid: owner, Gid: owner, ModTime: r.Time}
	}
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range []tar.Header{
		folder("cache/", imageUser), folder("usr/", 0), folder("usr/bin/", 0), folder("usr/share/", 0), folder("usr/share/doc/", 0),
		folder("usr/share/doc/pcl-lsp/", 0), folder("work/", 0),
	} {
		if err := w.WriteHeader(&f); err != nil {
			return nil, err
		}
	}
	program := p.File
	program.Name = "usr/bin/" + program.Name
	files := []File{program}
	for _, d := range r.licences() {
		d.Name = "usr/share/doc/pcl-lsp/" + path.Base(d.Name)
		files = append(files, d)
	}
	err := errors.Join(addFiles(w, files, r.Time), w.Close())
	return out.Bytes(), err
}

func imageConfig(r *Release, p Program, image v1.Image) (*v1.ConfigFile, error) {
	file, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Created = p.OS, p.Arch, v1.Time{Time: r.Time}
	file.Config = v1.Config{
		Entrypoint: []string{"/usr/bin/pcl-lsp"},
		Cmd:        []string{"check"},
		Env:        []string{"HOME=/cache", "XDG_CACHE_HOME=/cache"},
		User:       fmt.Sprintf("%d:%d", imageUser, imageUser),
		WorkingDir: "/work",
		Labels: map[string]string{
			"org.opencontainers.image.title":         "pcl-lsp",
			"org.opencontainers.image.description":   r.Description,
			"org.opencontainers.image.version":       r.Version,
			"org.opencontainers.image.revision":      r.Commit,
			"org.opencontainers.image.source":        r.Homepage,
			"org.opencontainers.image.documentation": r.Homepage + "/blob/" + r.Tag() + "/docs/ci.md",
			"org.opencontainers.image.licenses":      r.License,
		},
	}
	return file, nil
}
