package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks config, output and pulumi blocks. (PCL specification,
// pcl-syntax.md, sections 6, 13 and 14.)

// configFacts is what a config block declares.
type configFacts struct {
	value    typesys.Type // the type of its name
	declared typesys.Type // without the output of secret = true
	required bool         // a caller must give a value
	nullable bool
}

// readConfig is what a config block declares, judged from its text alone.
func readConfig(it *syntax.Item, report func(codes.Code, syntax.Span, string)) configFacts {
	facts := configFacts{declared: typesys.Dynamic, required: true}
	if len(it.Labels) > 1 {
		facts.declared = optionalMembers(readType(it.Labels[1], report))
	}
	if it.Block != nil {
		attrs := it.Block.Body.Attributes
		if a := attrs["default"]; a != nil {
			facts.required = false
			if isNull(a.Expr) && !typesys.IsOptional(facts.declared) {
				facts.declared, facts.nullable = typesys.Optional(facts.declared), true
			}
		}
		if a := attrs["nullable"]; a != nil {
			if yes, ok := tree.Bool(a.Expr); ok && yes {
				facts.nullable, facts.required = true, false
			}
		}
	}
	facts.value = facts.declared
	if it.Block != nil && isSecretConfig(it.Block) {
		facts.value = typesys.Lifted(facts.declared)
	}
	return facts
}

func isSecretConfig(b *hclsyntax.Block) bool {
	a := b.Body.Attributes["secret"]
	if a == nil {
		return false
	}
	secret, ok := tree.Bool(a.Expr)
	return ok && secret
}

func isNull(e hclsyntax.Expression) bool {
	l, ok := tree.Unparen(e).(*hclsyntax.LiteralValueExpr)
	return ok && l.Val.IsNull()
}

func (c *checker) config(it *syntax.Item) {
	if !c.labels(it, 1, 2, codes.LabelsConfig, "a config block has a name and an optional type: `config name \"string\" { … }`") {
		c.looseBody(it.Block.Body)
		return
	}
	facts := readConfig(it, c.findPlain)
	c.typeLabel(it, facts.declared)
	c.storedValue(it, facts)
	c.ignored(it.Block.Body, configTakes)
	for _, a := range tree.Attributes(it.Block.Body) {
		switch a.Name {
		case "default":
			c.attribute(a, facts.declared, "The value where the configuration has none.")
			c.want(a.Expr, facts.declared, needs{code: codes.ConfigDefault, place: "the default"})
		case "nullable":
			c.literalBool(a, codes.ConfigLiteral, "Whether the value may be missing.")
		case "secret":
			c.literalBool(a, codes.ConfigLiteral, "Whether the value is secret.")
		case "description":
			c.literalString(a, codes.ConfigLiteral, "What the value is for.")
		case "__logicalName":
			c.literalString(a, codes.ConfigLiteral, "The configuration key, where it is not the name of the block.")
		default:
			c.typeAttribute(a)
		}
	}
	for _, b := range it.Block.Body.Blocks {
		c.looseBody(b.Body)
	}
}

func (c *checker) typeLabel(it *syntax.Item, t typesys.Type) {
	if len(it.Labels) > 1 {
		c.occur(Occurrence{Span: it.Labels[1].Span, Kind: OccurTypeText, Name: it.Labels[1].Value, Type: t})
	}
}

// outputType is the declared type of an output.
func outputType(it *syntax.Item, report func(codes.Code, syntax.Span, string)) typesys.Type {
	if len(it.Labels) < 2 {
		return typesys.Dynamic
	}
	return readType(it.Labels[1], report)
}

func (c *checker) output(it *syntax.Item) {
	if !c.labels(it, 1, 2, codes.LabelsOutput, "an output block has a name and an optional type: `output name { value = … }`") {
		c.looseBody(it.Block.Body)
		return
	}
	declared := outputType(it, c.findPlain)
	c.typeLabel(it, declared)
	c.ignored(it.Block.Body, outputTakes)
	for _, a := range tree.Attributes(it.Block.Body) {
		switch a.Name {
		case "value":
			c.attribute(a, declared, "The exported value.")
			c.want(a.Expr, declared, needs{code: codes.OutputValue, place: "the value"})
		case "__logicalName":
			c.literalString(a, codes.OutputLiteral, "The exported name, where it is not the name of the block.")
		default:
			c.typeAttribute(a)
		}
	}
	for _, b := range it.Block.Body.Blocks {
		c.looseBody(b.Body)
	}
	if it.Block.Body.Attributes["value"] == nil && len(it.Errors) == 0 {
		c.lacks(it.Block.Body, outputTakes, codes.OutputNoValue, tree.Header(it), "this output has no `value`; the run would fail")
	}
}

func (c *checker) pulumi(it *syntax.Item) {
	c.labels(it, 0, 0, codes.LabelsPulumi, "a pulumi block has no labels; remove them")
	c.ignored(it.Block.Body, pulumiTakes)
	for _, a := range tree.Attributes(it.Block.Body) {
		if a.Name == "requiredVersionRange" {
			c.attribute(a, typesys.String, "The versions of the engine that can run this program, as a range of semantic versions.")
			c.want(a.Expr, typesys.String, needs{code: codes.PulumiVersion, place: "`requiredVersionRange`"})
			c.engineRange(a)
			continue
		}
		c.expr(a.Expr)
	}
	for _, b := range it.Block.Body.Blocks {
		c.looseBody(b.Body)
	}
}
