package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"time"
)

// packArchives packs each program with its documents, for people and for scripts that install by themselves.
func packArchives(r *Release) error {
	for _, p := range r.Programs {
		pack := tarGzip
		if p.OS == "windows" {
			pack = zipped
		}
		files := append([]File{p.File}, r.Documents...)
		if err := r.write(p.Archive(), func(w io.Writer) error { return pack(w, files, r.Time) }); err != nil {
			return err
		}
	}
	return nil
}

func tarGzip(out io.Writer, files []File, at time.Time) error {
	w := gzip.NewWriter(out)
	return errors.Join(tarred(w, files, at), w.Close())
}

func tarred(out io.Writer, files []File, at time.Time) error {
	w := tar.NewWriter(out)
	return errors.Join(addFiles(w, files, at), w.Close())
}

func addFiles(w *tar.Writer, files []File, at time.Time) error {
	for _, f := range files {
		header := tar.Header{Typeflag: tar.TypeReg, Name: f.Name, Mode: f.Mode, Size: int64(len(f.Data)), ModTime: at}
		if err := w.WriteHeader(&header); err != nil {
			return err
		}
		if _, err := w.Write(f.Data); err != nil {
			return err
		}
	}
	return nil
}

func zipped(out io.Writer, files []File, at time.Time) error {
	w := zip.NewWriter(out)
	for _, f := range files {
		header := zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: at.UTC()}
		header.SetMode(fs.FileMode(f.Mode))
		entry, err := w.CreateHeader(&header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.Data); err != nil {
			return err
		}
	}
	return w.Close()
}
