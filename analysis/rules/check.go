package rules

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file judges items and programs, finds the places of findings, writes the messages of rules, and checks the
// comments that suppress them.

// maxInstances is how many instances of a resource are looked at.
const maxInstances = 1_000

// Verdicts are those on the items of a program, and on the program, each as if it were the only one. The error is that of
// the context.
func (s *Set) Verdicts(ctx context.Context, p *analysis.Program) ([]Verdict, error) {
	var all []Verdict
	work := newLedger()
	for _, f := range p.Files {
		for _, it := range f.All() {
			verdicts, _, err := s.check(ctx, p, f.Path, it, work)
			if err != nil {
				return nil, err
			}
			all = append(all, verdicts...)
			work.reset()
		}
	}
	verdicts, _, err := s.checkProgram(ctx, p, work)
	return append(all, verdicts...), err
}

// check judges an item of a program, in the file at a path. Rules about programs say nothing here. Items with syntax errors are
// not judged.
func (s *Set) check(ctx context.Context, p *analysis.Program, path string, it syntax.Placed, work *ledger) ([]Verdict, reads, error) {
	rules := s.byKind[it.Kind]
	if len(rules) == 0 || len(it.Errors) > 0 || it.Inputs != nil || it.Block() == nil {
		return nil, reads{}, ctx.Err()
	}
	j := newJudging(ctx, p, &work.shared)
	j.it, j.path = it, path
	return j.done(work.judge(j, rules, itemSteps, j.judge))
}

// checkProgram judges a program as a whole: rules about programs, and no others.
func (s *Set) checkProgram(ctx context.Context, p *analysis.Program, work *ledger) ([]Verdict, reads, error) {
	if len(s.whole) == 0 || len(p.Files) == 0 {
		return nil, reads{program: len(s.whole) > 0}, ctx.Err()
	}
	j := newJudging(ctx, p, &work.shared)
	return j.done(work.judge(j, s.whole, programSteps, func(r *Rule, verdicts []Verdict, budget *value.Budget) []Verdict {
		if v, ok := j.on(r, nil, eval.Instance{}).verdict(budget); ok {
			verdicts = append(verdicts, v)
		}
		return verdicts
	}))
}

func newJudging(ctx context.Context, p *analysis.Program, with *shared) *judging {
	return &judging{
		ctx: ctx, p: p, shared: with, reading: eval.Read(ctx, p), values: map[hclsyntax.Expression]cty.Value{}, kept: map[*byte]cty.Value{},
	}
}

func (j *judging) done(verdicts []Verdict) ([]Verdict, reads, error) {
	if err := j.ctx.Err(); err != nil {
		return nil, reads{}, err
	}
	return verdicts, reads{names: j.reading.Names(), program: j.readsProgram, steps: j.steps + j.reading.Steps()}, nil
}

// judge adds what a rule says about the item: one verdict for the whole, or one for each entry.
func (j *judging) judge(r *Rule, verdicts []Verdict, budget *value.Budget) []Verdict {
	if !j.isAbout(r) {
		return verdicts
	}
	for _, a := range j.entriesOf(r) {
		if v, ok := j.worst(r, a, budget); ok && (v.Result != Pass || !j.shared.onlyFound) {
			verdicts = append(verdicts, v)
		}
	}
	return verdicts
}

// isAbout reports whether the patterns of a rule choose the item.
func (j *judging) isAbout(r *Rule) bool {
	switch j.it.Kind {
	case syntax.KindResource:
		if j.spelled == nil {
			j.spelled = spellings(tokenOf(j.p, j.it.Item))
		}
		return matchAny(r.patterns, j.spelled...)
	case syntax.KindComponent:
		return matchAny(r.patterns, tokenOf(j.p, j.it.Item))
	case syntax.KindPackage:
		ref, ok := analysis.PackageRef(j.it.Item)
		return ok && matchAny(r.patterns, ref.Name)
	}
	return matchAny(r.patterns, j.it.Name)
}

// wholeItem stands for the item as a whole where there could be entries.
var wholeItem = []*hclsyntax.Attribute{nil}

// entriesOf are the inputs or options that a rule looks at, in the order of the text.
func (j *judging) entriesOf(r *Rule) []*hclsyntax.Attribute {
	if r.entry == nil {
		return wholeItem
	}
	all := tree.Attributes(j.it.Block().Body)
	if r.entry.word == wordOption {
		all = optionsOf(j.it)
	}
	return lists.Where(all, func(a *hclsyntax.Attribute) bool { return isInput(a) && matchAny(r.entries, a.Name) })
}

