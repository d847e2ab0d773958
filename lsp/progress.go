// This file implements progress that the server begins by itself.

package lsp

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
)

// beginProgress shows a title in the client, if it can show any, and a way to cancel.
// It waits for the client's answer, so it must not run on the read loop.
func (s *server) beginProgress(title string, cancel func()) (token protocol.ProgressToken, begun bool) {
	if !s.client.workDoneProgress {
		return nil, false
	}
	token = protocol.String(serverName + "-" + strconv.FormatInt(s.progress.Add(1), 10))
	_, err := s.conn.Call(s.base, protocol.MethodWindowWorkDoneProgressCreate, &protocol.WorkDoneProgressCreateParams{Token: token}, nil)
	if err != nil { // the client refuses; nothing is lost
		return nil, false
	}
	s.cancels.Store(token, cancel)
	s.sendProgress(token, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: new(true)})
	return token, true
}

type cancelProgressParams struct {
	Token jsontext.Value `json:"token"`
}

// cancelProgress ends what a progress shows, since the user does not want to wait.
func (s *server) cancelProgress(p *cancelProgressParams) error {
	var token string
	if err := (codec{}).Unmarshal(p.Token, &token); err != nil {
		return nil // no token of this server
	}
	if cancel, ok := s.cancels.Load(protocol.String(token)); ok {
		cancel.(func())()
	}
	return nil
}

func (s *server) endProgress(token protocol.ProgressToken) {
	s.cancels.Delete(token)
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
