package main

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file compares what is handed in to collections of editors with the program: commands, flags, file types and settings exist, and the
// forms are those that the collections document.

// languagesOfFiles are the languages of files that the server reads, as the extension for VS Code declares them.
func languagesOfFiles(t *testing.T) map[string]string {
	t.Helper()
	var extension struct {
		Contributes struct {
			Languages []struct {
				ID         string
				Extensions []string
			}
		}
	}
	if err := json.Unmarshal([]byte(packaged(t, "editors/vscode/package.json")), &extension); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, l := range extension.Contributes.Languages {
		for _, ending := range l.Extensions {
			all[strings.TrimPrefix(ending, ".")] = l.ID
		}
	}
	for ending := range all {
		if !workspace.IsProgramFile("/a." + ending) {
			t.Errorf("the server does not read .%s", ending)
		}
	}
	if len(all) == 0 {
		t.Fatal("the extension has no language")
	}
	return all
}

// startsServer checks that a command line is one that serves.
func startsServer(t *testing.T, where string, line []string) {
	t.Helper()
	if len(line) == 0 || strings.TrimSuffix(line[0], ".exe") != "pcl-lsp" {
		t.Errorf("%s starts %q", where, line)
		return
	}
	cmd, rest, err := newRoot().Find(line[1:])
	if err != nil || cmd.Name() != "serve" {
		t.Errorf("%s starts %q, which does not serve", where, line)
		return
	}
	if err := cmd.ParseFlags(rest); err != nil {
		t.Errorf("%s starts %q: %v", where, line, err)
	}
}

