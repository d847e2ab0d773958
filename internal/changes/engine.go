package changes

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// This file is for internal/reference: it reads the log of the engine, compares inputs, and goes around a fault of the evaluator.

// Registrations is a handler of that log.
type Registrations struct {
	mu  sync.Mutex
	all []Registered
}

// All are the resources that were registered so far, in order.
func (l *Registrations) All() []Registered {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all
}

// Handle implements [slog.Handler].
func (l *Registrations) Handle(_ context.Context, r slog.Record) error {
	generated, matched := strings.HasPrefix(r.Message, "Generated aliases for"), strings.HasPrefix(r.Message, "Matched alias")
	if !generated && !matched {
		return nil
	}
	var values []any
	r.Attrs(func(a slog.Attr) bool {
		values = append(values, a.Value.Any())
		return true
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	if matched {
		l.all[len(l.all)-1].Used = fmt.Sprint(values[0])
		return nil
	}
	one := Registered{URN: fmt.Sprint(values[0])}
	for aliases, i := reflect.ValueOf(values[1]), 0; i < aliases.Len(); i++ {
		one.Aliases = append(one.Aliases, aliases.Index(i).String())
	}
	l.all = append(l.all, one)
	return nil
}

// Enabled implements [slog.Handler].
func (l *Registrations) Enabled(_ context.Context, level slog.Level) bool {
	return level == slog.LevelInfo
}

// WithAttrs implements [slog.Handler].
func (l *Registrations) WithAttrs([]slog.Attr) slog.Handler { return l }

// WithGroup implements [slog.Handler].
func (l *Registrations) WithGroup(string) slog.Handler { return l }

// Place is what a value is of.
type Place interface {
	// Member is the place of a member of an object, or of an element if it has no name.
	Member(name string) Place
	// Replaces reports whether a change here replaces the resource.
	Replaces() bool
}

// Comparison is what differs between the inputs of a resource.
type Comparison struct {
	Changed, Replaced []string          // names of inputs
	Detailed          map[string]string // as [Step] has it
}

// What the protocol of providers writes for a value that is not known, and for one that says itself what it is.
const (
	unknown   = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
	signature = "4dabf18193072939515e22adb298388d"
	secret    = "1b47061264138c4ac30d75fd1eb44270"
	output    = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
	reference = "5cf8f73096256a8f31e491e813e4eb8e"
)

// Unread is an input in a state that was not known when it was read: it is like any other value.
const Unread = "not known in a preview"

// Compare compares inputs. Secrets are compared by value, a reference by the id of the resource, and null is the same as nothing.
func Compare(of Place, old, now map[string]any) Comparison {
	all := Comparison{Detailed: map[string]string{}}
	for _, name := range members(old, now) {
		if len(name) > 1 && name[:2] == "__" {
			continue // the engine's own
		}
		changed, replaced := all.compare(name, of.Member(name), old[name], now[name])
		if changed {
			all.Changed = append(all.Changed, name)
		}
		if replaced {
			all.Replaced = append(all.Replaced, name)
		}
	}
	return all
}

func members(a, b map[string]any) []string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

func (c *Comparison) compare(at string, of Place, old, now any) (changed, replaced bool) {
	old, now = told(old), told(now)
	found := func(at string, of Place, old, now any) {
		c, r := c.compare(at, of, old, now)
		changed, replaced = changed || c, replaced || r
	}
	oldObject, isObject := old.(map[string]any)
	object, becomesObject := now.(map[string]any)
	oldList, isList := old.([]any)
	list, becomesList := now.([]any)
	switch {
	case old == Unread || now != unknown && reflect.DeepEqual(old, now):
		return false, false
	case isObject && becomesObject && oldObject[signature] == nil && object[signature] == nil:
		for _, name := range members(oldObject, object) {
			found(at+step(name), of.Member(name), oldObject[name], object[name])
		}
		return changed, replaced
	case isList && becomesList:
		for i := range max(len(oldList), len(list)) {
			found(fmt.Sprintf("%s[%d]", at, i), of.Member(""), element(oldList, i), element(list, i))
		}
		return changed, replaced
	}
	kind := "update"
	switch {
	case old == nil:
		kind = "add"
	case now == nil:
		kind = "delete"
	}
	if replaced = holds(of, old) || holds(of, now); replaced {
		kind += "-replace"
	}
	c.Detailed[at] = kind
	return true, replaced
}

var simple = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// step is a member in a path.
func step(name string) string {
	if simple.MatchString(name) {
		return "." + name
	}
	return fmt.Sprintf("[%q]", name)
}

func element(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// told is a value without secrecy, the id of a resource in place of a reference to it.
func told(v any) any {
	object, _ := v.(map[string]any)
	switch object[signature] {
	case secret:
		return told(object["value"])
	case output:
		if object["value"] == nil {
			return unknown
		}
		return told(object["value"])
	case reference:
		return told(object["id"])
	}
	return v
}

// holds reports whether a value, or one in it, replaces the resource.
func holds(of Place, v any) bool {
	v = told(v)
	if v == nil || of.Replaces() {
		return v != nil
	}
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if holds(of.Member(name), member) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return holds(of.Member(""), e) })
	}
	return false
}

