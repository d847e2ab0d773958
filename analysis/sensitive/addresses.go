package sensitive

import "strings"

// This file finds what is inside of addresses: passwords, and numbers of accounts.

const longestScheme = 20

// address is a password in an address whose scheme begins at an offset.
func address(text string, at int) (Found, bool) {
	scheme := span(text[at:min(len(text), at+longestScheme)], func(c byte) bool { return alphanumeric(c) || c == '+' || c == '.' || c == '-' })
	if !strings.HasPrefix(text[at+scheme:], "://") {
		return Found{}, false
	}
	start := at + scheme + len("://")
	authority := span(text[start:], func(c byte) bool { return c > ' ' && c != '/' && c != '?' && c != '#' && c != '"' && c != '\'' })
	login, host, ok := cutLast(text[start:start+authority], '@')
	if !ok {
		return Found{}, false
	}
	user, password, ok := strings.Cut(login, ":")
	if !ok || isStandIn(password) || isLocal(host) {
		return Found{}, false
	}
	begin := start + len(user) + 1
	return Found{URLPassword, "a password in an address", begin, begin + len(password)}, true
}

func cutLast(text string, sep byte) (before, after string, ok bool) {
	if i := strings.LastIndexByte(text, sep); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return "", "", false
}

// isStandIn reports what stands where somebody is to write a password.
func isStandIn(password string) bool {
	lower := strings.ToLower(password)
	return len(password) < 3 || strings.ContainsAny(password, "<>{}$*[]") || strings.Contains(lower, "xxx") || strings.Contains(lower, "...") ||
		strings.HasPrefix(lower, "your")
}

// isLocal reports the machine itself, where passwords are those of a test.
func isLocal(host string) bool {
	name, _, _ := strings.Cut(host, ":")
	return name == "localhost" || name == "127.0.0.1"
}

// accountDigits is how many digits the number of an AWS account has.
const accountDigits = 12

// resourceName is the length of a resource name of AWS up to the number of the account
// in it, if it has one.
func resourceName(text string) int {
	at := 0
	for range 4 { // arn, partition, service, region
		colon := span(text[at:], alphanumericOrDash)
		if at+colon >= len(text) || text[at+colon] != ':' {
			return 0
		}
		at += colon + 1
	}
	if !isAccount(text[at:]) || at+accountDigits >= len(text) || text[at+accountDigits] != ':' {
		return 0
	}
	return at + accountDigits
}

// isAccount reports a text that begins with the number of an account. One digit over
// and over is a placeholder.
func isAccount(text string) bool {
	return span(text, isDigit) == accountDigits && strings.Count(text[:accountDigits], text[:1]) < accountDigits && !strings.HasPrefix(text, "123456789012")
}

// registry is the number of an account at the beginning of the address of a registry
// of images.
func registry(text string, at int) (Found, bool) {
	if !isAccount(text) || !strings.HasPrefix(text[accountDigits:], ".dkr.ecr.") {
		return Found{}, false
	}
	return Found{Account, "the number of an AWS account", at, at + accountDigits}, true
}
