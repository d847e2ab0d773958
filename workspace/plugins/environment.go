package plugins

import (
	"net/url"
	"slices"
	"strings"
)

// This file selects the environment variables that a plugin sees.

// passed are the variables that plugins get. A * at the end matches all names that begin
// so.
//
// Why a list of what is passed: nobody can list all names of variables with secrets.
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

// Environment selects the variables for a plugin: where programs and the user's
// directories are, the language, and proxies unless their address holds a password. It
// passes no credentials, such as those in AWS_ variables or PULUMI_ACCESS_TOKEN. It adds
// a variable that asks the plugin to install nothing.
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

// holdsPassword reports whether a variable is an address with a user name in it.
func holdsPassword(name, value string) bool {
	if !strings.HasSuffix(strings.ToUpper(name), "_PROXY") {
		return false
	}
	address, err := url.Parse(value)
	return err != nil || address.User != nil || strings.Contains(value, "@")
}
