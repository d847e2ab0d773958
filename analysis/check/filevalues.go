package check

import (
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/asset"
)

// This file checks what calls of the functions about files say of the disk and the
// net: paths and addresses that are written out. (docs/language/assets.md)

// fileCall checks a call whose arguments have the right types. Findings from before
// on are about the call.
func (c *checker) fileCall(e *hclsyntax.FunctionCallExpr, b *language.Builtin, before int) {
	role := b.Role(0)
	if len(e.Args) != 1 || e.ExpandFinal || role == language.RoleValue {
		return
	}
	arg := tree.Unparen(e.Args[0])
	if role == language.RoleAssetMembers {
		c.archiveMembers(arg, before)
		return
	}
	if c.failedSince(before, tree.Span(e.Range())) {
		return
	}
	c.judged(arg, func(v cty.Value) {
		text := valueText(v)
		switch role {
		case language.RoleFile:
			c.filePath(arg, text, codes.FileMissing, "")
		case language.RoleAssetFile:
			c.assetPath(arg, asset.FileAsset, text)
		case language.RoleArchivePath:
			c.assetPath(arg, asset.FileArchive, text)
		case language.RoleAssetAddress:
			c.address(arg, asset.RemoteAsset, text)
		case language.RoleArchiveAddress:
			c.address(arg, asset.RemoteArchive, text)
		}
	})
}

// archiveMembers looks at the members of an archive. Those that are neither an asset nor an
// archive get a better message than that the type does not fit.
func (c *checker) archiveMembers(arg hclsyntax.Expression, before int) {
	object, ok := arg.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return
	}
	problems := map[syntax.Span]string{}
	for _, item := range object.Items {
		problems[tree.Span(item.ValueExpr.Range())] = asset.CheckMember(c.info.TypeOf(item.ValueExpr))
	}
	for i, d := range c.info.Findings[before:] {
		if problem := problems[d.Span]; d.Code == codes.CallArg && problem != "" {
			d.Code, d.Severity, d.Message = codes.AssetMember, codes.AssetMember.Severity(), diagnostic.Abbreviate(problem, diagnostic.MaxLength)
			c.info.Findings[before+i] = d
		}
	}
}

// address checks the address of something remote; its first cause is reported.
func (c *checker) address(arg hclsyntax.Expression, kind asset.Kind, text string) {
	found := asset.CheckAddress(kind, text)
	if len(found) == 0 {
		return
	}
	first := found[0]
	span := c.within(arg, text, first.Start, first.End)
	switch first.Problem {
	case asset.Empty:
		c.fails(codes.AssetEmpty, tree.Span(arg.Range()), first.Message)
		return
	case asset.Extension, asset.ExtensionCase:
		c.info.find(codes.ArchiveKind, span, first.Message).Suggestion = first.Instead
	default:
		c.failing(codes.AssetScheme, span, diagnostic.Advice{Message: first.Message, Suggestion: first.Instead})
	}
}

// assetPath checks the path of an asset or archive.
func (c *checker) assetPath(arg hclsyntax.Expression, kind asset.Kind, text string) {
	for _, f := range asset.CheckPath(kind, text) {
		switch f.Problem {
		case asset.Empty:
			if kind.IsArchive() {
				c.fails(codes.AssetEmpty, tree.Span(arg.Range()), "the path is empty, which fails at run time; write a path")
			} else {
				c.info.findAs(codes.Warning, codes.AssetEmpty, tree.Span(arg.Range()), "the path is empty and silently becomes an empty string; write a path")
			}
			return
		case asset.AddressAsPath:
			c.fails(codes.AssetSwap, c.within(arg, text, f.Start, f.End), f.Message)
			return
		}
	}
	if kind == asset.FileAsset {
		c.filePath(arg, text, codes.FileMissing, "; use `"+asset.FileArchive.Function()+"` for directories")
		return
	}
	if c.filePath(arg, text, codes.ArchiveKind, "") == FileRegular && asset.ExtensionOf(text) == "" {
		c.info.find(codes.ArchiveKind, tree.Span(arg.Range()), "the name of an archive must end in "+strings.Join(asset.Extensions(), ", ")+", in lower case")
	}
}

// filePath looks for what is at a path, and reports when nothing is, or a directory
// where a file is needed, with what to write for a directory.
func (c *checker) filePath(arg hclsyntax.Expression, text string, missing codes.Code, forDirectory string) FileKind {
	span := tree.Span(arg.Range())
	if text == "" {
		c.info.find(missing, span, "the path is empty")
		return FileUnknown
	}
	if c.evaluation.attempts > 0 {
		return FileUnknown
	}
	found := c.Recorder.file(text)
	switch {
	case found.Kind == FileAbsent:
		c.info.find(missing, span, "nothing exists at `"+diagnostic.Shown(text, 60)+"` in the directory of the program; previews and updates fail")
	case found.Kind == FileDirectory && missing == codes.FileMissing:
		c.info.find(codes.FileDirectory, span, "`"+diagnostic.Shown(text, 60)+"` is a directory, but this takes a file"+forDirectory)
	case path.IsAbs(text):
		c.info.find(codes.AssetOutside, span, "an absolute path works on this machine only; write a path relative to the program")
	case found.Outside:
		c.info.find(codes.AssetOutside, span, "this path leads outside the project, so the project alone does not run on other machines")
	}
	return found.Kind
}

// sourceCase reports a component whose directory the disk spells in other letters.
// Some systems find it all the same, and others do not.
func (c blocks) sourceCase(found *ComponentInterface, source syntax.Label) bool {
	if found.State != ComponentMissing && found.State != ComponentReady {
		return false
	}
	actual := c.Recorder.spelling(source.Value)
	if actual == "" {
		return false
	}
	message := "the directory is named `" + diagnostic.Shown(actual, 60) + "`; on case-sensitive file systems, `" + diagnostic.Shown(source.Value, 60) + "` is not found"
	d := c.info.find(codes.ComponentPathCase, source.Span, message)
	d.Suggestion = actual
	if found.State == ComponentMissing {
		d.Severity = codes.Error
		return true
	}
	return false
}
