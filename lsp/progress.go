// This file implements progress that the server begins by itself.

package lsp

import (
	"strconv"

	"go.lsp.dev/protocol"
)

// beginProgress shows a title in the client, if it can show any. It waits for the
// client's answer, so it must not run on the read loop.
func (s *server) beginProgress(title string) (token protocol.ProgressToken, begun bool) {
	if !s.client.workDoneProgress {
		return nil, false
	}
	token = protocol.String(serverName + "-" + strconv.FormatInt(s.progress.Add(1), 10))
	_, err := s.conn.Call(s.base, protocol.MethodWindowWorkDoneProgressCreate, &protocol.WorkDoneProgressCreateParams{Token: token}, nil)
	if err != nil { // the client refuses; nothing is lost
		return nil, false
	}
	s.sendProgress(token, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: title})
	return token, true
}

func (s *server) endProgress(token protocol.ProgressToken) {
	s.sendProgress(token, &protocol.WorkDoneProgressEnd{Kind: "end"})
}

// sendProgress sends one step of a progress.
func (s *server) sendProgress(token protocol.ProgressToken, step any) {
	value, err := protocol.Marshal(step)
	if err == nil {
		err = s.conn.Notify(s.base, protocol.MethodProgress, &protocol.ProgressParams{Token: token, Value: value})
	}
	if err != nil && s.base.Err() == nil {
		s.log.Warn("progress was not shown", "error", err)
	}
}
