package asset

import (
	"fmt"
	"net/url"
	"strings"
)

// This file checks addresses. (docs/language/assets.md#addresses)

// CheckAddress reports what is wrong with the address of a [RemoteAsset] or [RemoteArchive].
// Other kinds have no address and no findings.
func CheckAddress(k Kind, address string) []Finding {
	switch {
	case k != RemoteAsset && k != RemoteArchive:
		return nil
	case address == "":
		return []Finding{{Level: LevelError, Problem: Empty, Message: "the address is empty"}}
	}
	if f, wrong := checkCharacters(address); wrong {
		return []Finding{f}
	}
	a := cutAddress(address)
	if f, wrong := a.checkScheme(); wrong {
		return []Finding{f}
	}
	found := a.checkHost(k)
	if k == RemoteArchive {
		found = a.checkEnding(found)
	}
	if len(found) == 0 {
		if _, err := url.Parse(address); err != nil {
			found = append(found, Finding{LevelError, BadAddress, 0, len(address), "this is not a valid URL", ""})
		}
	}
	return found
}

// checkCharacters finds the first character that is invalid in addresses.
func checkCharacters(address string) (Finding, bool) {
	for i := range len(address) {
		switch c := address[i]; {
		case c <= ' ' || c == 0x7f:
			return Finding{LevelError, BadAddress, i, i + 1, "an address cannot contain spaces or control characters; write `%20` for a space", ""}, true
		case c == '%' && !isEscape(address[i:]):
			return Finding{LevelError, BadAddress, i, i + 1, "`%` must be followed by two hexadecimal digits; write `%25` for a percent sign", ""}, true
		}
	}
	return Finding{}, false
}

func isEscape(text string) bool { return len(text) >= 3 && isHex(text[1]) && isHex(text[2]) }

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func isScheme(text string) bool {
	for i := range len(text) {
		c := text[i] | 0x20
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", rune(text[i]))) {
			return false
		}
	}
	return text != ""
}

// address is an address split into scheme, authority, path, query and fragment, in this order.
type address struct {
	text                            string
	scheme                          string // in lower case, without the colon
	authority, path, query, hash    int    // where each begins
	hasAuthority, hasQuery, hasHash bool
}

func cutAddress(text string) address {
	a := address{text: text, hash: len(text)}
	if scheme, _, ok := strings.Cut(text, ":"); ok && isScheme(scheme) {
		a.scheme = strings.ToLower(scheme)
		a.authority = len(scheme) + 1
	}
	if i := strings.IndexByte(text, '#'); i >= 0 {
		a.hash, a.hasHash = i, true
	}
	a.query = a.hash
	if i := strings.IndexByte(text[:a.hash], '?'); i >= 0 {
		a.query, a.hasQuery = i, true
	}
	a.authority = min(a.authority, a.query)
	a.path = a.authority
	if strings.HasPrefix(text[a.authority:a.query], "//") {
		a.hasAuthority = true
		a.authority += 2
		a.path = a.query
		if i := strings.IndexByte(text[a.authority:a.query], '/'); i >= 0 {
			a.path = a.authority + i
		}
	}
	return a
}

func (a address) checkScheme() (Finding, bool) {
	switch a.scheme {
	case "http", "https", "file":
		return Finding{}, false
	case "":
		return Finding{LevelError, NoScheme, 0, a.path, "an address starts with `https://`, `http://` or `file://`", ""}.atLeast(len(a.text)), true
	}
	message := fmt.Sprintf("`%s` is not supported; use https, http or file", clip(a.scheme))
	return Finding{LevelError, Scheme, 0, len(a.scheme), message, ""}, true
}

// atLeast extends an empty finding to the whole text.
func (f Finding) atLeast(length int) Finding {
	if f.Start == f.End {
		f.End = length
	}
	return f
}

func clip(text string) string {
	const most = 24
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

func (a address) checkHost(k Kind) []Finding {
	authority := a.text[a.authority:a.path]
	at := strings.LastIndexByte(authority, '@')
	host := authority[at+1:]
	if a.scheme != "file" {
		if host == "" || !a.hasAuthority {
			return []Finding{{LevelError, NoHost, a.authority, max(a.path, a.authority), "the host is missing", ""}}
		}
		return nil
	}
	var found []Finding
	if at >= 0 {
		found = append(found, Finding{LevelError, FileUser, a.authority, a.authority + at + 1, "a `file` address cannot have a user", ""})
	}
	start := a.authority + at + 1
	switch {
	case host != "" && k == RemoteArchive:
		found = append(found, Finding{LevelError, FileHost, start, a.path, "the `file` address of an archive cannot have a host: `file:///…`", ""})
	case host != "" && host != "localhost":
		found = append(found, Finding{LevelError, FileHost, start, a.path, "the host of a `file` address must be empty or `localhost`", ""})
	}
	if a.hasQuery {
		found = append(found, Finding{LevelError, FileQuery, a.query, a.hash, "a `file` address cannot have a query; write `%3F` for a question mark", "%3F" + a.text[a.query+1:a.hash]})
	}
	if a.hasHash {
		found = append(found, Finding{LevelError, FileFragment, a.hash, len(a.text), "a `file` address cannot have a fragment; write `%23` for a number sign", "%23" + a.text[a.hash+1:]})
	}
	return found
}

// checkEnding checks the extension of the path, which must be that of an archive because an
// address is never a directory.
func (a address) checkEnding(found []Finding) []Finding {
	path := a.text[a.path:a.query]
	if decoded, err := url.PathUnescape(path); err == nil && ExtensionOf(decoded) != "" {
		return found
	}
	start := a.path + strings.LastIndexByte(path, '/') + 1
	f, wrong := checkExtension(a.text[start:a.query], start)
	if wrong {
		f.Level = LevelError
		found = append(found, f)
	}
	return found
}
