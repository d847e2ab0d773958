package convert

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file reads the blocks of Terraform and what they declare: their attributes, nested blocks and the comments
// between them.

// declaration is what a block of Terraform declares.
type declaration struct {
	name       string // in PCL
	typ        typesys.Type
	resource   *schema.Resource
	function   *schema.Function
	ranged     bool
	open       bool   // a variable of any type
	nullable   bool   // a variable that is null by default
	one        string // count or for_each, if it has no counterpart, so that there is one instance
	isResource bool   // of a document
	reason     string // why the block stays a comment; empty if it is converted
}

// conversion converts the blocks of one text. References lead from one block to the other.
type conversion struct {
	ctx          context.Context
	program      *analysis.Program
	declarations map[string]*declaration // by address
	taken        map[string]bool         // names of PCL
	clashes      map[string]int          // how often a name was taken
	secrets      []secretConfig
	loading      bool                                        // a schema that is needed is being read
	options      map[string][]member                         // of resources, from blocks of their own
	missing      map[string]bool                             // packages whose schemas are not known
	below        string                                      // see [belowProject]
	dropped      int                                         // declarations that turned out to stay comments
	left         int                                         // blocks and entries of Terraform that stay as comments
	file         func(name string) (content string, ok bool) // reads a file of the module; may be nil
}

// reader converts one block.
type reader struct {
	*conversion
	source    string                    // of the item
	bound     map[string]typesys.Type   // variables of loops, dynamic unless a type is known
	inside    *declaration              // the resource that is converted
	iterators map[string]bool           // labels of the dynamic blocks around
	used      map[string]bool           // parts of iterators that are used
	problem   string                    // why the current block or value has no counterpart
	typing    bool                      // only the type of an expression is looked for
	values    map[string]*templateValue // of the template file that is read; otherwise nil
	notes     []string                  // comments for the entry that is converted
}

func (r *reader) fail(reason string) {
	if r.problem == "" {
		r.problem = reason
	}
}

// Words of Terraform that PCL has, too.
const (
	resourceBlock = "resource"
	outputBlock   = "output"
	movedBlock    = "moved"
	importBlock   = "import"
	providerWord  = "provider" // a block, and an argument of resources
)

// labelCounts are the numbers of labels that blocks of Terraform have.
var labelCounts = map[string]int{
	resourceBlock: 2, "data": 2, "variable": 1, outputBlock: 1, "locals": 0, "module": 1, providerWord: 1, "terraform": 0,
	movedBlock: 0, importBlock: 0, "check": 1, "removed": 0, "ephemeral": 2,
}

// convert writes a block as PCL.
func (r *reader) convert(b *hclsyntax.Block, w *writer) {
	write := map[string]func(*hclsyntax.Block, *writer){
		resourceBlock: r.resource, "data": r.data, "variable": r.variable, outputBlock: r.output, "locals": r.locals,
		"module": r.module, providerWord: r.provider, movedBlock: r.applied, importBlock: r.applied,
	}[b.Type]
	switch {
	case write != nil:
		write(b, w)
	case b.Type == "terraform":
		r.fail("a program has no settings of Terraform; packages are declared with `package` blocks")
	default:
		r.fail("PCL has no counterpart of `" + b.Type + "`")
	}
}

// isTerraform reports whether an item is certainly a block of Terraform and not of PCL.
func isTerraform(p *analysis.Program, it *syntax.Item) bool {
	if !fits(it) {
		return false
	}
	switch it.Keyword {
	case resourceBlock:
		return it.Labels[0].Quoted && strings.Contains(it.Labels[0].Value, "_") && !strings.Contains(it.Labels[1].Value, ":")
	case outputBlock:
		return slices.ContainsFunc(syntax.FreeNames(it), func(ref syntax.Ref) bool { return isForeign(p, ref.Name) })
	}
	return true
}

// isForeign reports whether a reference that starts with a name is one of Terraform: PCL would not know it, or takes a block of Terraform for what it names.
func isForeign(p *analysis.Program, name string) bool {
	if o := p.Lookup(name); o != nil {
		it, _ := o.Item()
		return it.Keyword == resourceBlock && isTerraform(p, it.Item)
	}
	if !strings.Contains(name, "_") {
		return name == "var" || name == "local" || name == "data" || name == "module"
	}
	pkg, _ := packageOf(name) // otherwise it is a misspelt name
	return p.Package(pkg) != nil
}

