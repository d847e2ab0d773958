package check

// This file answers those who draw how declarations depend on each other.

// Carried reports whether the value or a member of it may be unknown during a
// preview, and whether it or a member is secret.
func (f Flow) Carried() (unknown, secret bool) {
	m := f.deep()
	return m.unknown != nil, m.secret != nil
}

// IsBounded reports whether the flow has so many dependencies that some may have
// been left out.
func (f Flow) IsBounded() bool { return len(f.deep().deps.names()) >= maxDeps }

// LeadsBack reports whether the program in another directory uses the directory of
// this one, directly or through its components.
func (p *Program) LeadsBack(dir string) bool {
	_, state := p.opened(dir)
	return state == componentSelf || state == componentCycle
}
