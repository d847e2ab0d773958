package plan

import (
	"cmp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
)

// This file says why a resource may be registered although no registration has its URN.

// doubts are reasons, found by the registered name of a resource.
type doubts struct {
	any   string            // for all names
	named map[string]string // for one name
	open  map[string]string // for a name with or without that of an instance after it
}

// doubtsOf are those about what a run registers without that it is known how often.
func doubtsOf(ran *eval.Ran) *doubts {
	d := &doubts{named: map[string]string{}, open: map[string]string{}}
	for _, o := range ran.Open {
		note(d.open, o.Name, "it is not known which resources `"+o.Item.Name+"` makes")
	}
	return d
}

// unknown adds a registration of which it cannot be told what it was before. With a URN, its aliases are
// not known, so it may be any resource.
func (d *doubts) unknown(r *eval.Registration, why string) {
	if r.URN != "" {
		d.any = cmp.Or(d.any, why)
	}
	note(d.named, r.Name, why)
}

// note keeps the first reason.
func note(reasons map[string]string, name, why string) {
	if reasons[name] == "" {
		reasons[name] = why
	}
}

// about is a reason for a resource with a name; empty where there is none.
func (d *doubts) about(name string) string {
	if why := cmp.Or(d.open[name], d.named[name], d.any); why != "" || len(d.open) == 0 {
		return why
	}
	for i := strings.IndexByte(name, '-'); i >= 0; {
		if why := d.open[name[:i]]; why != "" {
			return why
		}
		next := strings.IndexByte(name[i+1:], '-')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return ""
}
