package workspace_test

import (
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements the steps of sequences that happen to the disk.

// save writes what is open and tells so, or leaves that to the watcher.
func (e *editing) save() {
	open := slices.DeleteFunc(slices.Clone(e.session.Snapshot().Open()), func(p string) bool { return !path.IsAbs(p) })
	if len(open) == 0 {
		return
	}
	p := pick(e, open)
	file, _, _, _ := e.session.Snapshot().File(p)
	e.disk.Write(p, file.Text())
	e.did("save %s", p)
	e.happened(p)
}

// happened is an event about the disk: told at once, later, or never. What is reached
// through links changes without an event for the path that leads there.
func (e *editing) happened(paths ...string) {
	if len(e.links) > 0 {
		e.lost = true
	}
	switch e.below(4) {
	case 0:
		e.events = append(e.events, paths...)
	case 1:
		e.lost = true
	default:
		e.session.Apply(workspace.DiskChanged{Paths: paths})
	}
}

// tell tells what was not told yet.
func (e *editing) tell() {
	if len(e.events) > 0 {
		e.did("tell %v", e.events)
		e.session.Apply(workspace.DiskChanged{Paths: e.events})
		e.events = nil
	}
}

func (e *editing) changeDisk() {
	all := e.disk.Paths()
	inside := slices.DeleteFunc(slices.Clone(all), func(p string) bool { return p == e.root || !strings.HasPrefix(p, e.root+"/") })
	if len(inside) == 0 {
		inside = []string{path.Join(e.root, "app")}
	}
	switch e.below(18) {
	case 16:
		e.lookedFor()
	case 17:
		e.relink(inside)
	case 0, 1:
		p := e.somePath(".pp")
		if !path.IsAbs(p) {
			return
		}
		text, _ := e.disk.ReadFile(p)
		e.write(p, e.typedInto(string(text)))
	case 2:
		e.remove(pick(e, inside))
	case 3, 4:
		from, to := pick(e, inside), path.Join(e.someDir(), pick(e, []string{"main.pp", "b.pp", "one", "two", "moved", "moved.pp"}))
		e.did("rename %s to %s", from, to)
		e.disk.Rename(from, to)
		e.happened(from, to)
	case 5: // a file in place of a directory, or the other way round
		p := pick(e, inside)
		_, notFile := e.disk.ReadFile(p)
		e.did("replace %s", p)
		e.disk.Remove(p)
		if notFile != nil {
			e.disk.Write(p, pick(e, pasted))
		} else {
			e.disk.Write(path.Join(p, "main.pp"), pick(e, pasted))
		}
		e.happened(p)
	case 6:
		e.write(path.Join(e.someDir(), "Pulumi.yaml"), pick(e, projectTexts))
	case 7:
		if e.below(2) == 0 {
			e.write(path.Join(e.someDir(), pick(e, []string{"Pulumi.dev.yaml", "Pulumi.prod.yml"})), pick(e, stackTexts))
			return
		}
		e.write(path.Join(e.someDir(), settings.FileName), pick(e, settingsTexts))
	case 8:
		if own := slices.DeleteFunc(inside, func(p string) bool { return !strings.HasSuffix(p, ".yaml") }); len(own) > 0 {
			e.remove(pick(e, own))
		}
	case 9:
		e.write(path.Join(e.someDir(), "a.txt"), "x")
	case 10, 11:
		e.moveAside(inside)
	case 12:
		e.deny(pick(e, inside))
	case 13, 14:
		e.link(pick(e, inside))
	case 15:
		e.makeOdd(path.Join(e.someDir(), pick(e, oddNames)))
	}
}

// lookedFor makes or removes what is looked for in a directory and in those above: settings,
// projects, stacks, the border of a repository, a component.
func (e *editing) lookedFor() {
	p := path.Join(pick(e, []string{"/", e.root, e.someDir(), e.someDir()}), pick(e, []string{
		settings.FileName, settings.FileName, "Pulumi.yaml", "Pulumi.yml", "Pulumi.dev.yaml", "Pulumi.dev.yml", ".git", ".git/HEAD", "one/main.pp", "two/main.pp",
	}))
	if !strings.HasPrefix(p, e.root) && e.root != "/w" {
		p = path.Join(e.root, path.Base(p)) // the disk of the machine belongs to others
	}
	if e.below(2) == 0 {
		e.remove(p)
		return
	}
	texts := map[string][]string{settings.FileName: settingsTexts, "Pulumi.yaml": projectTexts, "Pulumi.yml": projectTexts, "Pulumi.dev.yaml": stackTexts, "Pulumi.dev.yml": stackTexts}[path.Base(p)]
	if texts == nil {
		texts = pasted
	}
	e.write(p, pick(e, texts))
}

// relink has a link lead elsewhere, or puts one in the place of a directory, which is put
// aside.
func (e *editing) relink(inside []string) {
	p := e.someDir()
	if len(e.links) > 0 && e.below(2) == 0 {
		p = pick(e, e.links)
	}
	if p == e.root {
		return
	}
	to := pick(e, append([]string{path.Dir(p), e.root}, inside...))
	e.did("relink %s to %s", p, to)
	e.disk.Rename(p, path.Join(e.root, aside))
	e.disk.Remove(p)
	e.disk.Link(to, p)
	e.links, e.lost = append(e.links, p), true
	e.happened(p)
}

// aside is where directories are that have gone for a while.
const aside = ".aside"

// moveAside takes a directory away as a whole, or brings back the one that went last.
func (e *editing) moveAside(inside []string) {
	away := path.Join(e.root, aside)
	from, to := e.someDir(), away
	if slices.Contains(inside, away) {
		from, to = away, from
	}
	e.did("rename %s to %s", from, to)
	e.disk.Rename(from, to)
	e.happened(from, to)
}

// deny makes something unreadable, or readable again.
func (e *editing) deny(p string) {
	denied := e.below(3) > 0
	e.did("%s is denied: %t", p, denied)
	e.disk.Deny(p, denied)
	e.happened(p)
}

// link makes a symbolic link to something, or to nothing, or to itself.
func (e *editing) link(to string) {
	p := path.Join(e.someDir(), pick(e, oddNames))
	switch e.below(4) {
	case 0:
		to = path.Join(e.root, "nowhere.pp")
	case 1:
		to = p
	}
	e.links, e.lost = append(e.links, p), true
	e.did("link %s to %s", p, to)
	e.disk.Remove(p)
	e.disk.Link(to, p)
	e.happened(p)
}

// oddNames are names of what is there although it is no ordinary file.
var oddNames = []string{"main.pp", "linked.pp", "one", "two", "Pulumi.yaml", settings.FileName, "a.txt"}

// makeOdd makes what is not to be read, in the place of what is there.
func (e *editing) makeOdd(p string) {
	e.disk.Remove(p)
	if e.below(2) == 0 {
		e.did("%s is a pipe", p)
		e.disk.Pipe(p)
	} else {
		e.did("%s is huge", p)
		e.disk.Huge(p)
	}
	e.happened(p)
}

func (e *editing) write(p, text string) {
	e.did("write %s: %q", p, text)
	e.disk.Write(p, text)
	e.happened(p)
}

func (e *editing) remove(p string) {
	e.did("remove %s", p)
	e.disk.Remove(p)
	e.happened(p)
}
