package depgraph

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file writes a graph as SVG. The picture is self-contained, has no scripts, and follows
// the reader's choice of dark or light mode. Colors are distinguishable for color-blind
// readers and never carry meaning alone.

const svgStyle = `
.bg{fill:#fff}.node{fill:#f5f7fa;stroke:#5a6470}.cluster{fill:#fff;stroke:#5a6470}.text{fill:#1b1f24;font:12px monospace}
.kind{font-weight:bold}.edge{fill:none;stroke:#5a6470;stroke-width:1.2}.unknown{stroke:#0072b2;stroke-width:1.6}
.secret{stroke:#d55e00;stroke-width:2.6}.waits{stroke-dasharray:6 4}.circle{stroke-width:4}.config{stroke-dasharray:2 2}.output{stroke-width:2}
.head{fill:#5a6470}.head-unknown{fill:#0072b2}.head-secret{fill:#d55e00}
@media (prefers-color-scheme:dark){.bg{fill:#14171c}.node{fill:#232830;stroke:#9aa5b1}.cluster{fill:#1b1f26;stroke:#9aa5b1}.text{fill:#e6e9ee}
.edge{stroke:#9aa5b1}.unknown{stroke:#56b4e9}.secret{stroke:#ff9a4d}.head{fill:#9aa5b1}.head-unknown{fill:#56b4e9}.head-secret{fill:#ff9a4d}}
`

// margin is the space around the drawing.
const margin = 24

// legend explains the edges.
var legend = []struct{ class, text string }{
	{"edge", "a value is passed on"},
	{"edge unknown", "it may be unknown during a preview"},
	{"edge secret", "it is secret, or a part of it is"},
	{"edge waits", "an option, or no value: the run waits"},
	{"edge circle", "part of a circle"},
}

func svg(d *drawing) string {
	p := planOf(d)
	foot := lists.Map(notesIn(d), func(note string) string { return prose.Shortened(printable(note), maxLineText) })
	width := max(p.width, (maxLineText+8)*charWidth) + 2*margin
	height := p.height + (len(legend)+len(foot)+1)*lineHeight + 3*margin
	w := &svgWriter{}
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n", width, height, width, height)
	w.element("title", "", "Dependencies: what is further to the right needs what is further to the left")
	fmt.Fprintf(w, "<style>%s</style>\n<defs>\n", svgStyle)
	for _, head := range []string{"", "-unknown", "-secret"} {
		fmt.Fprintf(w, `<marker id="pcl-head%s" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="8" refX="9" refY="4" orient="auto"><path class="head%s" d="M0 0L10 4L0 8z"/></marker>`+"\n", head, head)
	}
	fmt.Fprintf(w, "</defs>\n"+`<rect class="bg" width="%d" height="%d"/>`+"\n", width, height)
	w.plan(p, margin, margin)
	w.foot(foot, p.height+2*margin)
	w.WriteString("</svg>\n")
	return w.String()
}

// notesIn returns the notes of a drawing and of the drawings inside.
func notesIn(d *drawing) []string {
	all := d.notes()
	for _, n := range d.nodes {
		if n.inner != nil {
			all = append(all, lists.Map(notesIn(n.inner), func(note string) string { return note + " in " + n.Name })...)
		}
	}
	return all
}

type svgWriter struct{ strings.Builder }

// element writes an element with text content.
func (w *svgWriter) element(name, attributes, text string) {
	fmt.Fprintf(w, "<%s%s>", name, attributes)
	_ = xml.EscapeText(w, []byte(printable(text))) // a strings.Builder never fails
	fmt.Fprintf(w, "</%s>\n", name)
}

func (w *svgWriter) plan(p *plan, x, y int) {
	fmt.Fprintf(w, `<g transform="translate(%d %d)">`+"\n", x, y)
	for i, e := range p.drawing.graph.Edges {
		w.edge(p.drawing, e, p.routes[i])
	}
	for i, b := range p.boxes {
		w.box(p.drawing.nodes[i], b)
	}
	w.WriteString("</g>\n")
}

func (w *svgWriter) box(n *drawn, b box) {
	w.WriteString("<g>\n")
	title := n.id + " at " + fileName(n.Path)
	if n.Token != "" {
		title += "\n" + n.Token
	}
	w.element("title", "", title)
	class := "node " + string(n.Kind)
	if b.inner != nil {
		class = "cluster"
	}
	fmt.Fprintf(w, `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="5"/>`+"\n", class, b.x, b.y, b.w, b.h)
	for i, line := range b.lines {
		class := "text"
		if i == 0 {
			class = "text kind"
		}
		w.element("text", fmt.Sprintf(` class="%s" x="%d" y="%d"`, class, b.x+padding, b.y+padding/2+(i+1)*lineHeight-4), line)
	}
	if b.inner != nil {
		w.plan(b.inner, b.x+padding, b.y+len(b.lines)*lineHeight+padding)
	}
	w.WriteString("</g>\n")
}

func (w *svgWriter) edge(d *drawing, e *Edge, r route) {
	class, head := "edge", ""
	switch {
	case e.Secret:
		class, head = class+" secret", "-secret"
	case e.Unknown:
		class, head = class+" unknown", "-unknown"
	}
	if e.isOption() || e.WaitsOnly {
		class += " waits"
	}
	if e.InCircle {
		class += " circle"
	}
	from, to := d.nodes[e.From], d.nodes[e.To]
	title := to.Name + " needs " + from.Name
	if remarks := e.remarks(); len(remarks) > 0 {
		title += " [" + strings.Join(remarks, ", ") + "]"
	}
	for _, u := range e.Uses {
		title += "; " + u.describe(from.Name)
	}
	fmt.Fprintf(w, `<path class="%s" marker-end="url(#pcl-head%s)" d="%s">`, class, head, r.path())
	w.element("title", "", title)
	w.WriteString("</path>\n")
}

// path returns the route in SVG notation: straight within a column, curved between columns.
func (r route) path() string {
	var w strings.Builder
	for i, p := range r.points {
		switch {
		case i == 0:
			fmt.Fprintf(&w, "M%d %d", p.x, p.y)
		case i%2 == 1:
			fmt.Fprintf(&w, "H%d", p.x)
		case r.back:
			before := r.points[i-1]
			out := max(before.x, p.x) + columnGap*2/3
			fmt.Fprintf(&w, "C%d %d %d %d %d %d", out, before.y, out, p.y, p.x, p.y)
		default:
			before := r.points[i-1]
			half := (p.x - before.x) / 2
			fmt.Fprintf(&w, "C%d %d %d %d %d %d", before.x+half, before.y, p.x-half, p.y, p.x, p.y)
		}
	}
	return w.String()
}

// foot writes the legend and the notes below the drawing.
func (w *svgWriter) foot(lines []string, y int) {
	for _, l := range legend {
		y += lineHeight
		fmt.Fprintf(w, `<path class="%s" d="M%d %dh40"/>`+"\n", l.class, margin, y-4)
		w.element("text", fmt.Sprintf(` class="text" x="%d" y="%d"`, margin+52, y), l.text)
	}
	for _, line := range lines {
		y += lineHeight
		w.element("text", fmt.Sprintf(` class="text kind" x="%d" y="%d"`, margin, y), line)
	}
}

func fileName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
