package plugins

import (
	"net/url"
	"slices"
	"strings"
)

// This file implements what of the environment a plugin sees.

// passed are the variables that plugins are given. A name ending in * stands for
// all that begin so.
//
// Why a list of what is passed and not of what is kept back: nobody can list the
// names under which secrets are kept.
var passed = []string{
	// Where programs and the user's own folders are.
	"PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TEMP", "TMP", "XDG_*", "PULUMI_HOME",
	// What the runtimes of plugins that are no binaries need to be found.
	"DOTNET_ROOT", "JAVA_HOME",
	// Language and time.
	"LANG", "LC_*", "TZ",
	// A parameterization may make the plugin fetch something.
	"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
	// Without these programs do not start on Windows.
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "USERNAME", "HOMEDRIVE", "HOMEPATH",
	"APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "PROGRAMFILES*", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE", "OS",
}

// Environment is the part of an environment that plugins are given: where
// programs and the user's folders are, the language, and the proxies unless their
// address holds a password. No credentials are among it, such as those whose names
// begin with AWS_ or that of PULUMI_ACCESS_TOKEN. Added is the wish that nothing be
// installed on the way.
func Environment(all []string) []string {
	kept := []string{"PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true"}
	for _, variable := range all {
		name, value, ok := strings.Cut(variable, "=")
		if ok && isPassed(strings.ToUpper(name)) && !holdsPassword(name, value) {
			kept = append(kept, variable)
		}
	}
	return kept
}

func isPassed(name string) bool {
	return slices.ContainsFunc(passed, func(p string) bool {
		beginning, open := strings.CutSuffix(p, "*")
		return name == p || open && strings.HasPrefix(name, beginning)
	})
}

// holdsPassword reports whether a variable is an address with a user in it.
func holdsPassword(name, value string) bool {
	if !strings.HasSuffix(strings.ToUpper(name), "_PROXY") {
		return false
	}
	address, err := url.Parse(value)
	return err != nil || address.User != nil || strings.Contains(value, "@")
}