// quotedWords are the words in quotes in a text.
func quotedWords(text string) []string {
	var all []string
	for _, m := range regexp.MustCompile(`["']([^"']+)["']`).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// luaList is the list that a member of a Lua table has.
func luaList(t *testing.T, file, member string) []string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^  ` + member + ` = [^{\n]*\{([^}]*)\}`).FindStringSubmatch(packaged(t, file))
	if m == nil {
		t.Fatalf("%s has no %s", file, member)
	}
	return quotedWords(m[1])
}

// TestNeovimCollections: the entry for nvim-lspconfig starts the server for the types of our files, and its roots are those of the plugin. The
// entry for Mason has an asset for each platform of a release, and names the other entry.
func TestNeovimCollections(t *testing.T) {
	t.Parallel()
	const file = "editors/neovim/lspconfig/pcl_lsp.lua"
	text := packaged(t, file)
	if !strings.HasPrefix(text, "---@brief\n---\n--- https://") || !strings.Contains(text, "\n---@type vim.lsp.Config\nreturn {\n") {
		t.Errorf("%s does not begin as others of the collection", file)
	}
	startsServer(t, file, luaList(t, file, "cmd"))
	types := luaList(t, file, "filetypes")
	for _, language := range languagesOfFiles(t) {
		if !slices.Contains(types, language) {
			t.Errorf("%s is not for files of the type %s", file, language)
		}
	}
	_, markers, _ := strings.Cut(packaged(t, "editors/neovim/lsp/pcl_lsp.lua"), "local root_markers = {")
	markers, _, _ = strings.Cut(markers, "}")
	if got := luaList(t, file, "root_markers"); !slices.Equal(got, quotedWords(markers)) {
		t.Errorf("the roots are %v, those of the plugin %s", got, markers)
	}
	options := regexp.MustCompile(`init_options = \{(.*)\},`).FindStringSubmatch(text)
	for _, m := range regexp.MustCompile(`(?:^|[ {])(\w+) = `).FindAllStringSubmatch(options[1], -1) {
		if s, known := settings.Named(m[1]); !known || !s.In(settings.Editor) {
			t.Errorf("%s shows %s, which is no setting of editors", file, m[1])
		}
	}
	if nvim, err := exec.LookPath("nvim"); err == nil {
		out, err := exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "lua assert(type(dofile('"+root+"/"+file+"').cmd) == 'table')", "-c", "cquit 7").CombinedOutput()
		if !isExit(err, 7) || strings.Contains(string(out), "Error") {
			t.Errorf("Neovim says %s (%v)", out, err)
		}
	}

	var mason struct {
		Name, Description, Homepage     string
		Licenses, Languages, Categories []string
		Source                          struct {
			ID    string
			Asset []struct{ Target, File, Bin string }
		}
		Schemas map[string]string
		Bin     map[string]string
		Neovim  map[string]string
	}
	decoder := yaml.NewDecoder(strings.NewReader(packaged(t, "editors/neovim/mason/package.yaml")))
	decoder.KnownFields(true)
	if err := decoder.Decode(&mason); err != nil {
		t.Fatal(err)
	}
	if mason.Source.ID != "pkg:github/pcl-lsp/pcl-lsp@v"+process.NextVersion || mason.Bin["pcl-lsp"] != "{{source.asset.bin}}" || mason.Neovim["lspconfig"] != "pcl_lsp" || mason.Description == "" || !strings.HasPrefix(mason.Homepage, "https://") {
		t.Errorf("the entry for Mason is %+v", mason)
	}
	for _, category := range mason.Categories {
		if !slices.Contains([]string{"Compiler", "DAP", "Formatter", "LSP", "Linter", "Runtime"}, category) {
			t.Errorf("Mason has no category %s", category)
		}
	}
	_, platforms, _ := strings.Cut(packaged(t, ".ci/release"), "PLATFORMS:-")
	platforms, _, _ = strings.Cut(platforms, "}")
	if !strings.Contains(packaged(t, ".ci/releaser/release.go"), `"pcl-lsp_" + p.OS + "_" + p.Arch`) {
		t.Error("releases name their archives in another way")
	}
	for i, platform := range words(platforms) {
		system, machine, _ := strings.Cut(platform, "/")
		target := strings.Replace(system, "windows", "win", 1) + "_" + strings.Replace(machine, "amd64", "x64", 1)
		archive, binary := "pcl-lsp_"+system+"_"+machine+".tar.gz", "pcl-lsp"
		if system == "windows" {
			archive, binary = "pcl-lsp_"+system+"_"+machine+".zip", "pcl-lsp.exe"
		}
		if i >= len(mason.Source.Asset) || mason.Source.Asset[i] != (struct{ Target, File, Bin string }{target, archive, binary}) {
			t.Errorf("Mason has no asset of %s: %v", platform, mason.Source.Asset)
		}
	}
	if assets := len(mason.Source.Asset); assets != len(words(platforms)) {
		t.Errorf("Mason has %d assets", assets)
	}
}

// TestHelixFiles: both configurations for Helix start the server and cover our files, with the same languages.
func TestHelixFiles(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"editors/helix/languages.toml", "editors/helix/upstream/languages.toml"} {
		var config struct {
			Servers map[string]struct {
				Command string
				Args    []string
			} `toml:"language-server"`
			Languages []struct {
				Name      string
				ID        string `toml:"language-id"`
				Scope     string
				FileTypes []any    `toml:"file-types"`
				Servers   []string `toml:"language-servers"`
				Grammar   string
			} `toml:"language"`
			Grammars []struct {
				Name   string
				Source struct{ Git, Rev, Subpath string }
			} `toml:"grammar"`
		}
		if err := toml.Unmarshal([]byte(packaged(t, file)), &config); err != nil {
			t.Fatal(err)
		}
		for name, server := range config.Servers {
			startsServer(t, file+": "+name, append([]string{server.Command}, server.Args...))
		}
		covered := map[string]string{}
		for _, l := range config.Languages {
			if len(l.Servers) != 1 || config.Servers[l.Servers[0]].Command == "" || l.Scope == "" {
				t.Errorf("%s: %s has no server or no scope", file, l.Name)
			}
			for _, ending := range l.FileTypes {
				if ending, is := ending.(string); is {
					covered[ending] = l.Name
					if l.ID != "" {
						covered[ending] = l.ID
					}
				}
			}
			if grammar := l.Grammar; grammar != "" && grammar != "pcl" && grammar != "yaml" {
				t.Errorf("%s: %s has the grammar %s", file, l.Name, grammar)
			}
		}
		for ending, language := range languagesOfFiles(t) {
			if covered[ending] != language {
				t.Errorf("%s: .%s is %q, want %s", file, ending, covered[ending], language)
			}
		}
		if len(config.Grammars) != 1 || config.Grammars[0].Name != "pcl" {
			t.Errorf("%s has the grammars %v", file, config.Grammars)
		} else {
			packaged(t, config.Grammars[0].Source.Subpath+"/grammar.js")
		}
	}
}

// TestZedExtension: the manifest, the package and the languages belong together, and the code starts the server.
func TestZedExtension(t *testing.T) {
	t.Parallel()
	var manifest struct {
		ID, Name, Version, Description, Repository string
		SchemaVersion                              int `toml:"schema_version"`
		Authors                                    []string
		Grammars                                   map[string]struct{ Repository, Rev, Path string }
		Servers                                    map[string]struct {
			Name      string
			Languages []string
			IDs       map[string]string `toml:"language_ids"`
		} `toml:"language_servers"`
	}
	decoded, err := toml.Decode(packaged(t, "editors/zed/extension.toml"), &manifest)
	if err != nil || len(decoded.Undecoded()) > 0 {
		t.Fatalf("%v, unknown: %v", err, decoded.Undecoded())
	}
	var language struct {
		Name, Grammar string
		Suffixes      []string `toml:"path_suffixes"`
	}
	if err := toml.Unmarshal([]byte(packaged(t, "editors/zed/languages/pcl/config.toml")), &language); err != nil {
		t.Fatal(err)
	}
	var rust struct {
		Package struct{ Name, Version, License string }
		Lib     struct {
			Path string
			Kind []string `toml:"crate-type"`
		}
		Dependencies map[string]string
	}
	if err := toml.Unmarshal([]byte(packaged(t, "editors/zed/Cargo.toml")), &rust); err != nil {
		t.Fatal(err)
	}
	if manifest.SchemaVersion != 1 || manifest.Version != process.NextVersion || rust.Package.Version != process.NextVersion || len(manifest.Authors) == 0 || manifest.Description == "" {
		t.Errorf("the manifest is %+v, the package %+v", manifest, rust)
	}
	if !slices.Equal(rust.Lib.Kind, []string{"cdylib"}) || rust.Dependencies["zed_extension_api"] == "" || packaged(t, "editors/zed/LICENSE") != packaged(t, "LICENSE") {
		t.Errorf("Zed cannot build or publish %+v", rust)
	}
	if g, known := manifest.Grammars[language.Grammar]; !known || g.Repository != manifest.Repository {
		t.Errorf("the grammar %s is not in the manifest", language.Grammar)
	} else {
		packaged(t, g.Path+"/grammar.js")
	}
	server, known := manifest.Servers["pcl-lsp"]
	if !known || !slices.Equal(server.Languages, []string{language.Name}) || server.IDs[language.Name] != languagesOfFiles(t)["pp"] {
		t.Errorf("the servers are %v", manifest.Servers)
	}
	for ending := range languagesOfFiles(t) {
		if !slices.Contains(language.Suffixes, ending) {
			t.Errorf("the language has no files .%s", ending)
		}
	}
	code := packaged(t, "editors/zed/"+rust.Lib.Path)
	program := regexp.MustCompile(`const PROGRAM: &str = "([^"]+)"`).FindStringSubmatch(code)
	arguments := regexp.MustCompile(`vec!\[([^\]]+)\]`).FindStringSubmatch(code)
	if program == nil || arguments == nil {
		t.Fatal("the code starts nothing")
	}
	startsServer(t, rust.Lib.Path, []string{program[1], quotedWords(arguments[1])[0]})
	if !strings.Contains(code, `json!({ "pcl": `) {
		t.Error("the settings are not in the section pcl")
	}
}

