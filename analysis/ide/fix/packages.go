package fix

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file fixes findings about packages: schemas that are missing, and package
// blocks of the old form.

// packageUnknown is what would bring the schema of a package. What it is follows
// from the same data as the message of the finding.
func packageUnknown(p *analysis.Program, d analysis.Diagnostic) []Fix {
	_, a := p.PackageState(d.Subject)
	var fixes []Fix
	if a.Lacks&schema.Trust != 0 {
		fixes = append(fixes, Fix{Title: "Trust this workspace, so that the provider of `" + d.Subject + "` may be asked", Command: TrustWorkspace{}})
	}
	if a.Lacks&schema.Permission != 0 {
		fixes = append(fixes, Fix{Title: "Allow plugins to be asked for schemas", Command: AllowPlugins{}})
	}
	if a.State == schema.Missing && a.Install != "" && a.DeclaredIn == "" {
		fixes = append(fixes, Fix{Title: "Install the provider: `" + a.Install + "`", Command: InstallPlugin{Shell: a.Install}, Preferred: true})
	}
	return fixes
}

// packageLabel replaces the label of a package block by an attribute. Where the
// block has a name the label says nothing.
func packageLabel(p *analysis.Program, d analysis.Diagnostic) []Fix {
	it, ok := p.ItemAt(d.Path, d.Span.Start)
	if !ok || it.Block == nil || len(it.Labels) != 1 {
		return nil
	}
	label := it.Labels[0].Span.Shift(it.Base)
	open := syntax.Span{Start: it.Block.OpenBraceRange.Start.Byte, End: it.Block.OpenBraceRange.End.Byte}.Shift(it.Base)
	file, ok := p.File(d.Path)
	if !ok || open.Start < label.End || strings.TrimSpace(file.Slice(syntax.Span{Start: label.End, End: open.Start})) != "" {
		return nil
	}
	remove := change.Edit{Path: d.Path, Span: syntax.Span{Start: label.Start, End: open.Start}}
	if it.Block.Body.Attributes["baseProviderName"] != nil {
		return []Fix{{Title: "Remove the label", Edits: []change.Edit{remove}, Preferred: true}}
	}
	written := file.Slice(label)
	if !strings.HasPrefix(written, `"`) {
		written = `"` + written + `"`
	}
	end := "\n"
	if strings.Contains(file.Text(), "\r\n") {
		end = "\r\n"
	}
	name := change.Edit{Path: d.Path, Span: syntax.Span{Start: open.End, End: open.End}, Text: end + "  baseProviderName = " + written}
	if rest := file.Text()[open.End:]; !strings.HasPrefix(strings.TrimLeft(rest, " \t\r"), "\n") {
		name.Text += end
	}
	return []Fix{{Title: "Write the label as `baseProviderName`", Edits: []change.Edit{remove, name}, Preferred: true}}
}