// on is the item as the rule sees it, until the next call.
func (j *judging) on(r *Rule, entry *hclsyntax.Attribute, one eval.Instance) *view {
	j.seen = view{judging: j, rule: r, entry: entry, one: one}
	return &j.seen
}

// badness orders results: the worst instance counts.
var badness = [...]int{Pass: 1, Unknown: 2, Faulty: 3, Fail: 4, TooExpensive: 5}

// worst is the verdict on the instance that is worst; false if the rule applies to none.
func (j *judging) worst(r *Rule, entry *hclsyntax.Attribute, budget *value.Budget) (worst Verdict, applies bool) {
	all, causes := j.instances()
	for i, one := range all {
		if i == maxInstances {
			worst, applies = j.uncounted(worst), true
			break
		}
		view := j.on(r, entry, one)
		v, ok := view.verdict(budget)
		switch {
		case ok && v.Result == TooExpensive && i > 0 && !j.limited:
			v = j.uncounted(v)
		case ok && causes != nil && v.Result != Pass && v.Result != TooExpensive: // there may be no instance at all
			v.Result, v.Causes, v.Fix = Unknown, joinCauses(causes, v.Causes), nil
		}
		if ok && len(all) > 1 && view.touched {
			v.Instance = one.Key
		}
		if ok && (!applies || badness[v.Result] > badness[worst.Result]) {
			worst, applies = v, true
		}
		if !view.touched || v.Result == Fail || v.Result == TooExpensive || v.Result == Unknown && causeOfSize(v) {
			break
		}
	}
	return worst, applies
}

func causeOfSize(v Verdict) bool {
	return len(v.Causes) == 1 && v.Causes[0].Kind == value.CauseSize
}

// uncounted is the verdict where there are more instances than can be looked at.
func (j *judging) uncounted(v Verdict) Verdict {
	if v.Result == Fail {
		return v
	}
	v.Result, v.Message, v.Causes, v.Fix = Unknown, "", []value.Cause{{Kind: value.CauseSize}}, nil
	return v
}

// instances are those of the item, found when they are needed.
func (j *judging) instances() ([]eval.Instance, []value.Cause) {
	if j.given != nil {
		return []eval.Instance{j.ran}, nil
	}
	if !j.counted {
		j.counted = true
		j.all, j.open = j.reading.Instances(j.it)
	}
	return j.all, j.open
}

// verdict is what the rule says about one instance; false if it does not apply.
func (v *view) verdict(budget *value.Budget) (Verdict, bool) {
	verdict := Verdict{Rule: v.rule, Path: v.path, Result: Pass}
	applies := truth{result: Pass}
	if v.rule.when != nil {
		if applies = v.truth(v.rule.when, budget); applies.result == Fail {
			return Verdict{}, false
		}
	}
	if applies.result == Pass || applies.result == Unknown {
		holds := v.truth(v.rule.require, budget)
		if applies.result == Unknown && holds.result == Fail {
			holds = applies
		} else if applies.result == Unknown && holds.result == Unknown {
			holds.causes = joinCauses(applies.causes, holds.causes)
		}
		applies = holds
	}
	verdict.Result, verdict.Message, verdict.Causes = applies.result, applies.reason, applies.causes
	if verdict.Result != Pass {
		verdict.at = v.at()
	}
	if v.it.Item == nil {
		verdict.placeIn(v.p)
	} else {
		verdict.Span = v.place(verdict.at)
	}
	if verdict.Result == Fail {
		verdict.Message, verdict.Fix = v.message(), v.fix()
	}
	return verdict, true
}

// truth is whether a condition holds.
type truth struct {
	result Result
	reason string // why it cannot be told
	causes []value.Cause
}

func (v *view) truth(e hclsyntax.Expression, budget *value.Budget) truth {
	got, err := v.evaluate(e, budget)
	switch {
	case v.ctx.Err() != nil:
		return truth{result: Unknown}
	case errors.Is(err, value.ErrTooLarge):
		return truth{result: TooExpensive}
	case err != nil:
		return truth{result: Faulty, reason: err.Error()}
	}
	inner, _ := value.Bare(got)
	if !inner.IsKnown() {
		return truth{result: Unknown, causes: joinCauses(value.CausesOf(got), nil)}
	}
	if inner.IsNull() {
		return truth{result: Fail}
	}
	yes, err := value.Boolean(inner)
	switch {
	case err != nil:
		return truth{result: Faulty, reason: err.Error()}
	case yes:
		return truth{result: Pass}
	}
	return truth{result: Fail}
}