// fits reports whether an item has the form of a block of Terraform.
func fits(it *syntax.Item) bool {
	n, known := labelCounts[it.Keyword]
	return known && it.Block() != nil && len(it.Labels) == n && len(it.Errors) == 0
}

// mayBeTerraform reports whether an item of a text that has Terraform belongs to it, too.
func mayBeTerraform(p *analysis.Program, it *syntax.Item) bool {
	return isTerraform(p, it) || it.Keyword == outputBlock && fits(it)
}

// declare reads what all blocks declare.
func (t *conversion) declare(items []syntax.Placed) {
	rank := func(it syntax.Placed) int { // names of configs are known outside of the program, so they come first
		return map[string]int{"variable": -2, "locals": -1}[it.Keyword]
	}
	items = slices.Clone(items)
	lists.SortStable(items, func(a, b syntax.Placed) int { return rank(a) - rank(b) })
	for _, it := range items {
		t.declareItem(it)
	}
	t.declareOutputs(items)
}

// someOutputs is the type of a component whose outputs are not known.
var someOutputs = typesys.Opaque("module")

// declareOutputs finds the outputs of the components that modules become, if there is a program in their directories.
func (t *conversion) declareOutputs(items []syntax.Placed) {
	var modules []*declaration
	var components writer
	for _, it := range items {
		if source, _ := literalOf(it.Block(), "source"); it.Keyword == "module" && isDirectory(source) {
			d := t.declarations[blockAddress(it.Block())]
			modules = append(modules, d)
			components.line("component ", d.name, " ", printer.Text(source), " {}")
		}
	}
	if len(modules) == 0 {
		return
	}
	p := t.program.With(syntax.Parse(path.Join(t.program.Dir, "modules.pp"), components.String(), nil))
	for _, d := range modules {
		if o := p.Lookup(d.name); o != nil && typesys.PlainShape(p.TypeOf(t.ctx, o)).Kind() == typesys.KindObject {
			d.typ = typesys.PlainShape(p.TypeOf(t.ctx, o))
		}
	}
}

func isDirectory(source string) bool {
	return strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../")
}

func (t *conversion) declareItem(it syntax.Placed) {
	switch labels := it.Block().Labels; it.Keyword {
	case "variable":
		d := &declaration{typ: typesys.Dynamic}
		a, value := it.Block().Body.Attributes["type"], it.Block().Body.Attributes["default"]
		d.nullable = value != nil && tree.IsNull(value.Expr)
		d.open = a == nil || tree.Name(a.Expr) == "any"
		if a != nil && strings.HasPrefix(it.Text[syntax.SpanOf(a.Expr).Start:], "set(") {
			d.typ = typesys.Set(typesys.Dynamic)
		}
		t.add("var."+labels[0], labels[0], d, "")
	case "locals":
		for _, a := range tree.Attributes(it.Block().Body) {
			t.add("local."+a.Name, a.Name, &declaration{typ: typesys.Dynamic}, "local")
		}
	case "module":
		t.add("module."+labels[0], labels[0], &declaration{typ: someOutputs, one: loopOf(it.Block())}, "module")
	case "data", resourceBlock:
		d := t.declareTyped(it.Block())
		t.add(blockAddress(it.Block()), labels[1], d, d.member())
	case outputBlock:
		t.taken["output "+identifier(labels[0])] = true
	case movedBlock, importBlock:
		t.declareOption(it.Block())
	case providerWord:
		if alias, ok := literalOf(it.Block(), "alias"); ok {
			t.add(labels[0]+"."+alias, alias, &declaration{typ: typesys.Dynamic}, labels[0])
		}
	}
}

// blockAddress is the address of a block with labels.
func blockAddress(b *hclsyntax.Block) string {
	return map[string]string{"data": "data.", "module": "module."}[b.Type] + strings.Join(b.Labels, ".")
}

// member returns the last part of the token.
func (d *declaration) member() string {
	switch {
	case d.resource != nil:
		return memberOf(d.resource.Token)
	case d.function != nil:
		return memberOf(d.function.Token)
	}
	return ""
}

