package sensitive

import (
	"slices"
	"strings"
	"sync"
)

// This file recognizes credentials by the formats that their issuers document.

// recognizer recognizes one format by its prefix. length returns the length of the credential at
// the start of a text with the prefix, or 0 if the text is something else.
type recogniser struct {
	prefix string
	kind   Kind
	what   string
	length func(text string) int
}

// recognizers holds all recognizers by the first byte of their prefix.
var recognisers = sync.OnceValue(func() *[256][]recogniser {
	return byFirst(
		recogniser{"AKIA", Token, "an access key id of AWS", body(4, upperOrDigit, 16, 16)},
		recogniser{"ASIA", Token, "an access key id of AWS", body(4, upperOrDigit, 16, 16)},
		recogniser{"ghp_", Token, "an access token of GitHub", body(4, alphanumeric, 36, 36)},
		recogniser{"gho_", Token, "an access token of GitHub", body(4, alphanumeric, 36, 36)},
		recogniser{"ghu_", Token, "an access token of GitHub", body(4, alphanumeric, 36, 36)},
		recogniser{"ghs_", Token, "an access token of GitHub", body(4, alphanumeric, 36, 36)},
		recogniser{"ghr_", Token, "a refresh token of GitHub", body(4, alphanumeric, 36, 76)},
		recogniser{"github_pat_", Token, "an access token of GitHub", body(11, isWord, 82, 82)},
		recogniser{"glpat-", Token, "an access token of GitLab", body(6, urlSafe, 20, 300)},
		recogniser{"xoxb-", Token, "a token of Slack", body(5, alphanumericOrDash, 20, 300)},
		recogniser{"xoxp-", Token, "a token of Slack", body(5, alphanumericOrDash, 20, 300)},
		recogniser{"xoxa-", Token, "a token of Slack", body(5, alphanumericOrDash, 20, 300)},
		recogniser{"xoxs-", Token, "a token of Slack", body(5, alphanumericOrDash, 20, 300)},
		recogniser{"sk_live_", Token, "a secret key of Stripe", body(8, alphanumeric, 20, 300)},
		recogniser{"rk_live_", Token, "a restricted key of Stripe", body(8, alphanumeric, 20, 300)},
		recogniser{"AIza", Token, "an API key of Google", body(4, urlSafe, 35, 35)},
		recogniser{"npm_", Token, "an access token of npm", body(4, alphanumeric, 36, 36)},
		recogniser{"pypi-AgE", Token, "an API token of PyPI", body(8, urlSafe, 50, 600)},
		recogniser{"pul-", Token, "an access token of Pulumi", body(4, hexadecimal, 40, 40)},
		recogniser{"dop_v1_", Token, "an access token of DigitalOcean", body(7, hexadecimal, 64, 64)},
		recogniser{"dckr_pat_", Token, "an access token of Docker", body(9, urlSafe, 27, 27)},
		recogniser{"SG.", Token, "an API key of SendGrid", dotted(22, 43)},
		recogniser{"eyJ", Token, "a JSON Web Token", webToken},
		recogniser{"https://hooks.slack.com/services/", Token, "a webhook of Slack", body(33, pathCharacter, 30, 100)},
		recogniser{"-----BEGIN ", PrivateKey, "a private key", privateKey},
		recogniser{"arn:aws", Account, "the number of an AWS account", resourceName},
		recogniser{"ami-", Image, "the id of a machine image", body(4, hexadecimal, 8, 17)},
	)
})

func byFirst(all ...recogniser) *[256][]recogniser {
	var by [256][]recogniser
	for _, r := range all {
		by[r.prefix[0]] = append(by[r.prefix[0]], r)
	}
	return &by
}

// body recognizes a prefix that is followed by a number of characters of a set. Placeholders do
// not count.
func body(prefix int, in func(byte) bool, least, most int) func(string) int {
	return func(text string) int {
		n := span(text[prefix:], in)
		if n < least || n > most || isPlaceholder(text[prefix:prefix+n]) || endsInWord(text, prefix+n) {
			return 0
		}
		return prefix + n
	}
}

// dotted recognizes SG. followed by two parts with a dot between them.
func dotted(first, second int) func(string) int {
	return func(text string) int {
		a := span(text[3:], urlSafe)
		if a != first || len(text) < 3+first+1+second || text[3+first] != '.' || span(text[4+first:], urlSafe) != second {
			return 0
		}
		return 4 + first + second
	}
}