// joinCauses are both, sorted; at least one.
func joinCauses(a, b []value.Cause) []value.Cause {
	all := slices.Concat(a, b)
	value.SortCauses(all)
	all = slices.DeleteFunc(slices.Compact(all), func(c value.Cause) bool { return c.Kind == value.CauseOther })
	if len(all) == 0 {
		all = []value.Cause{{Kind: value.CauseOther}}
	}
	return all
}

const (
	messageSteps = 10_000
	maxShown     = 100 // characters of a value in a message
)

// message is the rule's message about the item. Each part is computed by itself: a part that is secret
// does not hide the others, and does not show itself.
func (v *view) message() string {
	if v.rule.message == nil {
		return v.rule.Title
	}
	parts := []hclsyntax.Expression{v.rule.message}
	if t, ok := v.rule.message.(*hclsyntax.TemplateExpr); ok {
		parts = t.Parts
	}
	budget := value.NewBudget(v.ctx, messageSteps)
	var out strings.Builder
	for _, part := range parts {
		if literal, ok := part.(*hclsyntax.LiteralValueExpr); ok && literal.Val.Type() == cty.String {
			out.WriteString(literal.Val.AsString())
			continue
		}
		got, err := v.evaluate(part, &budget)
		if err != nil {
			return v.rule.Title
		}
		out.WriteString(shown(got))
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// shown is a value in a message.
func shown(v cty.Value) string {
	v = value.WithoutCauses(v)
	if !v.IsMarked() && v.IsKnown() && !v.IsNull() && v.Type() == cty.String {
		return prose.Shortened(v.AsString(), maxShown)
	}
	return eval.Text(v)
}

// placeIn places a verdict on a program: at the declaration that `at` names, or else at the beginning.
func (v *Verdict) placeIn(p *analysis.Program) {
	v.Path, v.Span = p.Files[0].Path, syntax.Span{}
	if o := p.Lookup(v.at); o != nil {
		v.Path, v.Span = o.Path, o.Span
	}
}

// place is where the finding about an item belongs: what `at` names, or else what the rule looks at.
func (v *view) place(path string) syntax.Span {
	if v.entry != nil && path == "" {
		return tree.Span(v.entry.NameRange).Shift(v.it.Base)
	}
	if span, ok := v.property(path); ok {
		return span.Shift(v.it.Base)
	}
	return v.nameSpan()
}

// nameSpan is the place of the name of what the rule looks at.
func (v *view) nameSpan() syntax.Span {
	if v.it.NameSpan.Len() > 0 {
		return v.it.NameSpan.Shift(v.it.Base)
	}
	return v.it.KeywordSpan.Shift(v.it.Base)
}

// at is the text of the attribute `at`; empty for none, and for one that is not known or secret.
func (v *view) at() string {
	if v.rule.at == nil {
		return ""
	}
	budget := value.NewBudget(v.ctx, messageSteps)
	got, ok := v.public(v.rule.at, &budget)
	if !ok {
		return ""
	}
	path, err := value.Written(got)
	if err != nil {
		return ""
	}
	return path
}

// property is the place of the name of an input or option, or of a key in its value, as far as that is
// written out. Steps are separated by dots.
func (v *view) property(path string) (syntax.Span, bool) {
	names := strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' || r == '"' })
	if len(names) == 0 {
		return syntax.Span{}, false
	}
	a := inputNamed(v.it, names[0])
	if a == nil {
		a = tree.Option(v.it.Block(), names[0])
	}
	if a == nil {
		return syntax.Span{}, false
	}
	span := tree.Span(a.NameRange)
	e := a.Expr
	for _, name := range names[1:] {
		property := propertyOf(e, name)
		if property == nil {
			break
		}
		span, e = syntax.SpanOf(property.KeyExpr), property.ValueExpr
	}
	return span, true
}

// unknownCodes reports codes in the comments of an item that no rule has.
func (s *Set) unknownCodes(path string, it syntax.Placed) (found []analysis.Diagnostic) {
	for _, comment := range it.Suppressions() {
		for _, c := range comment.Codes {
			if !codes.IsOfTeam(c.Pattern) || s.codes == nil || slices.ContainsFunc(s.codes, func(code string) bool { return codes.Code(code).Matches(c.Pattern) }) {
				continue
			}
			d := analysis.Diagnostic{
				Path: path, Span: c.Span.Shift(it.Base), Code: codes.SuppressionUnknown, Severity: codes.SuppressionUnknown.Severity(),
				Message: "your team has no rule `" + c.Pattern + "`", Subject: typesys.Near(c.Pattern, s.codes),
			}
			if d.Subject != "" {
				d.Message += "; did you mean `" + d.Subject + "`?"
			}
			found = append(found, d.Legible())
		}
	}
	return found
}