// add gives a declaration a name that nothing else has, if need be with words of its kind. What stays a comment takes no name from others.
func (t *conversion) add(address, name string, d *declaration, kind string) {
	if t.declarations[address] != nil {
		return
	}
	t.declarations[address] = d
	d.name = identifier(name)
	if d.reason != "" {
		return
	}
	if !t.free(d.name) {
		d.name = identifier(longName(name, kind))
	}
	for base := d.name; !t.free(d.name); {
		t.clashes[base]++
		d.name = base + strconv.Itoa(t.clashes[base]+1)
	}
	t.taken[d.name] = true
}

// longName returns a name with its kind, but no word twice in a row: natGateway and not natNatGateway.
func longName(name, kind string) string {
	if strings.HasPrefix(plain(kind), plain(name)) {
		return camel(strings.Join(words(kind), "_"))
	}
	return camel(name + "_" + kind)
}

func (t *conversion) free(name string) bool { return !t.taken[name] && t.program.Lookup(name) == nil }

// schemaFor returns the package of a Terraform type, or the reason why there is none.
func (t *conversion) schemaFor(kind string) (*schema.Package, string) {
	name, _ := packageOf(kind)
	if pkg := t.named(name); pkg != nil {
		return pkg, ""
	}
	return nil, "the schema of the package `" + name + "` is not known"
}

// named returns the package of a name; nil if its schema is not known, or not yet.
func (t *conversion) named(name string) *schema.Package {
	pkg, available := t.program.PackageState(name)
	t.loading = t.loading || available.State == schema.Loading
	if pkg == nil {
		t.missing[name] = true
	}
	return pkg
}

// declareTyped finds the resource type or the function that a block means. The block has the type of one instance, or of all.
func (t *conversion) declareTyped(b *hclsyntax.Block) *declaration {
	d := &declaration{typ: typesys.Dynamic}
	pkg, reason := t.schemaFor(b.Labels[0])
	if d.reason = reason; pkg == nil {
		return d
	}
	token := ""
	if b.Type == resourceBlock {
		if token, d.reason = resources.find(pkg, b.Labels[0], given(b.Body)); token != "" {
			d.resource = pkg.Resource(token)
			d.typ = typesys.PlainShape(d.resource.Type())
		}
	} else if token, d.reason = functions.find(pkg, b.Labels[0], given(b.Body)); token != "" {
		d.function = pkg.Function(token)
		d.typ = typesys.PlainShape(d.function.Return)
	}
	switch loopOf(b) {
	case "count":
		d.typ, d.ranged = typesys.List(d.typ), true
	case "for_each":
		d.typ, d.ranged = typesys.Map(d.typ), true
	}
	return d
}

// loopOf is the attribute of a block that makes several of it; empty if it has none.
func loopOf(b *hclsyntax.Block) string {
	for _, name := range []string{"count", "for_each"} {
		if b.Body.Attributes[name] != nil {
			return name
		}
	}
	return ""
}

