package program

import "context"

// This file computes all results of a program, which makes it one that others can be
// derived from.

// Finished is a program that has all its results, and how it differs from its base.
type Finished struct {
	Program *Program
	// Base is the program that it was derived from; nil for none.
	Base *Program
	// Replaced are the items that are not those of the base.
	Replaced map[int32]bool
	// Touched are the numbers of the files that have such items.
	Touched map[int32]bool
}

// Finish computes all results of a revalidated program. Publish is called once with the
// finished program before other programs are derived from it. The error is that of the
// context; results computed until then are kept.
func (p *Program) Finish(ctx context.Context, publish func(Finished)) error {
	if p.finished.Load() != nil || p.pending != nil { // pending: it could not be revalidated
		return ctx.Err()
	}
	f := Finished{Touched: map[int32]bool{}}
	done := p.copy()
	if v := p.origin; v != nil {
		f.Base, f.Replaced, f.Touched = v.base.Load(), v.replaced, v.touched()
		done.flags = p.finishReplaced(ctx, v)
	} else {
		done.flags = p.finishAll(ctx)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	done.origin = nil
	f.Program = done
	publish(f)
	if err := ctx.Err(); err != nil {
		return err
	}
	p.finished.Store(done)
	if p.origin != nil {
		p.origin.base.Store(nil)
	}
	return nil
}

// finishReplaced computes the results of the items that are not those of the base, and
// returns the flags of all items.
func (p *Program) finishReplaced(ctx context.Context, v *revalidation) flags {
	r := NewRun(ctx, p)
	flags := p.flags.fork() // another goroutine may be finishing the program too
	for _, ids := range []map[int32]bool{v.replaced, v.shadowed} {
		for id := range ids {
			if it := p.items.at(id); it != nil && ctx.Err() == nil {
				flags.set(id, p.finishItem(r, it))
				p.Host.OnItemDone(it, false)
				if v.replaced[id] {
					p.index().shadow(p.Host, id, p.Result(r, it, 0))
				}
			}
		}
	}
	return flags
}

// finishAll computes the results of all items and returns their flags. An item may need
// the results of others; whoever comes first computes them.
func (p *Program) finishAll(ctx context.Context) flags {
	of := make([]Flag, p.items.len())
	needed, r := p.needed(), NewRun(ctx, p)
	r.Brief = visitorOf(ctx) == nil
	p.Host.Each(len(p.scope.order), func(i int) {
		if ctx.Err() != nil {
			return
		}
		it := p.items.at(p.scope.order[i])
		of[it.ID] = p.finishItem(r, it) // first, since it finds some of the results below on the way
		if needed[it.ID] {              // later its tree may be gone
			for id, q := range p.queries {
				if q.Shown != 0 {
					p.Result(r, it, QueryID(id))
				}
			}
		}
		p.Host.OnItemDone(it, true)
	})
	return flagsOf(of)
}

// needed are the items that others need, by number.
func (p *Program) needed() []bool {
	needed := make([]bool, p.items.len())
	for it := range p.Items() {
		for _, id := range it.Needs {
			needed[id] = true
		}
	}
	return needed
}

func (p *Program) finishItem(r *Run, it *Item) Flag {
	flag := p.flags.at(it.ID)&flagsOfText | p.resultFlags(r, it)
	r.visit(it)
	return flag
}

// touched are the files that have items other than those of the base.
func (v *revalidation) touched() map[int32]bool {
	files := map[int32]bool{}
	for id := range v.replaced {
		if v.work.items.at(id) != nil {
			files[v.work.scope.spots[id].file] = true
		}
	}
	return files
}

// Preview calls show with what is known once the edited items have been looked at, unless
// all others have been too: the edited items are as they are now, and the others are as
// they were in the base. The program that show gets must not be kept.
func (p *Program) Preview(ctx context.Context, show func(Finished)) {
	v := p.pending
	if v == nil || v.done.Load() {
		return
	}
	v.advance(ctx, func() bool { return len(v.fresh) == 0 })
	if !v.lock(ctx) {
		return
	}
	defer v.unlock()
	base := v.base.Load()
	if len(v.queue.ids) == 0 || ctx.Err() != nil || base == nil {
		return
	}
	now := v.work.copy()
	now.items, now.flags = v.work.items.fork(), v.work.flags.fork()
	r := NewRun(ctx, v.work) // what is computed is kept, so it must come from what is certain and not from what is put back below
	for id := range v.replaced {
		it, before := now.items.at(id), v.before(id)
		if it == nil || before != nil && before.Syntax == it.Syntax { // not edited: as it was
			now.items.set(id, before)
			continue
		}
		now.flags.set(id, v.work.finishItem(r, it))
		p.Host.OnItemDone(it, false)
	}
	show(Finished{Program: now, Base: base, Replaced: v.replaced, Touched: v.touched()})
}
