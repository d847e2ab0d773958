// This file implements the editor of a soak: documents, and what the user does to them.

package lsp

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"
)

// soakDoc is an open document.
type soakDoc struct {
	name    string
	text    string
	before  []string // texts to go back to
	typing  []rune   // what is being typed
	at      int      // where
	version int
}

// soak is a day of work.
type soak struct {
	*process
	disk     *soakDisk
	home     string // of all servers
	original string // the schema that is upgraded
	seed     uint64
	done     int // operations
	keys     int // of these, letters
	random   *rand.Rand
	docs     map[string]*soakDoc
	versions int
	asks     int
	now      string // the document that is in front
	settings object
	folders  []string
	diary    []string
	used     map[string]int // methods, by other servers

	asksWorkspace bool // the client asks for findings, in place of being sent them
}

// did records an operation for debugging.
func (s *soak) did(format string, args ...any) {
	s.diary = append(s.diary, fmt.Sprintf("%d ", s.done)+fmt.Sprintf(format, args...))
}

func choose[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

// soakSnippets are typed texts: valid, invalid, and in many scripts.
var soakSnippets = []string{
	"\nresource fresh \"cloudy:data/secret:Secret\" {\n  value = \"typed 😀\"\n}\n",
	"\nconfig count%d int {\n  default = 3\n}\n", "\noutput typed%d {\n  value = [for x in [1, 2] : \"${x}é\"]\n}\n",
	"\nlocal%d = invoke(\"cloudy:compute/getImage:getImage\", { family = \"👩\u200d🚀\" })\n", "\nbroken = \"never ends ${\n", "\n} ) ]\n", "tags = { a = 1,\n",
	"\nresource x \"", "\ncomponent inner \"./site\" {\n}\n", "# a remark e\u0301\n", "\t", "/* ", "<<EOT\n", "name",
}

// soakSettings apply from time to time.
var soakSettings = []object{
	{}, {"rules": object{"unused.*": "warning"}}, {"rules": object{"unused.*": "off", "name.undefined": "hint"}},
	{"diagnostics": object{"scope": "open"}}, {"stack": "dev"}, {"inlayHints": object{"types": false}}, {"rules": "nonsense", "stack": 3},
}

// step does one thing.
func (s *soak) step() {
	s.random = rand.New(rand.NewPCG(s.seed, uint64(s.done)))
	doc := s.docs[s.now]
	if doc == nil {
		s.open(choose(s.random, s.disk.programs()))
		return
	}
	switch n := s.random.IntN(1000); {
	case n < 540:
		s.key(doc)
	case n < 590: // a letter back
		at := doc.at
		for at > 0 && !utf8.RuneStart(doc.text[at-1]) {
			at--
		}
		s.edit(doc, max(0, at-1), doc.at, "")
	case n < 620:
		s.undo(doc)
	case n < 640:
		blocks := strings.SplitAfter(s.disk.text(choose(s.random, s.disk.programs())), "\n\n")
		s.edit(doc, doc.at, doc.at, choose(s.random, blocks))
	case n < 650: // something goes
		start, end := randomSpan(s.random, doc.text)
		s.edit(doc, start, end, "")
	case n < 655:
		s.replace(doc, doc.text+"\n")
	case n < 675:
		s.save(doc)
	case n < 695:
		s.open(choose(s.random, s.disk.programs()))
	case n < 705:
		s.close(choose(s.random, s.openNames()))
	case n < 870:
		s.ask(doc)
	case n < 900:
		s.follow()
	case n < 920:
		s.applyAnswer(doc)
	case n < 945:
		s.changeFile()
	case n < 948:
		s.switchBranch()
	case n < 952:
		s.did("the schema %s", s.disk.upgrade(s.random, s.original))
		s.tellOfFiles()
	case n < 976:
		s.did("%s", s.disk.lookedFor(s.random, s.original))
		s.tellOfFiles()
	case n < 983:
		s.configure(choose(s.random, soakSettings))
	case n < 988:
		s.changeFolders()
	default:
		s.note()
	}
}

func (s *soak) openNames() []string { return slices.Sorted(maps.Keys(s.docs)) }

// key types a letter. After the last one of a text, the cursor moves elsewhere.
func (s *soak) key(doc *soakDoc) {
	s.keys++
	if len(doc.typing) == 0 {
		doc.at, _ = randomSpan(s.random, doc.text)
		if s.random.IntN(3) > 0 { // most work is between blocks
			if blank := strings.Index(doc.text[doc.at:], "\n\n"); blank >= 0 {
				doc.at += blank + 1
			}
		}
		snippet := choose(s.random, soakSnippets)
		doc.typing = []rune(strings.ReplaceAll(snippet, "%d", fmt.Sprint(s.done)))
		if s.random.IntN(4) == 0 {
			s.now = choose(s.random, s.openNames())
		}
	}
	letter := string(doc.typing[0])
	doc.typing = doc.typing[1:]
	s.edit(doc, doc.at, doc.at, letter)
}

// edit replaces a part of a document.
func (s *soak) edit(doc *soakDoc, start, end int, text string) {
	if len(doc.text) > 12_000 {
		s.replace(doc, s.disk.text(doc.name))
		return
	}
	s.did("edit %s %d-%d %q", doc.name, start, end, text)
	change := object{"text": text, "range": object{"start": modelPosition(doc.text, start, "utf-16"), "end": modelPosition(doc.text, end, "utf-16")}}
	s.take(doc, doc.text[:start]+text+doc.text[end:], start+len(text), change)
}

func (s *soak) replace(doc *soakDoc, text string) {
	s.did("replace all of %s", doc.name)
	s.take(doc, text, 0, object{"text": text})
}

// take sends a new text.
func (s *soak) take(doc *soakDoc, text string, at int, change object) {
	doc.before = append(doc.before[max(0, len(doc.before)-20):], doc.text)
	s.versions++
	doc.text, doc.at, doc.version = text, at, s.versions
	s.notify("textDocument/didChange", object{
		"textDocument": object{"uri": s.disk.uri(doc.name), "version": doc.version}, "contentChanges": []object{change},
	})
}

func (s *soak) undo(doc *soakDoc) {
	if n := len(doc.before); n > 0 {
		text := doc.before[n-1]
		s.replace(doc, text)
		doc.before = doc.before[:len(doc.before)-2]
	}
}

func (s *soak) open(name string) {
	if s.docs[name] != nil {
		s.now = name
		return
	}
	if len(s.docs) > 8 {
		s.close(s.openNames()[0])
	}
	s.openWith(name, s.disk.text(name))
}

func (s *soak) openWith(name, text string) {
	s.did("open %s", name)
	s.versions++
	s.docs[name] = &soakDoc{name: name, text: text, version: s.versions}
	s.now = name
	s.tellOpen(s.process, s.docs[name])
}

// tellOpen opens a document at a server.
func (s *soak) tellOpen(p *process, doc *soakDoc) {
	p.notify("textDocument/didOpen", object{"textDocument": object{
		"uri": s.disk.uri(doc.name), "languageId": "pcl", "version": doc.version, "text": doc.text,
	}})
}

func (s *soak) close(name string) {
	if len(s.docs) == 1 {
		return
	}
	s.did("close %s", name)
	delete(s.docs, name)
	s.notify("textDocument/didClose", object{"textDocument": object{"uri": s.disk.uri(name)}})
	if s.now == name {
		s.now = s.openNames()[0]
	}
}

func (s *soak) save(doc *soakDoc) {
	s.did("save %s", doc.name)
	s.disk.write(doc.name, doc.text)
	s.notify("textDocument/didSave", object{"textDocument": object{"uri": s.disk.uri(doc.name)}})
	s.tellOfFiles()
}

// tellOfFiles reports changes on disk: all, some, or none.
func (s *soak) tellOfFiles() {
	events := s.disk.events
	s.disk.events = nil
	switch s.random.IntN(6) {
	case 0:
		s.did("of %d changes nobody is told", len(events))
		return
	case 1:
		events = slices.DeleteFunc(events, func(object) bool { return s.random.IntN(2) == 0 })
	}
	s.did("%d changes are told", len(events))
	s.notify("workspace/didChangeWatchedFiles", object{"changes": append([]object{}, events...)})
}

// changeFile changes a file inside or outside the editor.
func (s *soak) changeFile() {
	name := choose(s.random, s.disk.programs())
	to := strings.TrimSuffix(name, ".pp") + fmt.Sprintf("%d.pp", s.random.IntN(9))
	if s.disk.there(to) || len(to) > 40 {
		to = "w/made/m.pp"
	}
	of := func(key, value string) object { return object{"files": []object{{key: s.disk.uri(value)}}} }
	switch s.random.IntN(5) {
	case 0:
		s.did("create %s", to)
		s.disk.write(to, fmt.Sprintf("made%d = nothing\n", s.done))
		s.notify("workspace/didCreateFiles", of("uri", to))
	case 1:
		s.did("delete %s", name)
		s.call("workspace/willDeleteFiles", of("uri", name))
		s.disk.remove(name)
		s.notify("workspace/didDeleteFiles", of("uri", name))
		if s.random.IntN(2) == 0 && s.docs[name] != nil { // else the document stays, without its file
			s.close(name)
		}
	case 2:
		s.rename(name, to)
	case 3:
		s.rename(choose(s.random, soakPlaces[1:]), choose(s.random, soakPlaces[1:]))
	default:
		s.did("%s changes on disk", name)
		text := s.disk.text(name) + fmt.Sprintf("# %d\n", s.done%7)
		if len(text) > 20_000 {
			text = ""
		}
		s.disk.write(name, text)
	}
	s.tellOfFiles()
}

// rename renames a file, or a directory with all that is in it.
func (s *soak) rename(name, to string) {
	if s.disk.there(to) || strings.HasPrefix(to, name+"/") {
		return
	}
	s.did("rename %s to %s", name, to)
	files := object{"files": []object{{"oldUri": s.disk.uri(name), "newUri": s.disk.uri(to)}}}
	s.applyEdit(s.call("workspace/willRenameFiles", files).Result)
	s.disk.rename(name, to)
	for _, open := range s.openNames() {
		rest, moves := strings.CutPrefix(open+"/", name+"/")
		if now := strings.TrimSuffix(to+"/"+rest, "/"); moves && s.docs[now] == nil {
			s.openWith(now, s.docs[open].text)
			s.close(open)
		}
	}
	s.notify("workspace/didRenameFiles", files)
}

// switchBranch replaces hundreds of files. The editor shows the new texts of open documents without edits.
func (s *soak) switchBranch() {
	before := map[string]string{}
	for _, name := range s.openNames() {
		before[name] = s.disk.text(name)
	}
	s.disk.checkout(s.random.IntN(3))
	s.did("switch to branch %d", s.disk.branch)
	s.tellOfFiles()
	for _, name := range s.openNames() {
		if text := s.disk.text(name); s.disk.there(name) && s.docs[name].text == before[name] && text != before[name] {
			s.replace(s.docs[name], text)
		}
	}
}

// configure changes the settings of a client that is asked for them.
func (s *soak) configure(settings object) {
	s.did("settings are %v", settings)
	s.mu.Lock()
	s.settings = settings
	s.mu.Unlock()
	s.notify("workspace/didChangeConfiguration", object{"settings": nil})
}

// soakFolders are the folders of the workspace most of the time.
var soakFolders = []string{"w", "u"}

func (s *soak) changeFolders() {
	s.setFolders(choose(s.random, [][]string{soakFolders, {"u", "w", "v"}, {"v"}, {"w/many", "w/webshop"}, {"w/linked"}, {"w/linked", "w/components"}, {}}))
}

func (s *soak) setFolders(folders []string) {
	s.did("folders are %v", folders)
	removed, added := s.foldersSaid(s.folders), s.foldersSaid(folders)
	s.folders = folders
	s.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": added, "removed": removed}})
}

func (s *soak) foldersSaid(names []string) []object {
	said := []object{}
	for _, name := range names {
		said = append(said, object{"uri": s.disk.uri(name), "name": name})
	}
	return said
}

// note sends a notification that changes nothing.
func (s *soak) note() {
	switch s.random.IntN(3) {
	case 0:
		s.notify("$/setTrace", object{"value": "off"})
	case 1:
		s.notify("window/workDoneProgress/cancel", object{"token": "pcl-lsp-1"})
	default:
		s.cancel(max(1, s.ids-s.random.IntN(5)))
	}
}