// TestJetBrainsTemplate: the template has the members that LSP4IJ reads, starts the server, covers our files, and shows settings that exist.
func TestJetBrainsTemplate(t *testing.T) {
	t.Parallel()
	var template struct {
		ID, Name            string
		ExpandConfiguration bool
		ProgramArgs         map[string]string
		FileTypeMappings    []struct {
			FileType   struct{ Patterns []string }
			LanguageID string `json:"languageId"`
		}
	}
	decoder := json.NewDecoder(strings.NewReader(packaged(t, "editors/jetbrains/template.json")))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&template); err != nil {
		t.Fatal(err)
	}
	if template.ID != "pcl-lsp" || template.Name == "" || template.ProgramArgs["default"] == "" || !template.ExpandConfiguration {
		t.Errorf("the template is %+v", template)
	}
	for system, line := range template.ProgramArgs {
		startsServer(t, "LSP4IJ on "+system, words(line))
	}
	covered := map[string]string{}
	for _, m := range template.FileTypeMappings {
		for _, pattern := range m.FileType.Patterns {
			covered[strings.TrimPrefix(pattern, "*.")] = m.LanguageID
		}
	}
	for ending, language := range languagesOfFiles(t) {
		if covered[ending] != language {
			t.Errorf(".%s is %q, want %s", ending, covered[ending], language)
		}
	}
	var shown map[string]any
	if err := json.Unmarshal([]byte(packaged(t, "editors/jetbrains/settings.json")), &shown); err != nil {
		t.Fatal(err)
	}
	for key, value := range shown {
		s, known := settings.Named(strings.TrimPrefix(key, "pcl."))
		if !known || !s.In(settings.Editor) || s.Default != value {
			t.Errorf("the template sets %s to %v, its default is %v", key, value, s.Default)
		}
	}
}

