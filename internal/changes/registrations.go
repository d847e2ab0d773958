package changes

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
)

// This file reads the log of the engine, which tells the aliases that it computes for a resource, and the one that it finds in the state.

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
