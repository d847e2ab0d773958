package check

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file words what schemas call deprecated. The schema's own text is shown;
// where it names the replacement as other languages write it, the name in this
// language is added.

// deprecation is the message about something deprecated. The instead is what to
// use in its place, empty when the text alone must do.
func deprecation(what, text, instead string, pkg *schema.Package) diagnostic.Advice {
	text = strings.Join(strings.Fields(text), " ")
	old := diagnostic.Advice{Message: what + " is deprecated"}
	if instead != "" && !strings.Contains(text, instead) {
		old = old.And("; use `" + instead + "`")
		old.Choices = append(old.Choices, instead)
	}
	for _, m := range namedInstead.Get().FindAllStringSubmatch(text, -1) {
		old.Choices = append(old.Choices, m[1]+m[2])
	}
	return old.And(diagnostic.VersionNote(pkg) + ": " + text)
}

// namedInstead finds what a deprecation text may recommend: a name in backquotes or after
// "use" or "call".
var namedInstead = lazy.Regexp("`([^`]+)`|(?i:\\buse |\\bcall )([\\w/:.-]+\\w)")

func (c blocks) deprecatedResource(r *schema.Resource, span syntax.Span) {
	if r == nil || r.Deprecation == "" {
		return
	}
	instead := unlessSaid(r.Deprecation, SuccessorOf(r))
	c.info.advise(codes.DeprecatedResource, span, deprecation(typeOrProvider(r), r.Deprecation, instead, r.Package))
}

func typeOrProvider(r *schema.Resource) string {
	if r.IsProvider {
		return "the provider " + r.Package.Name()
	}
	return r.Canonical
}

func (i *Info) deprecatedFunction(fn *schema.Function, span syntax.Span) {
	if fn == nil || fn.Deprecation == "" {
		return
	}
	instead := unlessSaid(fn.Deprecation, SuccessorOfFunction(fn))
	i.advise(codes.DeprecatedFunction, span, deprecation(fn.Canonical, fn.Deprecation, instead, fn.Package))
}

func (i *Info) deprecatedMethod(name string, fn *schema.Function, span syntax.Span) {
	if fn != nil && fn.Deprecation != "" {
		i.advise(codes.DeprecatedMethod, span, deprecation("`"+name+"`", fn.Deprecation, "", fn.Package))
	}
}

// deprecatedInput reports an input that is set.
func (c blocks) deprecatedInput(p *schema.Property, in resourceInputs, span syntax.Span) {
	if p.Deprecation != "" {
		c.info.advise(codes.DeprecatedProperty, span, deprecation("`"+p.Name+"`", p.Deprecation, sibling(p, in.props), in.pkg))
	}
}

// deprecatedMember reports a member that is read.
func (i *Info) deprecatedMember(o Occurrence, object *schema.ObjectType) {
	if o.Property != nil && o.Property.Deprecation != "" {
		i.advise(codes.DeprecatedProperty, o.Span, deprecatedProperty(o.Property, object))
	}
}

func deprecatedProperty(p *schema.Property, object *schema.ObjectType) diagnostic.Advice {
	if object == nil {
		return deprecation("`"+p.Name+"`", p.Deprecation, "", nil)
	}
	return deprecation("`"+p.Name+"`", p.Deprecation, sibling(p, object.Properties()), object.Package)
}

// tokenLike finds what may be a token: aws.alb.Listener, aws:alb/listener:Listener
// or apps/v1/Deployment.
var tokenLike = lazy.Regexp(`[A-Za-z][\w-]*(?:[.:/]+[\w-]+)+`)

// SuccessorOf is the match of the resource that the note of a deprecated one names; of nothing if it names none that there is.
func SuccessorOf(r *schema.Resource) schema.Match {
	return successor(r.Deprecation, r.Package, r.Token, r.Package.FindResource)
}

// SuccessorOfFunction is the match of the function that the note of a deprecated one names; of nothing if it names none that there is.
func SuccessorOfFunction(f *schema.Function) schema.Match {
	return successor(f.Deprecation, f.Package, f.Token, f.Package.FindFunction)
}

func successor(text string, pkg *schema.Package, own string, find func(string) schema.Match) schema.Match {
	exists := func(m schema.Match) bool {
		return m.Spelling != schema.NotFound && m.Spelling != schema.ByFallback && m.Token != own
	}
	if text == "" {
		return schema.Match{}
	}
	for _, word := range tokenLike.Get().FindAllString(text, -1) {
		for _, token := range asTokens(word, pkg.Name()) {
			if m := find(token); exists(m) {
				return m
			}
		}
	}
	t, _ := schema.ParseToken(own)
	module, _, _ := strings.Cut(t.Module, "/")
	for _, word := range namedInstead.Get().FindAllStringSubmatch(text, -1) {
		name := word[1] + word[2]
		if m := find(pkg.Name() + ":" + module + ":" + name); !strings.ContainsAny(name, ":./ ") && exists(m) {
			return m // a bare name, of the same module
		}
	}
	return schema.Match{}
}

// unlessSaid is a successor as it is written in this language; empty if the text says it in a way that can be written.
func unlessSaid(text string, m schema.Match) string {
	if m.Spelling == schema.NotFound || strings.Contains(text, m.Token) || strings.Contains(text, m.Canonical) {
		return ""
	}
	return schema.ShortToken(m.Canonical)
}

// asTokens are the tokens that a name in a text may mean.
func asTokens(word, pkg string) []string {
	tokens := []string{word}
	if rest, ok := strings.CutPrefix(word, pkg+"."); ok {
		if i := strings.LastIndexAny(rest, "./"); i > 0 {
			tokens = append(tokens, pkg+":"+rest[:i]+":"+rest[i+1:])
		} else {
			tokens = append(tokens, pkg+":index:"+rest)
		}
	}
	if i := strings.LastIndexByte(word, '/'); i > 0 {
		tokens = append(tokens, pkg+":"+word[:i]+":"+word[i+1:])
	}
	return tokens
}

var snakeName = lazy.Regexp(`[a-z0-9]+(?:_[a-z0-9]+)+`)

// sibling is the property that a deprecation text names in the style of other
// languages, such as lb_target_group_arn; empty when there is none.
func sibling(p *schema.Property, among []*schema.Property) string {
	for _, word := range snakeName.Get().FindAllString(p.Deprecation, -1) {
		letters := strings.ReplaceAll(word, "_", "")
		for _, other := range among {
			if other.Name != p.Name && strings.EqualFold(other.Name, letters) {
				return other.Name
			}
		}
	}
	return ""
}