// webToken recognizes three base64 parts, the first two of which are JSON objects.
func webToken(text string) int {
	head := span(text, urlSafe)
	if head < 15 || !strings.HasPrefix(text[head:], ".eyJ") {
		return 0
	}
	claims := span(text[head+1:], urlSafe)
	end := head + 1 + claims
	if end >= len(text) || text[end] != '.' {
		return 0
	}
	signature := span(text[end+1:], urlSafe)
	if claims < 10 || signature < 20 {
		return 0
	}
	return end + 1 + signature
}

// privateKey returns the length of the first line of a private key, if another line follows.
func privateKey(text string) int {
	label, rest, ok := strings.Cut(text[len("-----BEGIN "):], "-----")
	if !ok || len(label) > 40 || !strings.HasSuffix(label, "PRIVATE KEY") && label != "PGP PRIVATE KEY BLOCK" {
		return 0
	}
	content := strings.TrimLeft(rest, " \t\r\n")
	for _, header := range []string{"Proc-Type:", "DEK-Info:", "Version:", "Comment:"} {
		if strings.HasPrefix(content, header) {
			_, content, _ = strings.Cut(content, "\n\n")
			content = strings.TrimLeft(content, " \t\r\n")
		}
	}
	n := span(content, func(c byte) bool { return alphanumeric(c) || c == '+' || c == '/' || c == '=' })
	if n < 16 || isPlaceholder(content[:n]) {
		return 0
	}
	return len(text) - len(rest)
}

// MayBeSecret reports whether a text in the place of a secret may be one: it is not empty, not the
// name of something (a path, an address, a variable), and not a placeholder. In the place of a
// password, any word may be one. In other places a word may be the name of a secret, so it must have
// letters and digits.
func MayBeSecret(text string, password bool) bool {
	lower := strings.ToLower(text)
	switch {
	case len(text) < 6 || len(text) > 512 || strings.ContainsAny(text, "/: \t\n<>{}$%*") || strings.Contains(lower, "example") || strings.Contains(lower, "xxx"):
		return false
	case strings.HasPrefix(lower, "change") || strings.HasPrefix(lower, "your") || strings.HasPrefix(lower, "todo") || strings.HasPrefix(lower, "placeholder"):
		return false
	case password:
		return strings.Trim(text, text[:1]) != "" && !slices.Contains(saysNothing, lower)
	}
	return len(text) >= 12 && strings.ContainsAny(text, "0123456789") && strings.ToLower(text) != strings.ToUpper(text) && !isPlaceholder(text) && !strings.Contains(text, "-")
}

// saysNothing lists words that a setting about a password may have instead of a password.
var saysNothing = []string{"true", "false", "none", "null", "auto", "generate", "generated", "random", "secret", "required", "optional", "disabled", "enabled"}

// isPlaceholder reports whether a text is obviously not a credential: it has few different
// characters, or a word such as example.
func isPlaceholder(text string) bool {
	different := 0
	var seen [256]bool
	for i := range len(text) {
		if !seen[text[i]] {
			seen[text[i]] = true
			different++
		}
	}
	lower := strings.ToLower(text)
	return different < min(8, len(text)/2) || strings.Contains(lower, "example") || strings.Contains(lower, "xxxx") || strings.Contains(lower, "1234567890ab")
}

// span returns the number of leading bytes of a text that belong to a set.
func span(text string, in func(byte) bool) int {
	n := 0
	for n < len(text) && in(text[n]) {
		n++
	}
	return n
}

func endsInWord(text string, at int) bool { return at < len(text) && isWord(text[at]) }

func upperOrDigit(c byte) bool       { return 'A' <= c && c <= 'Z' || isDigit(c) }
func alphanumeric(c byte) bool       { return isLetter(c) || isDigit(c) }
func alphanumericOrDash(c byte) bool { return alphanumeric(c) || c == '-' }
func urlSafe(c byte) bool            { return alphanumeric(c) || c == '-' || c == '_' }
func pathCharacter(c byte) bool      { return urlSafe(c) || c == '/' }
func hexadecimal(c byte) bool        { return isDigit(c) || 'a' <= c && c <= 'f' }
