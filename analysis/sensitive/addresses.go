package sensitive

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file finds passwords and account numbers in addresses.

const longestScheme = 20

// address finds a password in an address whose scheme begins at an offset.
func address(text string, at int) (Found, bool) {
	scheme := span(text[at:min(len(text), at+longestScheme)], func(c byte) bool { return alphanumeric(c) || c == '+' || c == '.' || c == '-' })
	if !strings.HasPrefix(text[at+scheme:], "://") {
		return Found{}, false
	}
	start := at + scheme + len("://")
	authority := span(text[start:], func(c byte) bool { return c > ' ' && c != '/' && c != '?' && c != '#' && c != '"' && c != '\'' })
	login, host, ok := prose.CutLast(text[start:start+authority], "@")
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

// isStandIn reports whether a text is a placeholder for a password.
func isStandIn(password string) bool {
	lower := strings.ToLower(password)
	return len(password) < 3 || strings.ContainsAny(password, "<>{}$*[]") || strings.Contains(lower, "xxx") || strings.Contains(lower, "...") ||
		strings.HasPrefix(lower, "your")
}

// isLocal reports whether a host is the local machine, whose passwords are only for tests.
func isLocal(host string) bool {
	name, _, _ := strings.Cut(host, ":")
	return name == "localhost" || name == "127.0.0.1"
}

// accountDigits is the number of digits in an AWS account number.
const accountDigits = 12

// resourceName returns the length of an AWS resource name up to its account number, if it has one.
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

// isAccount reports whether a text begins with an account number. A single repeated digit is a
// placeholder.
func isAccount(text string) bool {
	return span(text, isDigit) == accountDigits && strings.Count(text[:accountDigits], text[:1]) < accountDigits && !strings.HasPrefix(text, "123456789012")
}

// registry finds an account number at the start of the address of an image registry.
func registry(text string, at int) (Found, bool) {
	if !isAccount(text) || !strings.HasPrefix(text[accountDigits:], ".dkr.ecr.") {
		return Found{}, false
	}
	return Found{Account, "the number of an AWS account", at, at + accountDigits}, true
}