// TestSublimeSettings: the client for the package LSP starts the server for the syntax that is beside it.
func TestSublimeSettings(t *testing.T) {
	t.Parallel()
	var config struct {
		Clients map[string]struct {
			Enabled  bool
			Command  []string
			Selector string
			Env      map[string]string
		}
	}
	decoder := json.NewDecoder(strings.NewReader(packaged(t, "editors/sublime/LSP.sublime-settings")))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&config); err != nil || len(config.Clients) != 1 {
		t.Fatalf("%v: %v", config, err)
	}
	syntax := packaged(t, "editors/sublime/PCL.sublime-syntax")
	for name, client := range config.Clients {
		startsServer(t, name, client.Command)
		if !client.Enabled || !strings.Contains(syntax, "\nscope: "+client.Selector+"\n") {
			t.Errorf("the client is %+v", client)
		}
	}
}

// TestKateAndVim: the client for Kate and the linters for ALE start the server, for types of files that the syntax beside them has.
func TestKateAndVim(t *testing.T) {
	t.Parallel()
	var kate struct {
		Servers map[string]struct {
			Command, RootIndicationFileNames []string
			HighlightingModeRegex, URL       string
		}
	}
	decoder := json.NewDecoder(strings.NewReader(packaged(t, "editors/kate/settings.json")))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&kate); err != nil || len(kate.Servers) != 1 {
		t.Fatalf("%v: %v", kate, err)
	}
	name := regexp.MustCompile(`<language [^>]*name="([^"]+)"`).FindStringSubmatch(packaged(t, "editors/kate/pcl.xml"))
	for id, server := range kate.Servers {
		startsServer(t, "Kate", server.Command)
		if name == nil || id != "pcl" || !regexp.MustCompile(server.HighlightingModeRegex).MatchString(name[1]) {
			t.Errorf("the server %s of Kate is for %s, the syntax is %q", id, server.HighlightingModeRegex, name)
		}
	}
	for _, file := range filesMatching(t, "editors/vim/ale_linters/*/pcl_lsp.vim") {
		text := packaged(t, file)
		command := regexp.MustCompile(`'command': '%e ([^']+)'`).FindStringSubmatch(text)
		if command == nil {
			t.Fatalf("%s has no command", file)
		}
		startsServer(t, file, append([]string{"pcl-lsp"}, words(command[1])...))
	}
	detection := packaged(t, "editors/vim/ftdetect/pcl.vim")
	for ending := range languagesOfFiles(t) {
		if !strings.Contains(detection, "*."+ending) {
			t.Errorf("Vim does not know .%s", ending)
		}
	}
}

// TestEmacsRecipe: the recipe for MELPA takes the packages that are there, and they start the server.
func TestEmacsRecipe(t *testing.T) {
	t.Parallel()
	recipe := packaged(t, "editors/emacs/recipes/pcl-mode")
	if !strings.HasPrefix(recipe, "(pcl-mode :fetcher github\n") || !strings.Contains(recipe, `:repo "pcl-lsp/pcl-lsp"`) {
		t.Errorf("the recipe is %s", recipe)
	}
	files := quotedWords(recipe[strings.Index(recipe, ":files"):])
	if found := filesMatching(t, files[0]); !slices.Contains(found, "editors/emacs/pcl-mode.el") {
		t.Errorf("the recipe takes %v", found)
	}
	mode := packaged(t, "editors/emacs/pcl-mode.el")
	command := regexp.MustCompile(`defcustom pcl-server-command '\(([^)]*)\)`).FindStringSubmatch(mode)
	if command == nil || !strings.Contains(mode, "\n;; Version: "+process.NextVersion+"\n") {
		t.Fatal("pcl-mode.el has no command, or another version")
	}
	startsServer(t, "Emacs", quotedWords(command[1]))
	for ending := range languagesOfFiles(t) {
		if !strings.Contains(mode, `\\.`+ending+`\\'`) {
			t.Errorf("pcl-mode.el is not for .%s", ending)
		}
	}
}
