// This file implements messages to the user and to the log.

package lsp

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/lsp/publish"
	"go.lsp.dev/protocol"
)

// serverName identifies the server to clients and in diagnostics.
const serverName = publish.Source

// once logs a mistake of the client when it happens for the first time.
func (l *link) once(mistake string) {
	if _, again := l.said.LoadOrStore(mistake, true); !again {
		l.log.Warn(mistake)
	}
}

// tell logs a warning and shows it to the user when it comes up for the first time.
func (l *link) tell(warning string) {
	if _, again := l.said.LoadOrStore(warning, true); again {
		return
	}
	l.log.Warn(warning)
	l.show(protocol.MessageTypeWarning, serverName+": "+warning)
}

// tellNew shows those mistakes in the settings that are new, in one message.
func (l *link) tellNew(mistakes []string) {
	mistakes = slices.DeleteFunc(mistakes, func(mistake string) bool {
		_, again := l.said.LoadOrStore("settings: "+mistake, true)
		return again
	})
	if len(mistakes) > 0 {
		l.tell(strings.Join(mistakes, "; "))
	}
}

// show shows a message to the user. Clients show backticks as they are.
func (l *link) show(kind protocol.MessageType, message string) {
	message = strings.ReplaceAll(message, "`", "'")
	l.background(func() {
		l.warn("a message cannot be shown", l.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: message}))
	})
}
