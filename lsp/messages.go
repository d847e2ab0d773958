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

// show shows a message to the user.
func (l *link) show(kind protocol.MessageType, message string) {
	l.background(func() {
		l.warn("a message cannot be shown", l.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: plain(message)}))
	})
}

// ask shows a message with an action and returns what the user has chosen, which may be nothing. It waits for that.
func (l *link) ask(message, action string) (chosen string) {
	params := protocol.ShowMessageRequestParams{
		Type: protocol.MessageTypeWarning, Message: plain(message), Actions: []protocol.MessageActionItem{{Title: action}},
	}
	var item *protocol.MessageActionItem
	l.warn("a question cannot be shown", l.call(protocol.MethodWindowShowMessageRequest, &params, &item))
	return valueOr(item).Title
}

// plain returns a message without backticks, which clients show as they are, and without links, which some obey.
func plain(message string) string { return strings.NewReplacer("`", "'", "](", "] (").Replace(message) }
