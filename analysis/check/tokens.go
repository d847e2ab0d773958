package check

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file takes type tokens apart and finds the packages that they name.
// (PCL specification, pcl-syntax.md, section 4.)

// token takes a token apart and reports one that is malformed.
func (c *checker) token(text string, span syntax.Span) (schema.Token, bool) {
	token, ok := schema.ParseToken(text)
	if !ok {
		form := advice{message: "a type token has the form `package:module:Member` or `package:Member`"}
		c.advise(codes.TokenMalformed, span, form.didYouMean(completedToken(text)))
	}
	return token, ok
}

// completedToken is the token that was meant by one with other separators, as in
// aws.s3.Bucket or aws::s3::Bucket; empty where that is no token either.
func completedToken(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ':' || r == '.' })
	if len(parts) != 2 && len(parts) != 3 {
		return ""
	}
	return strings.Join(parts, ":")
}

// styledLike is a declared token as the author of another one would write it: with
// the short module, where that denotes the same and theirs is no full one.
func styledLike(written string, pkg *schema.Package, declared string, find func(string) schema.Match) string {
	short, ok := schema.ParseToken(pkg.Canonical(declared))
	if !ok || strings.Contains(written, "/") || find(short.String()).Token != declared {
		return declared
	}
	return short.String()
}

// packageFor is the schema of a package; one that cannot be found is reported
// once in a program, at the first token that needs it.
func (c *checker) packageFor(name string, span syntax.Span) (*schema.Package, bool) {
	pkg, av := c.schema(name)
	if pkg != nil {
		return pkg, true
	}
	if av.State == schema.Loading {
		return nil, false // it is not known yet whether there is anything to say
	}
	found := c.find(codes.PackageUnknown, span, unchecked(name, av))
	found.once, found.Subject = string(codes.PackageUnknown)+" "+name, name
	return nil, false
}

// schemaPackage is the package that a name means in this program: what a package
// block declares, or else the newest with the name.
func (p *Program) schemaPackage(name string) (*schema.Package, schema.Availability) {
	pkg, av := p.declaredPackage(name)
	if p.world.Mode.Properties {
		pkg = pkg.Relaxed()
	}
	return pkg, av
}

func (p *Program) declaredPackage(name string) (*schema.Package, schema.Availability) {
	if name == schema.BuiltinPackage {
		return schema.Builtin(), schema.Availability{State: schema.Ready}
	}
	if p.world.Schemas == nil {
		return nil, schema.Availability{State: schema.Missing, Reason: "no schemas are configured"}
	}
	pkg, av := p.world.Schemas.Package(p.packageRef(name))
	if av.State == schema.Missing {
		if ref, given := p.versionGiven(name); given {
			if other, found := p.world.Schemas.Package(ref); other != nil {
				return other, found
			}
		}
	}
	return pkg, av
}

// Package is the schema that a package name means in this program, nil when it
// cannot be had.
func (p *Program) Package(name string) *schema.Package {
	pkg, _ := p.schemaPackage(name)
	return pkg
}

// ResourceOf is the schema of what a resource or read block declares, by its type token
// alone: nothing is checked for it. It is nil where the block has no token or its schema
// cannot be had.
func (p *Program) ResourceOf(it *syntax.Item) *schema.Resource {
	token, ok := schema.ParseToken(resourceTypeOf(it))
	if !ok {
		return nil
	}
	pkg := p.packageAnswer(token.Schema()).pkg
	if pkg == nil {
		return nil
	}
	return pkg.Resource(it.Labels[1].Value)
}

// resourceTypeOf is the type token of a resource or read block; empty for others.
func resourceTypeOf(it *syntax.Item) string {
	if it.Kind != syntax.KindResource && it.Kind != syntax.KindRead || len(it.Labels) != 2 {
		return ""
	}
	return it.Labels[1].Value
}

// schema asks the world for a package, once: an item asks about the same one for nearly
// all that it says.
func (r *Recorder) schema(name string) (*schema.Package, schema.Availability) {
	for _, known := range r.packages {
		if known.name == name {
			return known.pkg, known.av
		}
	}
	answer := r.p.packageAnswer(name)
	if r.packages == nil {
		r.packages = r.room[:0]
	}
	r.packages = append(r.packages, answer)
	r.Note(onSchemas, "", answer.again)
	return answer.pkg, answer.av
}

// packageAnswer is schemaPackage, asked once.
func (p *Program) packageAnswer(name string) *packageAnswer {
	for known := p.packages.Load(); known != nil; known = known.before {
		if known.name == name {
			return known
		}
	}
	answer := &packageAnswer{name: name}
	answer.pkg, answer.av = p.schemaPackage(name)
	answer.again = answer.isSame
	for {
		answer.before = p.packages.Load()
		if p.packages.CompareAndSwap(answer.before, answer) {
			return answer
		}
	}
}

func (a *packageAnswer) isSame(now *program.Run) bool {
	again := ViewOf(now.Program).packageAnswer(a.name)
	return again.pkg == a.pkg && again.av == a.av
}

// missingVersion returns the version of a package that the options of a resource give, if there
// is no schema of it: the schema of the name alone says nothing certain about the resource.
func (r *Recorder) missingVersion(it *syntax.Item, name string) (schema.Ref, schema.Availability) {
	version, url := optionVersion(it)
	if version == "" || r.p.world.Schemas == nil {
		return schema.Ref{}, schema.Availability{}
	}
	ref := schema.Ref{Name: name, Plugin: name, Version: version, DownloadURL: url}
	ask := func(p *Program) (schema.Availability, bool) {
		if pkg, _ := p.schemaPackage(name); pkg == nil || pkg.Version() == "" || pkg.Version() == version || p.heads().packages[name] != nil {
			return schema.Availability{}, false
		}
		_, av := p.world.Schemas.Package(ref)
		return av, av.State != schema.Ready
	}
	av, missing := ask(r.p)
	r.Note(onSchemas, "", func(now *program.Run) bool {
		avNow, missingNow := ask(ViewOf(now.Program))
		return missingNow == missing && avNow == av
	})
	if !missing {
		return schema.Ref{}, schema.Availability{}
	}
	return ref, av
}