// instance is the name of an instance of a range.
var instance = regexp.MustCompile(`^(.*)-[0-9]+$`)

// Unmixed writes the program of a directory to another one, with another range for the resource that was registered last: its range becomes
// a map. It returns the name of the resource; empty if there is nothing to change. A function says whether a range is a number.
func Unmixed(from, to string, registered []Registered, isNumber func(name string) bool) (name string, err error) {
	count, instances := 0, ""
	for _, r := range slices.Backward(registered) {
		m := instance.FindStringSubmatch(r.URN[strings.LastIndex(r.URN, "::")+2:])
		switch {
		case m == nil && count == 0:
			return "", nil
		case m != nil && (count == 0 || m[1] == instances):
			count, instances = count+1, m[1]
		}
	}
	err = filepath.WalkDir(from, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if filepath.Ext(file) == ".pp" {
			if found, next := unmixed(string(text), instances, count, isNumber); found != "" {
				name, text = found, []byte(next)
			}
		}
		return write(filepath.Join(to, strings.TrimPrefix(file, from)), string(text))
	})
	return name, err
}

// unmixed changes the range of the resource in a file whose instances have a name before the number, of which there are some. That name may
// begin with those of components.
func unmixed(text, instances string, count int, isNumber func(name string) bool) (name, next string) {
	file, _ := hclsyntax.ParseConfig([]byte(text), "", hcl.InitialPos)
	for _, b := range file.Body.(*hclsyntax.Body).Blocks {
		options := slices.IndexFunc(b.Body.Blocks, func(b *hclsyntax.Block) bool { return b.Type == "options" })
		if b.Type != "resource" || len(b.Labels) == 0 || options < 0 || b.Body.Blocks[options].Body.Attributes["range"] == nil {
			continue
		}
		logical, attribute := b.Labels[0], ""
		if named := b.Body.Attributes["__logicalName"]; named != nil {
			if value, _ := named.Expr.Value(nil); value.Type() == cty.String {
				logical = value.AsString()
			}
		} else {
			attribute = fmt.Sprintf("\n  __logicalName = %q", logical)
		}
		if instances != logical && !strings.HasSuffix(instances, "-"+logical) {
			continue
		}
		name = b.Labels[0]
		over := b.Body.Blocks[options].Body.Attributes["range"].Expr.Range()
		label, brace := b.LabelRanges[0], b.OpenBraceRange.End.Byte
		all := name + "_instances"
		return name, fmt.Sprintf("%s = [for each in %s : each]\n\n", name, all) + text[:label.Start.Byte] + all + text[label.End.Byte:brace] + attribute +
			text[brace:over.Start.Byte] + asMap(text[over.Start.Byte:over.End.Byte], isNumber(name), count) + text[over.End.Byte:]
	}
	return "", ""
}

// asMap is a range as a map with the same keys.
func asMap(over string, isNumber bool, count int) string {
	if !isNumber {
		return fmt.Sprintf("{ for i, v in %s : \"${i}\" => v }", over)
	}
	var numbered []string
	for i := range count {
		numbered = append(numbered, fmt.Sprintf("\"%d\" = %d", i, i))
	}
	return "{ " + strings.Join(numbered, ", ") + " }"
}
