// Package packages finds the packages that a program uses: in files with schemas, or in providers that are Go code.
package packages

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/madeup"
)

// Package is one version of a package.
type Package struct {
	Name    string
	Version semver.Version
	// Provider makes the provider. It is nil for a package of which only the schema is known.
	Provider func() plugin.Provider
	document []byte
	parts    func() *parts // of the document
}

// Set is the packages that a program may use. It is a loader of schemas for the binder.
type Set struct {
	// Newest makes the newest version of a package stand for versions that the set doesn't have.
	Newest   bool
	packages []Package
	loaded   map[string]schema.PackageReference // by descriptor
}

var _ schema.ReferenceLoader = (*Set)(nil)

// New returns a set of packages.
func New(packages ...Package) *Set {
	return &Set{packages: packages, loaded: map[string]schema.PackageReference{}}
}

// Read returns the packages whose schemas are in folders, in files that end in .json or .json.gz.
func Read(folders ...string) (*Set, error) {
	var all []Package
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.json*"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			p, err := read(file)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			all = append(all, p)
		}
	}
	return New(all...), nil
}

// read returns the package whose schema is in a file.
func read(file string) (Package, error) {
	text, err := contents(file)
	if err != nil {
		return Package{}, err
	}
	return about(text, nil)
}

// Of returns the package whose provider a function makes.
func Of(provider func() plugin.Provider) (Package, error) {
	response, err := provider().GetSchema(context.Background(), plugin.GetSchemaRequest{})
	if err != nil {
		return Package{}, err
	}
	return about(response.Schema, provider)
}

// about returns the package of a schema.
func about(document []byte, provider func() plugin.Provider) (Package, error) {
	var said struct{ Name, Version string }
	if err := json.Unmarshal(document, &said); err != nil {
		return Package{}, err
	}
	version, err := semver.ParseTolerant(said.Version)
	if err != nil && said.Version != "" {
		return Package{}, err
	}
	return Package{said.Name, version, provider, document, split(document)}, nil
}

// contents returns the text of a file, which may be packed.
func contents(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasSuffix(file, ".gz") {
		return text, err
	}
	packed, err := gzip.NewReader(strings.NewReader(string(text)))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(packed)
}

// All returns all packages of the set.
func (s *Set) All() []Package { return s.packages }

// find returns the package of a name and a version, or the newest one if no version is asked for.
func (s *Set) find(name string, version *semver.Version) (found Package, ok bool) {
	if found, ok = s.exactly(name, version); ok || !s.Newest || version == nil {
		return found, ok
	}
	found, ok = s.exactly(name, nil)
	found.Version, found.document = *version, []byte(versionText.ReplaceAllLiteralString(string(found.document), fmt.Sprintf(`"version": %q`, version)))
	return found, ok
}

// versionText is the version in a schema: only the first one counts.
var versionText = regexp.MustCompile(`"version": *"[^"]*"`)

func (s *Set) exactly(name string, version *semver.Version) (found Package, ok bool) {
	for _, p := range s.packages {
		switch {
		case p.Name != name:
		case version == nil && (!ok || found.Version.LT(p.Version)), version != nil && p.Version.EQ(*version):
			found, ok = p, true
		}
	}
	return found, ok
}

// Schema returns the document of a package. If the set has no package that a parameter makes, the provider makes it.
func (s *Set) Schema(ctx context.Context, d *schema.PackageDescriptor) ([]byte, error) {
	if p, ok := s.find(d.PackageName(), d.PackageVersion()); ok {
		return p.document, nil
	}
	p, ok := s.find(d.Name, d.Version)
	if !ok || d.Parameterization == nil || p.Provider == nil {
		return nil, fmt.Errorf("there is no package %s", d)
	}
	provider, given := p.Provider(), d.Parameterization
	_, err := provider.Parameterize(ctx, plugin.ParameterizeRequest{
		Parameters: &plugin.ParameterizeValue{Name: given.Name, Version: given.Version, Value: given.Value},
	})
	if err != nil {
		return nil, err
	}
	response, err := provider.GetSchema(ctx, plugin.GetSchemaRequest{SubpackageName: given.Name, SubpackageVersion: &given.Version})
	return response.Schema, err
}

// Made returns the provider of a package. If only the schema is known, it is a [madeup.Provider], which says as much of it as a program needs.
func (s *Set) Made(p Package, needed *Short, run madeup.Run) (plugin.Provider, error) {
	if p.Provider != nil {
		return p.Provider(), nil
	}
	loaded, err := s.LoadPackage(p.Name, &p.Version)
	if err != nil {
		return nil, err
	}
	return madeup.Provider(loaded, needed.document(p), run), nil
}

// Parameterized reports whether a parameter makes a package, and its schema is known.
func (s *Set) Parameterized(d *schema.PackageDescriptor) (Package, bool) {
	p, ok := s.find(d.PackageName(), d.PackageVersion())
	_, known := s.find(d.Name, d.Version)
	return p, !known && ok && d.Version != nil && d.Parameterization != nil
}

// LoadPackageReferenceV2 implements [schema.ReferenceLoader].
func (s *Set) LoadPackageReferenceV2(ctx context.Context, d *schema.PackageDescriptor) (schema.PackageReference, error) {
	if d.Name == "pulumi" {
		return schema.DefaultPulumiPackage.Reference(), nil
	}
	if known := s.loaded[d.String()]; known != nil {
		return known, nil
	}
	document, err := s.Schema(ctx, d)
	if err != nil {
		return nil, err
	}
	var spec schema.PartialPackageSpec
	if err := json.Unmarshal(document, &spec); err != nil {
		return nil, err
	}
	loaded, err := schema.ImportPartialSpec(spec, nil, s)
	if err == nil {
		s.loaded[d.String()] = loaded
	}
	return loaded, err
}

// LoadPackageV2 implements [schema.Loader].
func (s *Set) LoadPackageV2(ctx context.Context, d *schema.PackageDescriptor) (*schema.Package, error) {
	p, err := s.LoadPackageReferenceV2(ctx, d)
	if err != nil {
		return nil, err
	}
	return p.Definition()
}

// LoadPackage implements [schema.Loader].
func (s *Set) LoadPackage(name string, version *semver.Version) (*schema.Package, error) {
	return s.LoadPackageV2(context.Background(), &schema.PackageDescriptor{Name: name, Version: version})
}

// LoadPackageReference implements [schema.ReferenceLoader].
func (s *Set) LoadPackageReference(name string, version *semver.Version) (schema.PackageReference, error) {
	return s.LoadPackageReferenceV2(context.Background(), &schema.PackageDescriptor{Name: name, Version: version})
}

// Write writes the schemas that a program of some descriptors may use to a folder, one file for each.
func (s *Set) Write(ctx context.Context, folder string, descriptors map[string]*schema.PackageDescriptor) error {
	wanted := []*schema.PackageDescriptor{}
	for i := range s.packages {
		p := &s.packages[i]
		wanted = append(wanted, &schema.PackageDescriptor{Name: p.Name, Version: &p.Version})
	}
	for _, d := range descriptors {
		if d.Parameterization != nil {
			wanted = append(wanted, d)
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, d := range wanted {
		document, err := s.Schema(ctx, d)
		if err != nil {
			continue // a provider that only works with a parameter, or a program with a mistake
		}
		file := filepath.Join(folder, d.PackageName()+"-"+d.PackageVersion().String()+".json")
		if err := os.WriteFile(file, document, 0o644); err != nil {
			return err
		}
	}
	return nil
}
