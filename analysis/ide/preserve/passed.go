package preserve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
)

// This file passes former names to components. A block in a component that is used twice makes two resources, and no alias can hold the
// former names of both. So each user gives the component the part that is different:
//
//	component east "./pen" {
//	  formerName = "east"
//	}
//
// and in pen, `aliases = [{ name = "${formerName}-lion" }]`. If the user is in a component that is used twice, it is given its part as well.

// formerName is what the config is called, if nothing else is.
const formerName = "formerName"

// former is a registration, or the component around it, and a part of the former name.
type former struct {
	of   *eval.Registration
	text string
}

// passing writes how former names are passed.
type passing struct {
	*draft
	all []change.Edit
}

// passed writes an alias with a part that is passed, or returns the refusal where that is not enough.
func (d *draft) passed(w *writer, lost []loss, refusal error) ([]change.Edit, error) {
	b := w.path + "\x00" + w.it.Name
	if d.hasPassed[b] || d.hidden != nil || slices.ContainsFunc(lost, loss.isUnnamed) {
		return nil, refusal
	}
	d.hasPassed[b] = true // when it is lost once more, this did not help
	p := &passing{draft: d}
	name, ok := p.said(d.formersOf(lost[0]))
	if !ok {
		return nil, refusal
	}
	alias := lost[0].parts()
	alias.name = name
	for _, l := range lost {
		if other := l.parts(); other.name == "" || other.typ != alias.typ || other.parent != alias.parent || other.noParent != alias.noParent {
			return nil, refusal
		}
	}
	own, err := w.aliases([]parts{alias}, ownAlias(lost))
	return append(p.all, own...), err
}

// isUnnamed reports whether no alias can name what a registration was.
func (l loss) isUnnamed() bool {
	return l.now.Local || l.now.IsRemote() || l.now.bound || l.old.URN == "" || l.now.URN == ""
}

// formersOf are the former names of all that the block of a loss registers.
func (d *draft) formersOf(l loss) (all []former) {
	for _, c := range d.compared {
		for _, p := range c.pairsInOrder {
			if blockOf(p.now.Registration) == blockOf(l.now.Registration) {
				all = append(all, former{p.now.Registration, p.old.Name})
			}
		}
	}
	return all
}

// said returns what a block writes for a text that differs between its registrations: the text if all have the same, or a config with an end that
// they share.
func (p *passing) said(all []former) (text string, ok bool) {
	if !slices.ContainsFunc(all, func(f former) bool { return f.text != all[0].text }) {
		return printer.Text(all[0].text), true
	}
	end := commonEnd(all)
	var given []former
	for _, f := range all {
		part := former{f.of.Within, strings.TrimSuffix(f.text, end)}
		if part.of == nil || slices.ContainsFunc(given, func(g former) bool { return g.of == part.of && g.text != part.text }) {
			return "", false
		}
		given = append(given, part)
	}
	name, ok := p.config(all[0].of.Program, given)
	if end == "" {
		return name, ok
	}
	return `"${` + name + "}" + printer.Text(end)[1:], ok
}

// commonEnd is how all names end, from a hyphen on.
func commonEnd(all []former) string {
	end := all[0].text
	for _, f := range all {
		for !strings.HasSuffix(f.text, end) {
			if _, shorter, found := strings.Cut(end[1:], "-"); found {
				end = "-" + shorter
			} else {
				return ""
			}
		}
	}
	return end
}

// config declares a config in a program, and all users of the program give it a value. It is not ok where one cannot.
func (p *passing) config(in *analysis.Program, given []former) (name string, ok bool) {
	key := in.Dir
	for _, f := range given {
		key += "\x00" + pathTo(f.of, false).key() + "\x00" + f.text
	}
	if name = p.names[key]; name != "" {
		return name, true
	}
	name = p.freeConfig(in)
	p.names[key], p.names[in.Dir+"\x00"+name] = name, name
	file := in.Files[0]
	end := printer.LineEnd(file.Text())
	config := change.Declare(file.Text(), end, printer.Block("config "+name+" string", end))
	p.all = append(p.all, change.Edit{Path: file.Path, Span: config.Span, Text: config.Text})
	return name, !slices.Contains(p.roots, in.Dir) && p.give(in.Dir, name, given)
}

// give writes the value of a config into each block that uses a program. It is not ok where one cannot say it.
func (p *passing) give(dir, name string, given []former) bool {
	var order []block
	of := map[block][]former{}
	for _, c := range p.compared {
		for _, e := range c.after.all {
			if used, is := e.Program.ComponentDir(e.Item.Item); !is || used != dir {
				continue
			}
			i := slices.IndexFunc(given, func(f former) bool { return f.of == e.Registration })
			if i < 0 {
				return false
			}
			b := blockOf(e.Registration)
			if of[b] == nil {
				order = append(order, b)
			}
			of[b] = append(of[b], given[i])
		}
	}
	for _, b := range order {
		value, ok := p.said(of[b])
		w, is := writerOf(of[b][0].of)
		if !ok || !is {
			return false
		}
		p.all = append(p.all, w.put(w.AddFirst(name+" = "+value)...)...)
	}
	return true
}

// freeConfig is a name for a config that nothing in a program has.
func (p *passing) freeConfig(in *analysis.Program) string {
	name := formerName
	for n := 2; in.Lookup(name) != nil || p.names[in.Dir+"\x00"+name] != ""; n++ {
		name = fmt.Sprint(formerName, n)
	}
	return name
}
