// This file tests which signature and which parameter are active on the wire.

package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// shownSignatures is signature help as JSON, as the client sends it back when it asks again.
type shownSignatures struct {
	Signatures []struct {
		Label           string `json:"label"`
		ActiveParameter *int   `json:"activeParameter,omitempty"`
	} `json:"signatures"`
	ActiveSignature int  `json:"activeSignature"`
	ActiveParameter *int `json:"activeParameter,omitempty"`
}

// String returns the name of each signature with its active parameter; a star marks the active signature.
func (s *shownSignatures) String() string {
	if s == nil {
		return "nothing"
	}
	var all []string
	for i, one := range s.Signatures {
		text, _, _ := strings.Cut(one.Label, " ")
		if i == s.ActiveSignature {
			text = fmt.Sprintf("*%s:%d", text, *s.ActiveParameter)
		}
		if one.ActiveParameter != nil {
			text += fmt.Sprintf("@%d", *one.ActiveParameter)
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// signatures replaces the document and requests signature help at its end.
func (c *fakeClient) signatures(version int, text string, context object) (found *shownSignatures) {
	c.t.Helper()
	if version == 1 {
		c.open(mainURI, version, text)
	} else {
		c.change(mainURI, version, object{"text": text})
	}
	params := object{"textDocument": object{"uri": mainURI}, "position": object{"line": 0, "character": len(text)}}
	if context != nil {
		params["context"] = context
	}
	c.result("textDocument/signatureHelp", params, &found)
	return found
}

func withSignatures(capabilities object) object {
	return object{"textDocument": object{"signatureHelp": capabilities}}
}

// The innermost object comes first, each signature with its own parameter for clients that support it.
func TestSignaturesOfObjects(t *testing.T) {
	t.Parallel()
	const text = `a = invoke("cloudy:compute/getImage:getImage", { filters = [{ values = `
	for _, test := range []struct {
		capabilities object
		want         string
	}{
		{object{}, "*cloudy::Filter:2 invoke(\"cloudy:compute/getImage:getImage\","},
		{object{"signatureInformation": object{"activeParameterSupport": true}}, "*cloudy::Filter:2@2 invoke(\"cloudy:compute/getImage:getImage\",@5"},
	} {
		c := connect(t, withSchemas(t)).initializeWith(withSignatures(test.capabilities))
		if got := c.signatures(1, text, nil).String(); got != test.want {
			t.Errorf("with %v: got %s, want %s", test.capabilities, got, test.want)
		}
	}
}

// The signature that the user has switched to stays while the innermost object is the same.
func TestSignatureRetrigger(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initializeWith(withSignatures(object{"contextSupport": true}))
	version, shown := 0, (*shownSignatures)(nil)
	for _, step := range []struct {
		text   string
		turned int // to this signature, before
		want   string
	}{
		{`resource lb "cloudy:net/loadBalancer:LoadBalancer" { defaultAction = { `, 0, "*cloudy:net:FixedAction:0 cloudy:net:ForwardAction cloudy:net:RedirectAction"},
		{`resource lb "cloudy:net/loadBalancer:LoadBalancer" { defaultAction = { url = `, 2, "cloudy:net:FixedAction cloudy:net:ForwardAction *cloudy:net:RedirectAction:2"},
		{`resource lb "cloudy:net/loadBalancer:LoadBalancer" { defaultAction = { url = "x", kind = "redirect", `, 2, "*cloudy:net:RedirectAction:0"},
		{`resource lb "cloudy:net/loadBalancer:LoadBalancer" { defaultAction = { url = join("," `, 0, "*join(separator::0"},
	} {
		version++
		context := object{"triggerKind": 3, "isRetrigger": shown != nil}
		if shown != nil {
			shown.ActiveSignature = step.turned
			context["activeSignatureHelp"] = shown
		}
		shown = c.signatures(version, step.text, context)
		if got := shown.String(); got != step.want {
			t.Errorf("%s\n got %s\nwant %s", step.text, got, step.want)
		}
	}
	// What a client claims to show may be anything.
	for _, claimed := range []object{{"signatures": []object{}, "activeSignature": 7}, {"signatures": []object{{"label": "x"}}, "activeSignature": 1}} {
		version++
		got := c.signatures(version, "a = join(", object{"triggerKind": 3, "isRetrigger": true, "activeSignatureHelp": claimed})
		if got.String() != "*join(separator::0" {
			t.Errorf("%v: got %s", claimed, got)
		}
	}
}
