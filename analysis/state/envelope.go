package state

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// This file finds the deployment in a file, and checks the version of its format.

// The versions of the format that can be read.
const (
	firstVersion    = 1
	featuresVersion = 4 // and above: a list of features belongs to it
	lastVersion     = 4
)

// knownFeatures are those that change nothing in how this package reads a state.
var knownFeatures = []string{
	"byteString", "extensionParameterization", "hooks", "refreshBeforeUpdate", "replaceWith", "snippets-prototype", "taint", "views",
}

// envelope is what surrounds the deployment.
type envelope struct {
	r *reader
	// version is 0 without one; versionAt and featuresAt are offsets.
	version, versionAt int
	features           []string
	featuresAt         int
	// start and end are where the deployment is; the same for none. old says that it is in a file
	// that was written before files had versions.
	start, end int
	old        bool
	found      bool
}

// open reads a file whole, so that it is known to be JSON, and finds the deployment.
func open(file []byte) (*envelope, error) {
	start := 0
	if bytes.HasPrefix(file, []byte("\xef\xbb\xbf")) {
		start = 3 // a mark of UTF-8 that some tools put there
	}
	r := newReader(file, start, len(file))
	e := &envelope{r: r}
	if err := foreign(r); err != nil {
		return nil, err
	}
	at := r.next()
	if kind := r.decoder.PeekKind(); kind != jsontext.KindBeginObject {
		if err := r.skip(); err != nil {
			return nil, err
		}
		return nil, r.fail(at, "this is not the export of a stack: it is %s, not an object", kinds[kind])
	}
	if err := r.members("the file", e.member); err != nil {
		return nil, err
	}
	end := r.next()
	if _, err := r.decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, r.fail(end, "more text follows the end of the JSON text; remove it")
	}
	if !e.found {
		return nil, r.fail(at, "this is not the export of a stack: it has no `deployment`, and no `checkpoint`; `pulumi stack export --file FILE` writes an export")
	}
	return e, nil
}

// foreign recognizes what is not JSON by its first bytes.
func foreign(r *reader) error {
	switch file := r.file; {
	case len(bytes.TrimSpace(file)) == 0:
		return r.fail(0, "this is not the export of a stack: the file is empty")
	case bytes.HasPrefix(file, []byte("\x1f\x8b")):
		return r.fail(0, "this file is compressed; unpack it with gunzip")
	case bytes.HasPrefix(file, []byte("\xff\xfe")), bytes.HasPrefix(file, []byte("\xfe\xff")):
		return r.fail(0, "this file is in UTF-16; `pulumi stack export --file FILE` writes UTF-8")
	}
	return nil
}

// member reads a member of the file.
func (e *envelope) member(name string) error {
	switch name {
	case "version":
		return e.readVersion()
	case "features":
		e.featuresAt = e.r.next()
		return e.r.into(name, &e.features)
	case "checkpoint":
		e.found = true
		return e.r.members(quoted(name), func(name string) error {
			if name == "latest" {
				return e.place(name)
			}
			return e.r.skip()
		})
	case "latest":
		e.old = true
		return e.place(name)
	case "deployment":
		return e.place(name)
	}
	return e.r.skip()
}

func (e *envelope) readVersion() (err error) {
	e.versionAt = e.r.next()
	var wrong error
	err = e.r.scalar("version", jsontext.KindNumber, func(t jsontext.Token) { e.version, wrong = strconv.Atoi(t.String()) })
	if err == nil && wrong != nil {
		err = e.r.fail(e.versionAt, "`version` must be a whole number from %d to %d", firstVersion, lastVersion)
	}
	return err
}

// place notes where the deployment is.
func (e *envelope) place(name string) error {
	e.found = true
	ok, err := e.r.begin(quoted(name), jsontext.KindBeginObject)
	if !ok {
		return err
	}
	e.start = e.r.next()
	err = e.r.skip()
	e.end = e.r.offset(e.r.decoder.InputOffset())
	return err
}

// check checks the version.
func (e *envelope) check() error {
	if e.old && e.versionAt == 0 {
		e.version = firstVersion
	}
	switch {
	case e.versionAt == 0 && !e.old:
		return e.r.fail(0, "the state has no `version`; export the stack again")
	case e.version < firstVersion:
		return e.r.fail(e.versionAt, "the state has version %d, which is too old: versions %d to %d can be read; export the stack again", e.version, firstVersion, lastVersion)
	case e.version > lastVersion:
		return e.r.fail(e.versionAt, "the state has version %d, which is too new: this version of pcl-lsp reads versions %d to %d", e.version, firstVersion, lastVersion)
	case e.version < featuresVersion:
		return nil
	}
	unknown := slices.DeleteFunc(slices.Clone(e.features), func(f string) bool { return slices.Contains(knownFeatures, f) })
	if len(unknown) > 0 {
		return e.r.fail(e.featuresAt, "the state uses features that this version of pcl-lsp does not know: %s", strings.Join(unknown, ", "))
	}
	return nil
}

// deployment reads the members of the deployment. The function reads the value of each.
func (e *envelope) deployment(field func(r *reader, name string) error) error {
	if e.start == e.end {
		return nil
	}
	r := newReader(e.r.file, e.start, e.end, jsontext.AllowDuplicateNames(true)) // there are none
	return r.members("the deployment", func(name string) error { return field(r, name) })
}
