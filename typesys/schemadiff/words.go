package schemadiff

import (
	"fmt"
	"strings"
)

// This file says changes in words.

// What names what has changed: a property with its sides, or nothing for a member as a whole.
func (c Change) What() string {
	switch {
	case c.Property == Result:
		return "result"
	case c.Property == "" || c.Section == Types:
		return quoted(c.Property)
	case c.Section == Configuration:
		return "`" + c.Property + "`"
	}
	return strings.Join(c.On.Names(), ", ") + " " + quoted(c.Property)
}

func quoted(name string) string {
	if name == "" {
		return ""
	}
	return "`" + name + "`"
}

// phrases are what happened, after the name of what changed. %BEFORE is what was, and %AFTER what is.
var phrases = map[Kind]string{
	Removed: "is removed", Added: "is new", KindChanged: "was a %BEFORE and is a %AFTER", TypeChanged: "was %BEFORE and is %AFTER", NowRequired: "is required now",
	NowOptional: "is not required any more", NowPlain: "takes no outputs any more", NotPlain: "takes outputs now", NowSecret: "is secret now",
	NotSecret: "is not secret any more", NowReplaces: "now replaces the resource when it changes", NotReplaces: "no longer replaces the resource when it changes",
	DefaultMayChange: "may have had the default `%BEFORE`, and have `%AFTER` now, as its documentation says",
	Deprecated:       "is deprecated now", NotDeprecated: "is not deprecated any more", EnumRemoved: "value %BEFORE is removed", EnumAdded: "value %AFTER is new",
}

// outputPhrases are those that are other ones for what only is an output.
var outputPhrases = map[Kind]string{NowRequired: "is always there now", NowOptional: "may be missing now"}

// changed are the words for what may have been there before, or may be there now.
var changed = map[Kind]string{DefaultChanged: "default", ConstChanged: "only value", VariantsChanged: "discriminator"}

// Sentence is what happened, without the name of the member and without a full stop.
func (c Change) Sentence() string {
	text := c.happened()
	if what := c.What(); what != "" {
		text = what + " " + text
	}
	if c.Note != "" {
		text += ": " + strings.Join(strings.Fields(c.Note), " ")
	}
	return text
}

func (c Change) happened() string {
	what := changed[c.Kind]
	switch {
	case c.Kind == Renamed && c.Confidence == certain:
		return fmt.Sprintf("is `%s` now", c.After)
	case c.Kind == Renamed:
		return fmt.Sprintf("may be `%s` now (%.0f %%)", c.After, 100*c.Confidence)
	case c.Kind == Added && c.Required:
		return "is new, and required"
	case what != "" && c.Before == "":
		return "has the " + what + " " + c.After + " now"
	case what != "" && c.After == "":
		return "has no " + what + " any more; it was " + c.Before
	case what != "":
		return "had the " + what + " " + c.Before + ", and has " + c.After + " now"
	case c.Kind == Deprecated && c.Before != "":
		return "value " + c.Before + " is deprecated now"
	case c.Kind == NotDeprecated && c.Before != "":
		return "value " + c.Before + " is not deprecated any more"
	}
	if phrase := outputPhrases[c.Kind]; phrase != "" && c.On == Output {
		return phrase
	}
	return strings.NewReplacer("%BEFORE", c.Before, "%AFTER", c.After).Replace(phrases[c.Kind])
}