// given returns the names that a block sets, without those that Terraform handles itself.
func given(body *hclsyntax.Body) []string {
	var names []string
	for name := range body.Attributes {
		if !isHandled(name) {
			names = append(names, name)
		}
	}
	for _, b := range body.Blocks {
		name := b.Type
		if name == "dynamic" && len(b.Labels) == 1 {
			name = b.Labels[0]
		}
		if !isHandled(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func newConversion(ctx context.Context, p *analysis.Program) *conversion {
	return &conversion{ctx: ctx, program: p, below: belowProject(p), declarations: map[string]*declaration{}, taken: map[string]bool{}, clashes: map[string]int{}, missing: map[string]bool{}, options: map[string][]member{}}
}

// drop says that a declaration stays a comment, if there is a reason.
func (t *conversion) drop(d *declaration, reason string) {
	if d != nil && d.reason == "" && reason != "" {
		d.reason = reason
		t.dropped++
	}
}

// settled repeats a conversion while it finds blocks that stay comments: references to them do, too.
func (t *conversion) settled(convert func()) {
	left := t.left
	for round, before := 0, -1; round < 8 && before != t.dropped; round++ { // only references to later blocks need another round
		t.left, before = left, t.dropped
		convert()
	}
}

func newReader(c *conversion, source string) *reader {
	return &reader{conversion: c, source: source, bound: map[string]typesys.Type{}, iterators: map[string]bool{}, used: map[string]bool{}}
}

// item converts a block. The text has no blank lines around it.
func (t *conversion) item(it *syntax.Item) string {
	r := newReader(t, it.Text)
	r.bindLoops(it.Block())
	var w writer
	r.convert(it.Block(), &w)
	if r.problem != "" {
		t.drop(t.declarations[blockAddress(it.Block())], r.problem)
		w = writer{}
		span := syntax.SpanOf(it.Block())
		w.comment(r.problem, r.lines(span))
	}
	t.left += strings.Count(w.String(), notConverted)
	plain := "${rootDirectory()}" + t.below
	return strings.TrimSpace(formatted(strings.ReplaceAll(w.String(), `${"`+plain+`"}`, plain)))
}

// bindLoops knows the variables of all loops.
func (r *reader) bindLoops(n hclsyntax.Node) {
	node.Walk(n, func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if loop, ok := n.(*hclsyntax.ForExpr); ok {
			r.bound[loop.KeyVar], r.bound[loop.ValVar] = typesys.Dynamic, typesys.Dynamic
		}
		return true
	})
	delete(r.bound, "")
}

// read returns the entries of a body. Blocks with one name become one entry with a list.
func (r *reader) read(body *hclsyntax.Body) []member {
	var all []member
	listed := map[string]int{}
	end := syntax.SpanOf(body).Start + 1
	for _, n := range node.Children(body) {
		span := syntax.SpanOf(n)
		behind, above := apart(r.source[min(end, span.Start):span.Start]) // hclsyntax begins the body of a one-line block at its attribute
		if len(all) > 0 {
			all[len(all)-1].behind = behind
		}
		end = span.End
		var m member
		switch n := n.(type) {
		case *hclsyntax.Attribute:
			m = member{name: n.Name, value: value{form: formSource, source: n.Expr}}
		case *hclsyntax.Block:
			m = r.block(n)
			if i, known := listed[m.name]; known && m.reason == "" && all[i].reason == "" {
				switch before := &all[i].value; {
				case before.form == formList && m.value.form == formList:
					before.elems = append(before.elems, m.value.elems...)
				case before.form == formJoined:
					before.elems = append(before.elems, m.value)
				default:
					*before = value{form: formJoined, elems: []value{*before, m.value}}
				}
				all[i].above = append(all[i].above, above...)
				all[i].source = append(all[i].source, r.quote(span))
				continue
			}
			listed[m.name] = len(all)
		}
		m.above, m.source = above, []func() string{r.quote(span)}
		all = append(all, m)
	}
	r.tail(all, end, syntax.SpanOf(body).End-1)
	return all
}

// block returns the entry of a nested block.
func (r *reader) block(b *hclsyntax.Block) member {
	if b.Type == "dynamic" && len(b.Labels) == 1 {
		return r.dynamic(b)
	}
	m := member{name: b.Type, value: value{form: formList, blocks: true, elems: []value{object(r.read(b.Body))}}}
	if len(b.Labels) > 0 {
		m.reason = "the block has labels"
	}
	return m
}

// dynamic returns the entry of a dynamic block, whose elements come from a loop.
func (r *reader) dynamic(b *hclsyntax.Block) member {
	m := member{name: b.Labels[0]}
	each, known, element := b.Body.Attributes["for_each"], 1, m.name
	if iterator := b.Body.Attributes["iterator"]; iterator != nil {
		known, element = 2, tree.Name(iterator.Expr)
	}
	if each == nil || element == "" || len(b.Body.Blocks) != 1 || len(b.Body.Attributes) != known {
		m.reason = "only `for_each`, `iterator` and `content` of dynamic blocks have a counterpart"
		return m
	}
	m.value = value{form: formLoop, source: each.Expr, name: element, members: r.read(b.Body.Blocks[0].Body)}
	return m
}

// quote returns a part of the source when a comment needs it.
func (r *reader) quote(span syntax.Span) func() string { return func() string { return r.lines(span) } }

// lines returns a part of the source with the indentation of its first line.
func (r *reader) lines(span syntax.Span) string {
	start := strings.LastIndexByte(r.source[:span.Start], '\n') + 1
	if strings.TrimLeft(r.source[start:span.Start], " \t") != "" {
		start = span.Start
	}
	return r.source[start:span.End]
}
