package schema

import (
	"cmp"
	"regexp"
	"strings"
)

// This file implements module formats: the regular expression by which a package
// says how the modules of its tokens are shortened.

// moduleFormat shortens modules. The zero value takes the whole module.
type moduleFormat struct {
	text string
	expr *regexp.Regexp // nil for the formats that need none
}

const (
	wholeModule = `(.*)`
	// upToSlash is what bridged packages say, so most of all packages.
	upToSlash = `(.*)(?:/[^/]*)`
)

// compileFormat understands a format. The two that nearly all packages have are
// not run as regular expressions: a package has a hundred thousand tokens.
func compileFormat(text string) (moduleFormat, error) {
	switch text {
	case "", wholeModule, upToSlash:
		return moduleFormat{text: text}, nil
	}
	expr, err := regexp.Compile(text)
	if err != nil {
		return moduleFormat{}, err
	}
	return moduleFormat{text, expr}, nil
}

// module is the canonical module: what the first group of the format matches,
// empty for index and for what does not match.
func (f moduleFormat) module(written string) (module string, matched bool) {
	if strings.Contains(written, "\n") && f.expr == nil {
		f.expr = regexp.MustCompile(cmp.Or(f.text, wholeModule))
	}
	module, matched = f.firstGroup(written)
	if module == "index" {
		return "", true
	}
	return module, matched
}

func (f moduleFormat) firstGroup(written string) (string, bool) {
	switch {
	case f.expr != nil:
		groups := f.expr.FindStringSubmatch(written)
		if len(groups) < 2 {
			return "", false
		}
		return groups[1], true
	case f.text == upToSlash:
		slash := strings.LastIndexByte(written, '/')
		return written[:max(slash, 0)], slash >= 0
	}
	return written, true
}

// canonical is the token with the module shortened.
func (f moduleFormat) canonical(t Token) string {
	module, _ := f.module(t.Module)
	return t.Package + ":" + module + ":" + t.Member
}

// shorten is the canonical form of a token; for malformed ones the token itself.
func (f moduleFormat) shorten(token string) string {
	t, ok := ParseToken(token)
	if !ok {
		return token
	}
	module, _ := f.module(t.Module)
	if len(token) == len(t.Package)+len(module)+len(t.Member)+2 && token[len(t.Package)+1:len(token)-len(t.Member)-1] == module {
		return token // without a copy
	}
	return f.canonical(t)
}
