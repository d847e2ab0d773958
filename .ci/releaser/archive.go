package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
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
		data, err := pack(append([]File{p.File}, r.Documents...), r.Time)
		if err != nil {
			return err
		}
		if err := r.write(p.Archive(), data); err != nil {
			return err
		}
	}
	return nil
}

func tarGzip(files []File, at time.Time) ([]byte, error) {
	data, err := tarred(files, at)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

func tarred(files []File, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	if err := addFiles(w, files, at); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
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

func zipped(files []File, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: at.UTC()}
		header.SetMode(fs.FileMode(f.Mode))
		entry, err := w.CreateHeader(&header)
		if err != nil {
			return nil, err
		}
		if _, err := io.Copy(entry, bytes.NewReader(f.Data)); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
